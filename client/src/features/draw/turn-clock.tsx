import { useSecondsLeft, useTurnExpiry } from '../../turn/turn-timer.ts'
import { TurnTimer } from '../../ui/turn-timer.tsx'

/** The countdown. Only this component renders every second. */
export function TurnClock({ onExpire }: { onExpire: () => void }) {
  const secondsLeft = useSecondsLeft()
  useTurnExpiry(secondsLeft, onExpire)
  return <TurnTimer secondsLeft={secondsLeft ?? 0} />
}
