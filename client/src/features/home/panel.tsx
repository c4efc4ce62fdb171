import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  tone: 'yellow' | 'green' | 'blue' | 'orange' | 'purple'
  picture: ReactNode
  title: string
  text?: string
  children?: ReactNode
}

/** A status of the day: a picture, a description, and actions. */
export function Panel({ tone, picture, title, text, children }: PanelProps) {
  return (
    <div className={clsx(styles.panel, styles[tone])} aria-live="polite">
      {picture}
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  )
}
