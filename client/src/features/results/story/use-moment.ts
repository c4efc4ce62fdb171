import { useEffect, useState } from 'react'
import type { SceneClock } from './scene-clock.ts'

/** Whether a scene has reached this millisecond; always true if everything is shown at once. */
export function useMoment(clock: SceneClock, ms: number, isWhole: boolean): boolean {
  const [hasCome, setCome] = useState(isWhole)
  useEffect(
    () =>
      clock.listen((elapsed) => {
        if (elapsed >= ms) setCome(true)
      }),
    [clock, ms],
  )
  return hasCome
}

/** How many of these milliseconds, in their order, a scene has reached; all of them if everything is shown at once. */
export function useMoments(clock: SceneClock, all: readonly number[], isWhole: boolean): number {
  const [come, setCome] = useState(isWhole ? all.length : 0)
  useEffect(
    () =>
      clock.listen((elapsed) => {
        const now = all.filter((ms) => elapsed >= ms).length
        setCome((before) => Math.max(before, now))
      }),
    [clock, all],
  )
  return come
}
