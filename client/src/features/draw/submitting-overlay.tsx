import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { PaperPlane } from './paper-plane.tsx'
import styles from './submitting-overlay.module.css'

/** Covers the table while the drawing is submitted. At first the player can still cancel. */
export function SubmittingOverlay({
  canTakeBack,
  onTakeBack,
}: {
  canTakeBack: boolean
  onTakeBack: () => void
}) {
  const overlay = useRef<HTMLDivElement>(null)
  // Not the button, because the key that pressed Submit may still be down.
  useEffect(() => overlay.current?.focus(), [])
  return (
    <div
      ref={overlay}
      className={styles.overlay}
      role="dialog"
      aria-label="Submitting drawing"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && canTakeBack) onTakeBack()
      }}
    >
      <PaperPlane />
      <p className={styles.text} role="status">
        Submitting drawing...
      </p>
      <div className={styles.back}>
        {canTakeBack && (
          <Button size="small" onClick={onTakeBack}>
            Keep drawing
          </Button>
        )}
      </div>
    </div>
  )
}
