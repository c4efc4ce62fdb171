import type { ReactNode } from 'react'
import styles from './book.module.css'

const line = {
  stroke: 'var(--outline)',
  strokeWidth: 4,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const

/** Rendered once: it is the same on every screen. */
const THINGS_ON_THE_TABLE = (
  <>
    <svg className={`${styles.thing} ${styles.pencil}`} viewBox="0 0 44 360" aria-hidden="true">
      <path {...line} fill="var(--pink)" d="M8 26 C8 6 36 6 36 26 L36 46 L8 46 Z" />
      <path {...line} fill="var(--wash-grey)" d="M8 46 L36 46 L36 66 L8 66 Z" />
      <path {...line} fill="var(--yellow)" d="M8 66 L36 66 L36 298 L8 298 Z" />
      <path {...line} fill="none" d="M17 70 L17 294 M27 70 L27 294" strokeWidth={2} />
      <path {...line} fill="var(--kraft)" d="M8 298 L36 298 L22 350 Z" />
      <path {...line} fill="var(--outline)" d="M18 336 L26 336 L22 350 Z" />
    </svg>
    <svg className={`${styles.thing} ${styles.mug}`} viewBox="0 0 150 150" aria-hidden="true">
      <path {...line} fill="none" strokeWidth={13} d="M106 44 C140 26 152 66 116 78" />
      <path {...line} fill="none" stroke="var(--red)" strokeWidth={6} d="M106 44 C140 26 152 66 116 78" />
      <circle {...line} fill="var(--red)" cx="66" cy="70" r="54" />
      <circle {...line} fill="var(--card)" cx="66" cy="70" r="43" />
      <circle {...line} fill="var(--brown)" cx="66" cy="70" r="36" />
      <path {...line} fill="none" stroke="#fff" opacity="0.5" d="M46 62 C50 50 62 46 72 48" />
    </svg>
    <svg className={`${styles.thing} ${styles.eraser}`} viewBox="0 0 80 120" aria-hidden="true">
      <path {...line} fill="var(--card)" d="M8 12 C8 6 72 4 72 12 L72 46 L8 46 Z" />
      <path {...line} fill="var(--blue)" d="M8 44 L72 44 L72 112 L8 112 Z" />
      <path {...line} fill="none" stroke="#fff" d="M22 66 L58 66 M22 84 L46 84" />
    </svg>
  </>
)

/** The sketchbook around every screen, and on wide screens the kitchen table around the book. */
export function Book({ children }: { children: ReactNode }) {
  return (
    <div className={styles.table}>
      <div className={styles.things} aria-hidden="true">
        {THINGS_ON_THE_TABLE}
      </div>
      <div className={styles.book}>
        <span className={styles.spiral} aria-hidden="true" />
        {children}
      </div>
    </div>
  )
}
