import { useEffect, useEffectEvent } from 'react'
import { useSecondsLeft, useTurnExpiry } from '../../turn/turn-timer.ts'
import { TurnTimer } from '../../ui/turn-timer.tsx'

/** Said aloud, for those who cannot watch the clock. */
const WARNINGS = [
  { seconds: 10, text: 'Less than ten seconds left' },
  { seconds: 30, text: 'Less than half a minute left' },
  { seconds: 60, text: 'Less than a minute left' },
] as const

/** The countdown. It alone renders every second. */
export function TurnClock({ onExpire, onSay }: { onExpire: () => void; onSay: (text: string) => void }) {
  const secondsLeft = useSecondsLeft()
  const say = useEffectEvent(onSay)
  useTurnExpiry(secondsLeft, onExpire)
  const warning =
    secondsLeft === null ? undefined : WARNINGS.find(({ seconds }) => secondsLeft < seconds)?.text
  useEffect(() => {
    if (warning) say(warning)
  }, [warning])
  return <TurnTimer secondsLeft={secondsLeft ?? 0} />
}
