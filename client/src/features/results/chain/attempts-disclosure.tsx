import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { ChevronDown } from 'lucide-react'
import { ScoreBadge } from '../../../ui/turn/score-badge.tsx'
import { ScoreDots } from '../../../ui/turn/score-dots.tsx'
import styles from './attempts-disclosure.module.css'

/** All guesses of the chain, collapsed at first. */
export function AttemptsDisclosure({ attempts }: { attempts: readonly GuessAttempt[] }) {
  if (attempts.length === 0) return null
  return (
    <details className={styles.attempts}>
      <summary className={styles.summary}>
        <span>{`All guess attempts (${attempts.length})`}</span>
        <ChevronDown aria-hidden />
      </summary>
      <p className={styles.caption}>How near each guess is to what was drawn:</p>
      <ol className={styles.list}>
        {attempts.map((attempt) => (
          <li key={attempt.timestamp + attempt.guess} className={styles.attempt}>
            <span className={styles.guess} translate="no">
              {attempt.guess}
            </span>
            <ScoreDots score={attempt.similarityScore} />
            <ScoreBadge score={attempt.similarityScore} />
          </li>
        ))}
      </ol>
    </details>
  )
}
