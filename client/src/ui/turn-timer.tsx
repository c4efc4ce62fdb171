import { clsx } from 'clsx'
import { Hourglass } from 'lucide-react'
import { clockText } from '../turn/turn-timer.ts'
import styles from './turn-timer.module.css'

/** How long the turn still lasts; it gets restless in the last half minute. */
export function TurnTimer({ secondsLeft }: { secondsLeft: number }) {
  return (
    <span
      className={clsx(styles.timer, secondsLeft <= 30 && styles.late)}
      role="timer"
      aria-label="Time left"
    >
      <Hourglass aria-hidden />
      {clockText(secondsLeft)}
    </span>
  )
}
