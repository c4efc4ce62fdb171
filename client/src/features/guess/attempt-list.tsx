import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import * as RadioGroup from '@radix-ui/react-radio-group'
import { ScoreDots } from '../../ui/turn/score-dots.tsx'
import styles from './attempt-list.module.css'

interface AttemptListProps {
  attempts: readonly GuessAttempt[]
  /** The attempt to submit. */
  selected: GuessAttempt | null
  onSelect: (attempt: GuessAttempt) => void
}

/** The attempts so far, to select the one to submit. */
export function AttemptList({ attempts, selected, onSelect }: AttemptListProps) {
  if (attempts.length === 0) return null
  return (
    <RadioGroup.Root
      aria-label="Your attempts: choose the one to submit"
      value={selected?.guess ?? null}
      onValueChange={(guess) => {
        const attempt = attempts.find((one) => one.guess === guess)
        if (attempt) onSelect(attempt)
      }}
    >
      <ul className={styles.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.timestamp + attempt.guess} className={styles.item}>
            <RadioGroup.Item
              value={attempt.guess}
              className={styles.attempt}
              data-tone={tierOf('attempt', attempt.similarityScore)}
              style={{ background: `var(--wash-${tierOf('attempt', attempt.similarityScore)})` }}
              aria-label={`${attempt.guess}, ${attempt.similarityScore}% of the word, ${attempt.categoryMessage}`}
            >
              <span className={styles.mark}>
                <RadioGroup.Indicator className={styles.dot} />
              </span>
              <span className={styles.guess} translate="no">
                {attempt.guess}
              </span>
              <span className={styles.score}>{`${attempt.similarityScore}%`}</span>
              {!attempt.isCorrect && (
                <span className={styles.temperature}>{tierOf('temperature', attempt.similarityScore)}</span>
              )}
              <span className={styles.message}>{attempt.categoryMessage}</span>
              <span className={styles.dots}>
                <ScoreDots score={attempt.similarityScore} />
              </span>
            </RadioGroup.Item>
          </li>
        ))}
      </ul>
    </RadioGroup.Root>
  )
}
