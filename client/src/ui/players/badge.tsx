import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { toneStyle } from '../style/tone.ts'
import styles from './badge.module.css'

type BadgeTone = 'green' | 'yellow' | 'orange' | 'pink' | 'blue' | 'purple' | 'grey'

/** A small sticker with a word or a number. */
export function Badge({
  tone = 'grey',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return (
    <span className={clsx(styles.badge, className)} style={toneStyle(tone)}>
      {children}
    </span>
  )
}

/** A count of at most two characters, to fit its bubble. */
export const shortCount = (count: number): string => (count > 9 ? '9+' : String(count))
