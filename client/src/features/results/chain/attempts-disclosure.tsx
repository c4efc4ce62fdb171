import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { ChevronDown } from 'lucide-react'
import { Name } from '../../../ui/players/name.tsx'
import { ScoreBadge } from '../../../ui/turn/score-badge.tsx'
import { ScoreDots } from '../../../ui/turn/score-dots.tsx'
import { attemptsByStep } from '../tries.ts'
import styles from './attempts-disclosure.module.css'

/** All guesses of the chain by player, collapsed at first. Without names if it is not known whose they are. */
export function AttemptsDisclosure({ results }: { results: GameResults }) {
  const { guessAttempts: attempts, chain } = results
  if (attempts.length === 0) return null
  const byStep = attemptsByStep(results)
  return (
    <details className={styles.attempts}>
      <summary className={styles.summary}>
        <span>{`All guess attempts (${attempts.length})`}</span>
        <ChevronDown aria-hidden />
      </summary>
      <p className={styles.caption}>How near each guess is to what was drawn:</p>
      {byStep === null ? (
        <AttemptList attempts={attempts} />
      ) : (
        chain
          .filter(({ stepIndex }) => byStep.has(stepIndex))
          .map(({ stepIndex, username }) => (
            <section key={stepIndex} aria-label={username}>
              <h3 className={styles.who}>
                <Name>{username}</Name>
              </h3>
              <AttemptList attempts={byStep.get(stepIndex) ?? []} />
            </section>
          ))
      )}
    </details>
  )
}

const AttemptList = ({ attempts }: { attempts: readonly GuessAttempt[] }) => (
  <ol className={styles.list}>
    {attempts.map((attempt) => (
      <li key={attempt.timestamp + attempt.guess} className={styles.attempt}>
        <span className="grow hand text-xl" translate="no">
          {attempt.guess}
        </span>
        <ScoreDots score={attempt.similarityScore} />
        <ScoreBadge score={attempt.similarityScore} />
      </li>
    ))}
  </ol>
)
