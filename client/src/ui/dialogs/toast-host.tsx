import { X } from 'lucide-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { dismissToast, useToast } from '../../platform/toast.ts'
import { Button, IconButton } from '../controls/button.tsx'
import styles from './toast-host.module.css'
import { useTopModal } from './use-modal.ts'

const SHOWN_MS = 5000
const SHOWN_WITH_ACTION_MS = 10_000

/** Renders the toasts, within the modal that covers the page, if any: the rest is inert. Rendered once, at the root. */
export function ToastHost() {
  const { text, action, count } = useToast()
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(dismissToast, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [count, action])
  const modal = useTopModal()
  const host = (
    <div role="status" className={styles.place}>
      {text !== null && (
        <div key={count} className={styles.toast}>
          <span>{text}</span>
          {action && (
            <Button
              size="small"
              onClick={() => {
                dismissToast()
                action.onClick()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label="Dismiss" onClick={dismissToast}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
  return modal && text !== null ? createPortal(host, modal) : host
}
