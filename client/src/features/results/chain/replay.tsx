import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { RotateCcw, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Drawing } from '../../../ui/turn/drawing.tsx'
import styles from './replay.module.css'

interface ReplayProps {
  png: string
  /** Without strokes, only the picture is shown. */
  strokes: readonly Stroke[]
  alt: string
}

/** A drawing that can be replayed. */
export function Replay({ png, strokes, alt }: ReplayProps) {
  const [isPlaying, setPlaying] = useState(false)
  return (
    <div className={styles.replay}>
      <Drawing png={png} alt={alt} />
      {isPlaying && <StrokeAnimation strokes={strokes} onEnd={() => setPlaying(false)} />}
      {strokes.length > 0 && (
        <IconButton
          label={isPlaying ? 'Stop the replay' : 'Watch it being drawn'}
          className={styles.control}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <Square aria-hidden /> : <RotateCcw aria-hidden />}
        </IconButton>
      )}
    </div>
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
