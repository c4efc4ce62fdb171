import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { RotateCcw, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import styles from './replay.module.css'

/** Covers a drawing while it is replayed, and has the button for that. */
export function Replay({ strokes }: { strokes: readonly Stroke[] }) {
  const [isPlaying, setPlaying] = useState(false)
  return (
    <>
      {isPlaying && <StrokeAnimation strokes={strokes} onEnd={() => setPlaying(false)} />}
      <IconButton
        label={isPlaying ? 'Stop the replay' : 'Watch it being drawn'}
        className={styles.control}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? <Square aria-hidden /> : <RotateCcw aria-hidden />}
      </IconButton>
    </>
  )
}

function StrokeAnimation({ strokes, onEnd }: { strokes: readonly Stroke[]; onEnd: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let stop: (() => void) | null = null
    let left = false
    import('./replay-canvas.ts').then(
      ({ playReplay }) => {
        if (!left && canvas.current) stop = playReplay(canvas.current, strokes, () => end())
      },
      (error: unknown) => {
        console.info('The replay could not be loaded:', error)
        end()
      },
    )
    return () => {
      left = true
      stop?.()
    }
  }, [strokes])
  return <canvas ref={canvas} className={styles.animation} />
}
