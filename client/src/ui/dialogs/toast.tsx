import { X } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import { Button, IconButton } from '../controls/button.tsx'
import styles from './toast.module.css'

const SHOWN_MS = 5000
const SHOWN_WITH_ACTION_MS = 10_000

/** A button in a toast. */
interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

const useToast = create<{ text: string | null; action: ToastAction | null; count: number }>(() => ({
  text: null,
  action: null,
  count: 0,
}))

/** Shows a short message for five seconds, or for ten with an action. The next one replaces it. */
export const toast = (text: string, action: ToastAction | null = null): void =>
  useToast.setState(({ count }) => ({ text, action, count: count + 1 }))

export const dismissToast = (): void => useToast.setState({ text: null, action: null })

/** Renders the toasts. Rendered once, at the root. */
export function ToastHost() {
  const { text, action, count } = useToast()
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(dismissToast, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [count, action])
  return (
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
}
