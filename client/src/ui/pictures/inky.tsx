import type { ReactNode } from 'react'
import styles from './pictures.module.css'

export type Mood = 'happy' | 'asleep' | 'dizzy' | 'worried' | 'wow' | 'curious' | 'wince'

/** Inky, the drop of ink who lives in the book, in a box of 120 by 130, feet at the bottom. */
export function Inky({ mood = 'happy', fill = 'var(--blue)' }: { mood?: Mood; fill?: string }) {
  return (
    <g>
      <path className={styles.pen} d="M46 120 L44 129 M74 120 L77 129" />
      <path
        className={styles.body}
        fill={fill}
        d="M60 6 C65 28 100 48 101 84 C102 107 83 121 60 121 C37 121 18 107 19 84 C20 50 54 30 60 6 Z"
      />
      <path className={styles.shine} d="M33 88 C32 74 38 62 46 54" />
      <ellipse className={styles.cheek} cx="37" cy="98" rx="7" ry="4.5" />
      <ellipse className={styles.cheek} cx="83" cy="98" rx="7" ry="4.5" />
      {FACE[mood]}
    </g>
  )
}

const eyes = (dx = 0, dy = 0, r = 10): ReactNode => (
  <>
    <ellipse className={styles.eye} cx="47" cy="83" rx={r - 1.5} ry={r} />
    <ellipse className={styles.eye} cx="73" cy="83" rx={r - 1.5} ry={r} />
    <circle className={styles.pupil} cx={48 + dx} cy={84 + dy} r="4.6" />
    <circle className={styles.pupil} cx={72 + dx} cy={84 + dy} r="4.6" />
  </>
)

const FACE: Record<Mood, ReactNode> = {
  happy: (
    <>
      {eyes(0, 0)}
      <path className={styles.mouth} d="M51 102 C55 109 65 109 69 102" />
    </>
  ),
  curious: (
    <>
      {eyes(3, -3)}
      <path className={styles.mouth} d="M54 103 C57 107 63 107 66 103" />
    </>
  ),
  worried: (
    <>
      {eyes(0, 2)}
      <path className={styles.mouth} d="M52 107 C56 102 64 102 68 107" />
      <path className={styles.mouth} d="M38 70 L50 66 M82 70 L70 66" />
    </>
  ),
  wow: (
    <>
      {eyes(0, 0, 12)}
      <ellipse className={styles.pupil} cx="60" cy="106" rx="5" ry="6" />
    </>
  ),
  asleep: (
    <>
      <path className={styles.mouth} d="M39 84 C43 90 51 90 54 84 M66 84 C70 90 78 90 81 84" />
      <path className={styles.mouth} d="M57 104 C59 106 62 106 64 104" />
    </>
  ),
  wince: (
    <>
      <path className={styles.mouth} d="M40 76 L53 83 L40 90 M80 76 L67 83 L80 90" />
      <path className={styles.teeth} d="M46 100 L74 99 L73 110 L47 111 Z M55 100 L55 111 M65 100 L65 110" />
    </>
  ),
  dizzy: (
    <>
      <path className={styles.mouth} d="M40 77 L53 90 M53 77 L40 90 M67 77 L80 90 M80 77 L67 90" />
      <path className={styles.mouth} d="M48 106 C52 100 56 110 60 105 C64 100 68 110 72 105" />
    </>
  ),
}
