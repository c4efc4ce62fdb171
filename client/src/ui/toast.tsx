import { X } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import { IconButton } from './button.tsx'
import styles from './toast.module.css'

const SHOWN_MS = 5000

const useToast = create<{ text: string | null; count: number }>(() => ({ text: null, count: 0 }))

/** Shows a short message for five seconds. The next one replaces it. */
export const toast = (text: string): void => useToast.setState(({ count }) => ({ text, count: count + 1 }))

export const dismissToast = (): void => useToast.setState({ text: null })

/** Renders the toasts. Rendered once, at the root. */
export function ToastHost() {
  const { text, count } = useToast()
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(dismissToast, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <div role="status" className={styles.place}>
      {text !== null && (
        <div key={count} className={styles.toast}>
          <span>{text}</span>
          <IconButton label="Dismiss" onClick={dismissToast}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
