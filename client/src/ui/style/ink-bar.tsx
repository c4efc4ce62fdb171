import type { CSSProperties } from 'react'
import styles from './ink-bar.module.css'

/** A progress bar, hatched with a marker. */
export function InkBar({ value, max, label }: { value: number; max: number; label: string }) {
  const part = max > 0 ? Math.min(1, value / max) : 0
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <div
        className={styles.fill}
        data-empty={part === 0}
        style={{ '--part': `${part * 100}%` } as CSSProperties}
      />
    </div>
  )
}
