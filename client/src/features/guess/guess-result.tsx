import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { type Tier, tierOf } from '@inkling/mock-server/contract/score-tiers'
import { clsx } from 'clsx'
import { Burst } from './burst.tsx'
import styles from './guess-result.module.css'
import { useCountUp } from './use-count-up.ts'

/**
 * The result of a guess on the button: the percentage counts up, and its words appear when it has landed. A near miss
 * shakes, a correct guess bursts.
 */
export function GuessResult({ attempt }: { attempt: GuessAttempt }) {
  const { similarityScore: score, isCorrect, categoryMessage } = attempt
  const count = useCountUp(score)
  const hasLanded = count === score
  const temperature = isCorrect ? null : tierOf('temperature', score)
  return (
    <span
      className={clsx(
        styles.result,
        styles[tierOf('attempt', count)],
        hasLanded && temperature === 'hot' && styles.near,
        hasLanded && isCorrect && styles.hit,
      )}
    >
      {hasLanded && temperature ? (
        <span>
          <span>{`${LABEL[temperature]}: ${categoryMessage}`}</span>{' '}
          <small className={styles.small}>{`${count}%`}</small>
        </span>
      ) : (
        <span>
          <span className={styles.percent}>{`${count}%`}</span>
          {hasLanded && <span>{`: ${categoryMessage}`}</span>}
        </span>
      )}
      {hasLanded && isCorrect && <Burst />}
    </span>
  )
}

const LABEL: Record<Tier<'temperature'>, string> = { cold: 'Cold', warm: 'Warm', hot: 'Hot' }
