import styles from './ink-filters.module.css'

/** SVG filters that distort outlines and pictures; stylesheets reference them by id. Rendered once, at the root. */
export function InkFilters() {
  return (
    <svg className={styles.hidden} aria-hidden="true" focusable="false">
      <filter id="ink-line" x="-4%" y="-4%" width="108%" height="108%">
        <feTurbulence type="fractalNoise" baseFrequency="0.013" numOctaves="1" seed="7" result="noise" />
        <feDisplacementMap in="SourceGraphic" in2="noise" scale="7" />
      </filter>
      <filter id="ink-picture" x="-4%" y="-4%" width="108%" height="108%">
        <feTurbulence type="fractalNoise" baseFrequency="0.024" numOctaves="1" seed="3" result="noise" />
        <feDisplacementMap in="SourceGraphic" in2="noise" scale="4.5" />
      </filter>
    </svg>
  )
}
