import { clsx } from 'clsx'
import styles from './logo.module.css'
import { LOGO_DROP, LOGO_DROPS, LOGO_LINES } from './logo-lines.ts'

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
        {LOGO_LINES.map((line) => (
          <path key={line} pathLength={1} d={line} />
        ))}
      </g>
      <path className={styles.blue} d={LOGO_DROP} transform={LOGO_DROPS.blue} />
      <path className={styles.pink} d={LOGO_DROP} transform={LOGO_DROPS.pink} />
    </svg>
  )
}
