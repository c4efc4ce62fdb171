import { clsx } from 'clsx'
import styles from './logo.module.css'

const DROP = 'M0 -15 C2 -9 9 -4 9 3 A9 9 0 1 1 -9 3 C-9 -4 -2 -9 0 -15 Z'

/**
 * The wordmark: "inkling" in one brush line that ends in a squiggle, with drops of ink for dots. `drawn` animates the
 * line.
 */
export function Logo({ drawn = false, className }: { drawn?: boolean; className?: string | undefined }) {
  return (
    <svg
      className={clsx(styles.logo, drawn && styles.drawn, className)}
      viewBox="0 0 336 132"
      role="img"
      aria-label="Inkling"
    >
      <g className={styles.line}>
        <path pathLength={1} d="M22 50 C23 61 21 72 24 82" />
        <path pathLength={1} d="M54 51 C55 62 53 72 54 82 C53 66 60 49 72 50 C84 51 81 68 83 82" />
        <path pathLength={1} d="M112 14 C110 36 113 60 111 82" />
        <path pathLength={1} d="M141 49 C133 57 124 63 113 66 C124 68 131 76 141 83" />
        <path pathLength={1} d="M171 14 C168 36 167 58 169 71 C170 80 176 83 183 80" />
        <path pathLength={1} d="M206 50 C207 61 205 72 208 82" />
        <path pathLength={1} d="M238 51 C239 62 237 72 238 82 C237 66 244 49 256 50 C268 51 265 68 267 82" />
        <path
          pathLength={1}
          d="M318 53 C307 46 291 51 292 67 C293 82 311 84 318 70 L318 53 C317 76 321 98 308 108 C294 118 268 107 244 108 C214 109 208 120 184 118 C160 116 154 106 128 108 C104 110 96 119 70 116 C56 114 44 110 32 112"
        />
      </g>
      <path className={styles.blue} d={DROP} transform="translate(23 29)" />
      <path className={styles.pink} d={DROP} transform="translate(207 29)" />
    </svg>
  )
}
