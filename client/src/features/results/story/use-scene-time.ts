import { useEffect, useEffectEvent } from 'react'
import type { SceneClock } from './scene-clock.ts'

/** Runs a scene's clock while `isRunning`, and calls `onOver` after `ms`. */
export function useSceneTime(clock: SceneClock, ms: number, isRunning: boolean, onOver: () => void): void {
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (!isRunning) return
    clock.run()
    return () => clock.stop()
  }, [clock, isRunning])
  useEffect(
    () =>
      clock.listen((elapsed) => {
        if (elapsed < ms) return
        clock.stop()
        over()
      }),
    [clock, ms],
  )
}
