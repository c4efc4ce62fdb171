import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  tone?: 'red' | 'yellow' | 'green'
  title?: string
  children: ReactNode
  /** Further buttons, before Dismiss. */
  actions?: ReactNode
  onDismiss?: () => void
}

/** A short message in a screen. Red ones are announced immediately. */
export function Notice({ tone = 'yellow', title, children, actions, onDismiss }: NoticeProps) {
  return (
    <div className={clsx(styles.notice, styles[tone])} role={tone === 'red' ? 'alert' : 'status'}>
      <div className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        <span>{children}</span>
      </div>
      {actions}
      {onDismiss && (
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
