import { clsx } from 'clsx'
import styles from './tries.module.css'

interface TriesProps {
  tries: readonly string[]
  /** How many have come; the place of the others is kept. */
  shown?: number
  className?: string | undefined
}

/** The guesses that a player tried in vain, each as a crossed-out bubble; nothing without any. */
export function Tries({ tries, shown = tries.length, className }: TriesProps) {
  if (tries.length === 0) return null
  return (
    <ul className={clsx(styles.tries, className)} aria-label="Tried in vain">
      {tries.map((guess, at) => (
        <li key={guess} className={styles.bubble} data-come={at < shown} translate="no">
          <s>{guess}</s>
        </li>
      ))}
    </ul>
  )
}
