import { useSecondsLeft, useTurnExpiry } from '../../turn/turn-timer.ts'
import { TurnTimer } from '../../ui/turn-timer.tsx'

/** The countdown, a separate component so that nothing else renders every second. */
export function TurnClock({ onExpire }: { onExpire: () => void }) {
  const secondsLeft = useSecondsLeft()
  useTurnExpiry(secondsLeft, onExpire)
  return <TurnTimer secondsLeft={secondsLeft ?? 0} />
}
