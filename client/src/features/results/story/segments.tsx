import { useEffect, useRef } from 'react'
import type { Scene } from '../scenes.ts'
import type { SceneClock } from './scene-clock.ts'
import styles from './segments.module.css'

interface SegmentsProps {
  scenes: readonly Scene[]
  at: number
  clock: SceneClock
  ms: number
  /** Whether the scene is not timed. Its segment is then full. */
  isWhole: boolean
}

/** The progress of the story: one segment per scene, the current one filling up. */
export function Segments({ scenes, at, clock, ms, isWhole }: SegmentsProps) {
  return (
    <div className={styles.segments} aria-hidden="true">
      {scenes.map((scene, index) => (
        <span
          key={nameOf(scene)}
          className={styles.segment}
          data-past={index < at || (index === at && isWhole)}
        >
          {index === at && !isWhole && <Filling clock={clock} ms={ms} />}
        </span>
      ))}
    </div>
  )
}

const nameOf = (scene: Scene): string =>
  'step' in scene ? `${scene.kind} ${scene.step.stepIndex}` : scene.kind

function Filling({ clock, ms }: { clock: SceneClock; ms: number }) {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      clock.listen((elapsed) => {
        if (ref.current) ref.current.style.scale = `${Math.min(1, elapsed / ms)} 1`
      }),
    [clock, ms],
  )
  return <span ref={ref} className={styles.filling} />
}
