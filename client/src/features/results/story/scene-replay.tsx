import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { useEffect, useRef, useState } from 'react'
import styles from '../chain/replay.module.css'
import { replayMs } from '../chain/replay-length.ts'
import type { SceneClock } from './scene-clock.ts'

interface SceneReplayProps {
  strokes: readonly Stroke[]
  clock: SceneClock
}

/** Covers a drawing with its replay, driven by the scene's clock. */
export function SceneReplay({ strokes, clock }: SceneReplayProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let stopListening: (() => void) | null = null
    let left = false
    import('../chain/replay-canvas.ts')
      .then(({ showReplayOn }) => {
        if (left || !canvas.current) return
        const show = showReplayOn(canvas.current, strokes)
        const length = replayMs(strokes)
        stopListening = clock.listen((elapsed) => show(elapsed / length))
      })
      .catch((error: unknown) => {
        console.info('The replay could not be loaded:', error)
        if (!left) setFailed(true)
      })
    return () => {
      left = true
      stopListening?.()
    }
  }, [strokes, clock])
  return !hasFailed && <canvas ref={canvas} className={styles.animation} />
}
