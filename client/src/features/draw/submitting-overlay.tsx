import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
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
      <p className="display text-2xl" role="status">
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

/** The sheet, folded into a paper plane. */
function PaperPlane() {
  return (
    <svg className={styles.plane} viewBox="0 0 200 120" aria-hidden="true">
      <path
        className={styles.trail}
        d="M8 104 C40 116 66 108 72 88 C78 66 52 62 52 82 C52 100 88 98 108 80"
      />
      <g className={styles.flight}>
        <path className={styles.wing} d="M108 62 L188 18 L150 94 L134 72 Z" />
        <path className={styles.fold} d="M134 72 L188 18 L126 68 L128 92 Z" />
        <path className={styles.crease} d="M134 72 L188 18" />
      </g>
    </svg>
  )
}
