import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { clsx } from 'clsx'
import { scoreTone } from '../../ui/score.ts'
import { Burst } from './burst.tsx'
import styles from './guess-result.module.css'
import { type Temperature, temperatureOf } from './temperature.ts'
import { useCountUp } from './use-count-up.ts'

/**
 * The result of a guess on the button: the percentage counts up, and its words appear when it has landed. A near miss
 * shakes, a correct guess bursts.
 */
export function GuessResult({ attempt }: { attempt: GuessAttempt }) {
  const { similarityScore: score, isCorrect, categoryMessage } = attempt
  const count = useCountUp(score)
  const hasLanded = count === score
  const temperature = isCorrect ? null : temperatureOf(score)
  return (
    <span
      className={clsx(
        styles.result,
        styles[scoreTone(count)],
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

const LABEL: Record<Temperature, string> = { cold: 'Cold', warm: 'Warm', hot: 'Hot' }
