import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import styles from './score-dots.module.css'

const DOTS = [1, 2, 3, 4, 5] as const

/** Five dots, filled by the score of a guess. */
export function ScoreDots({ score }: { score: number }) {
  const filled = tierOf('dots', score)
  return (
    <span className={styles.dots} aria-hidden="true" data-own-colours>
      {DOTS.map((dot) => (
        <span key={dot} className={styles.dot} data-filled={dot <= filled} />
      ))}
    </span>
  )
}
