import {
  WORDMARK,
  WORDMARK_DROP,
  WORDMARK_DROPS,
  WORDMARK_LINES,
} from '@inkling/mock-server/picture/cards/wordmark-lines'
import { clsx } from 'clsx'
import styles from './logo.module.css'

/**
 * The wordmark: "inkling" in one brush line that ends in a squiggle, with drops of ink for dots. `drawn` animates the
 * line.
 */
export function Logo({ drawn = false, className }: { drawn?: boolean; className?: string | undefined }) {
  return (
    <svg
      className={clsx(styles.logo, drawn && styles.drawn, className)}
      viewBox={`0 0 ${WORDMARK.width} ${WORDMARK.height}`}
      role="img"
      aria-label="Inkling"
    >
      <g className={styles.line}>
        {WORDMARK_LINES.map((line, at) => (
          <path key={line} pathLength={1} d={line} style={{ animationDelay: `${10 + 60 * at}ms` }} />
        ))}
      </g>
      {Object.entries(WORDMARK_DROPS).map(([colour, { x, y }]) => (
        <path key={colour} className={styles[colour]} d={WORDMARK_DROP} transform={`translate(${x} ${y})`} />
      ))}
    </svg>
  )
}
