import type { CSSProperties } from 'react'
import styles from './confetti.module.css'

const COLOURS = ['red', 'blue', 'yellow', 'green', 'pink', 'purple', 'orange'] as const
const COUNT = 42

/** Confetti that falls once. Hidden with reduced motion. */
export function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {PIECES.map((style) => (
        <i key={style.left} style={style} />
      ))}
    </div>
  )
}

/** Distributed evenly, without randomness. */
const PIECES = Array.from({ length: COUNT }, (_, at) => {
  const part = (step: number) => (at * step) % 1
  return {
    left: `${(part(0.618) * 100).toFixed(2)}%`,
    background: `var(--${COLOURS[at % COLOURS.length]})`,
    '--drift': `${Math.round(part(0.37) * 120 - 60)}px`,
    '--spin': `${Math.round(part(0.73) * 900 - 450)}deg`,
    animationDelay: `${Math.round(part(0.81) * 900)}ms`,
    animationDuration: `${2200 + Math.round(part(0.29) * 1600)}ms`,
  } as CSSProperties & { left: string }
})
