import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { LoadingPicture } from '../pictures/pictures.tsx'
import styles from './state-panel.module.css'

interface StatePanelProps {
  picture: ReactNode
  title: ReactNode
  text?: ReactNode
  /** Buttons, the main action first. */
  actions?: ReactNode
  /** alert: announced immediately. status: announced at the next pause. */
  role?: 'alert' | 'status' | undefined
  /** Inside a card rather than filling the screen. */
  inline?: boolean
  /** The title is the heading of the page. */
  heading?: boolean
}

/** Replaces a screen's content while it is loading, empty or not available. */
export function StatePanel({ picture, title, text, actions, role, inline, heading }: StatePanelProps) {
  return (
    <div className={clsx(styles.panel, inline && styles.inline)}>
      {picture}
      <div role={role}>
        {heading ? (
          <h1 className={styles.title}>{title}</h1>
        ) : (
          <p className={styles.title}>
            <strong>{title}</strong>
          </p>
        )}
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** The loading state of a screen. It fades in after a delay, so that fast responses do not flash. */
export function Loading({ text, inline = false }: { text: string; inline?: boolean }) {
  return (
    <div className={styles.loading}>
      <StatePanel picture={<LoadingPicture small={inline} />} title={text} role="status" inline={inline} />
    </div>
  )
}
