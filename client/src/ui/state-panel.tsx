import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { LoadingPicture } from './pictures/pictures.tsx'
import styles from './state-panel.module.css'

interface StatePanelProps {
  picture: ReactNode
  title: ReactNode
  text?: ReactNode
  /** Buttons: the way on first. */
  actions?: ReactNode
  /** alert: read out at once. status: read out when there is a pause. */
  role?: 'alert' | 'status' | undefined
  /** Inside a scrap rather than instead of a screen. */
  inline?: boolean
  /** The title is the heading of the page. */
  heading?: boolean
}

/** What a screen shows instead of its content: loading, empty, broken, lost. */
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

/** What a screen waits for. It fades in late, so that what comes quickly does not flash. */
export function Loading({ text, inline = false }: { text: string; inline?: boolean }) {
  return (
    <div className={styles.loading}>
      <StatePanel picture={<LoadingPicture small={inline} />} title={text} role="status" inline={inline} />
    </div>
  )
}
