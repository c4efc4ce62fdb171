import { type ReactNode, useEffect, useRef } from 'react'
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

/** A short message in a screen. Red ones are announced immediately, and scrolled to. */
export function Notice({ tone = 'yellow', title, children, actions, onDismiss }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tone === 'red') notice.current?.scrollIntoView({ block: 'nearest' })
  }, [tone])
  return (
    <div
      ref={notice}
      className={styles.notice}
      style={{ background: `var(--wash-${tone})` }}
      role={tone === 'red' ? 'alert' : 'status'}
    >
      <div className={styles.words}>
        {title && <strong className="display loose text-lg">{title}</strong>}
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
