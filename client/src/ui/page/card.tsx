import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import styles from './card.module.css'

export type Tone = 'yellow' | 'green' | 'blue' | 'pink' | 'orange' | 'purple'

interface CardProps {
  /** A tint over the whole card; white paper by default. */
  tone?: Tone | undefined
  /** The colour of the washi tape; none by default. */
  tape?: Tone | undefined
  tapeAt?: 'middle' | 'left' | 'right'
  /** The rotation in degrees. */
  tilt?: number
  as?: 'section' | 'li'
  className?: string | undefined
  'aria-label'?: string
  'aria-labelledby'?: string
  children: ReactNode
}

/** A card: a piece of paper stuck into the book. */
export function Card({
  tone,
  tape,
  tapeAt = 'middle',
  tilt,
  as: Tag = 'section',
  className,
  children,
  ...aria
}: CardProps) {
  const style = {
    '--paper-fill': tone && `var(--wash-${tone})`,
    '--tilt': tilt ? `${tilt}deg` : undefined,
    '--tape': tape && `var(--${tape})`,
  } as CSSProperties
  return (
    <Tag {...aria} className={clsx(styles.card, tape && styles.taped, className)} style={style}>
      {tape && <span className={clsx(styles.tape, styles[tapeAt])} aria-hidden="true" />}
      {children}
    </Tag>
  )
}
