import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { clockText, useSecondsLeft, useTurnExpiry } from '../../turn/turn-timer.ts'
import styles from './turn-clock.module.css'

/** When the timer turns amber, when red, and when it pulses, in seconds. */
const [SOON, LATE, LAST] = [60, 20, 10]

/** Announced to screen readers. */
const WARNINGS = [
  { seconds: LAST, text: 'Ten seconds left' },
  { seconds: 30, text: 'Half a minute left' },
  { seconds: SOON, text: 'One minute left' },
] as const

interface TurnClockProps {
  /** Called once, when the time is up. */
  onExpire: () => unknown
}

/** The time left in the active turn, as a component of its own, so that nothing else renders every second. */
export function TurnClock({ onExpire }: TurnClockProps) {
  const secondsLeft = useSecondsLeft()
  useTurnExpiry(secondsLeft, onExpire)
  return <TimeLeft secondsLeft={secondsLeft ?? 0} />
}

/** Watches the time without showing it. */
export function HiddenTurnClock({ onExpire }: TurnClockProps) {
  useTurnExpiry(useSecondsLeft(), onExpire)
  return null
}

/** The last ten seconds pulse and start with a short vibration. */
export function TimeLeft({ secondsLeft }: { secondsLeft: number }) {
  const isLast = secondsLeft <= LAST
  useEffect(() => {
    if (isLast) vibrate()
  }, [isLast])
  return (
    <>
      <span
        className={clsx(
          styles.timer,
          secondsLeft <= SOON && styles.soon,
          secondsLeft <= LATE && styles.late,
          isLast && styles.last,
        )}
        role="timer"
        aria-label="Time left"
      >
        <Hourglass aria-hidden />
        <span>{clockText(secondsLeft)}</span>
      </span>
      <span className="visually-hidden" role="status">
        {WARNINGS.find(({ seconds }) => secondsLeft <= seconds)?.text}
      </span>
    </>
  )
}

const VIBRATION_MS = 120

/** Vibrates briefly, on devices that support it and unless the player prefers reduced motion. */
function vibrate(): void {
  // Before the player has touched the page, browsers refuse and log an error.
  if (!navigator.userActivation?.hasBeenActive) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.(VIBRATION_MS)
}
