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
