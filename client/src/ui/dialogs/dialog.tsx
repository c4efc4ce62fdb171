import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import styles from './dialog.module.css'
import { Notice } from './notice.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children?: ReactNode
  /** Why the last try failed: above the buttons, in sight wherever the player scrolls. */
  problem?: string | null | undefined
  /** The buttons at the bottom. */
  actions?: ReactNode
  /** Whether Cancel comes before them. */
  hasCancel?: boolean
  /** An alert has no close button, and a tap on the backdrop does not close it. */
  isAlert?: boolean
  /** Whether `actions` has a Close button, which replaces the one at the top. */
  hasClose?: boolean
}

/**
 * A modal dialog, open while it is rendered. The native element traps and restores the focus and closes on Escape,
 * without adding a style element to the page.
 */
export function Dialog({
  title,
  onClose,
  children,
  problem,
  actions,
  hasCancel = false,
  isAlert = false,
  hasClose = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useEffectEvent(onClose)
  useModal(ref)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // A tap on the backdrop has the dialog itself as its target, and so has a drag that ends there: the selection of
    // text in a field, for example.
    let pressed: EventTarget | null = dialog
    const onPress = (event: PointerEvent) => {
      pressed = event.target
    }
    const onTap = (event: MouseEvent) => {
      if (!isAlert && event.target === dialog && pressed === dialog) close()
    }
    dialog.addEventListener('pointerdown', onPress)
    dialog.addEventListener('click', onTap)
    return () => {
      dialog.removeEventListener('pointerdown', onPress)
      dialog.removeEventListener('click', onTap)
    }
  }, [isAlert])
  return (
    <dialog
      ref={ref}
      role={isAlert ? 'alertdialog' : 'dialog'}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault()
        // React also calls this for a dialog within this one.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {!isAlert && !hasClose && (
            <IconButton label="Close dialog" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
        <div className={styles.body}>{children}</div>
        {problem && (
          <div className={styles.problem}>
            <Notice tone="red">{problem}</Notice>
          </div>
        )}
        {actions && (
          <div className={styles.actions}>
            {hasCancel && (
              <Button size="small" onClick={onClose}>
                Cancel
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </dialog>
  )
}
