/** The colours on which text is dark in both themes; the others are tints. */
const FULL = ['green', 'yellow', 'orange', 'pink']

/** A tone as an inline style. */
export const toneStyle = (tone: string) =>
  FULL.includes(tone)
    ? { background: `var(--${tone})`, color: 'var(--ink-on-colour)' }
    : { background: `var(--wash-${tone})` }
