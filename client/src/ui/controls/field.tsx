import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './field.module.css'

const COMPOSING_KEY = 229

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string | null | undefined
  /** The consequence of the error. */
  errorNote?: string | null | undefined
  hint?: ReactNode
  /** Leaves the label to screen readers, where the screen already explains the field. */
  hideLabel?: boolean
}

/** A text input with its label, hint and error. */
export function Field({
  label,
  error,
  errorNote,
  hint,
  hideLabel,
  className,
  onKeyDown,
  ...input
}: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const field = useRef<HTMLDivElement>(null)
  // What is wrong may have been scrolled out of sight.
  useEffect(() => {
    if (error) field.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={field} className={clsx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <input
        autoComplete="off"
        {...input}
        id={id}
        className={styles.input}
        onKeyDown={(event) => {
          // This Enter confirms a word of an input method. Safari sends it after the composition, with another code.
          const isComposing = event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY
          if (event.key === 'Enter' && isComposing) event.preventDefault()
          else onKeyDown?.(event)
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
      />
      {error ? (
        <div id={noteId} className={styles.error} role="alert">
          <p>{error}</p>
          {errorNote && <p>{errorNote}</p>}
        </div>
      ) : (
        hint && (
          <p id={noteId} className="text-sm soft">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
