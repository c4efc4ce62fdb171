import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { clsx } from 'clsx'
import { scoreTone } from '../../ui/score.ts'
import { Burst } from './burst.tsx'
import styles from './guess-result.module.css'
import { isCold } from './temperature.ts'
import { useCountUp } from './use-count-up.ts'

/** The minimum score of a near miss. */
const NEAR = 70

/** The result of a guess on the button: the percentage counts up, a near miss shakes, a correct guess bursts. */
export function GuessResult({ attempt }: { attempt: GuessAttempt }) {
  const { similarityScore: score, isCorrect, categoryMessage } = attempt
  const count = useCountUp(score)
  const hasLanded = count === score
  return (
    <span
      className={clsx(
        styles.result,
        styles[scoreTone(count)],
        hasLanded && !isCorrect && score >= NEAR && styles.near,
        hasLanded && isCorrect && styles.hit,
      )}
    >
      {isCold(score) ? (
        <span>
          <span>{`Cold: ${categoryMessage}`}</span> <small className={styles.small}>{`${count}%`}</small>
        </span>
      ) : (
        <span>
          <span className={styles.percent}>{`${count}%`}</span>
          <span>{`: ${categoryMessage}`}</span>
        </span>
      )}
      {hasLanded && isCorrect && <Burst />}
    </span>
  )
}
