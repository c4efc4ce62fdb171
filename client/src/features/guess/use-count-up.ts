import { useEffect, useState } from 'react'
import { usePrefersStill } from '../../platform/media.ts'

const COUNT_MS = 800

/** Counts from 0 to a score, slowing down towards the end. Immediate with reduced motion. */
export function useCountUp(score: number): number {
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
