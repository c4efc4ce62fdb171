import { PALETTE } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { type Tier, tierOf } from '@inkling/mock-server/contract/score-tiers'
import { clsx } from 'clsx'
import { type CSSProperties, useEffect, useState } from 'react'
import { usePrefersStill } from '../../platform/media.ts'
import { toneStyle } from '../../ui/style/tone.ts'
import styles from './guess-result.module.css'

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
        hasLanded && temperature === 'hot' && styles.near,
        hasLanded && isCorrect && styles.hit,
      )}
      style={toneStyle(tierOf('attempt', count))}
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

const COUNT_MS = 800

/** Counts from 0 to a score, slowing down towards the end. Immediate with reduced motion. */
function useCountUp(score: number): number {
  const isStill = usePrefersStill()
  const [count, setCount] = useState(isStill ? score : 0)
  useEffect(() => {
    if (isStill) return setCount(score)
    const startedAt = performance.now()
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const part = Math.min(1, Math.max(0, now - startedAt) / COUNT_MS)
      setCount(Math.round(score * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [score, isStill])
  return count
}

const DROPS = 20

/** Drops of ink that fly out from the centre of the parent. Hidden with reduced motion. */
function Burst() {
  return (
    <span className={styles.burst} aria-hidden="true">
      {Array.from({ length: DROPS }, (_, at) => {
        const angle = (at / DROPS) * 2 * Math.PI
        const style = {
          '--x': Math.cos(angle).toFixed(2),
          '--y': Math.sin(angle).toFixed(2),
          '--reach': 1 + (at % 3) * 0.4,
          '--wax': PALETTE[(at % (PALETTE.length - 2)) + 2]?.hex,
        } as CSSProperties
        // biome-ignore lint/suspicious/noArrayIndexKey: the drops never change.
        return <span key={at} className={styles.drop} style={style} />
      })}
    </span>
  )
}
