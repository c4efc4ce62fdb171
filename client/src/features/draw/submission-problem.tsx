import { clearTurnError, clearValidationError, useTurn } from '../../turn/turn-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

/**
 * The reason why the submission failed: a problem with the drawing or another error, after which the
 * same drawing can be sent again.
 */
export function SubmissionProblem({ onRetry }: { onRetry: () => void }) {
  const validationError = useTurn((state) => state.validationError)
  const error = useTurn((state) => state.error)
  if (validationError !== null) {
    return (
      <Problem
        title="Drawing Issue"
        text={validationError}
        label="Continue Drawing"
        onClose={clearValidationError}
      />
    )
  }
  if (error === null) return null
  return (
    <Problem
      title="Submission Failed"
      text={error}
      note="Your drawing is safe: it stays on this device."
      label="Dismiss"
      onClose={clearTurnError}
      onRetry={onRetry}
    />
  )
}

function Problem({
  title,
  text,
  note,
  label,
  onClose,
  onRetry,
}: {
  title: string
  text: string
  note?: string
  label: string
  onClose: () => void
  onRetry?: () => void
}) {
  return (
    <Dialog
      key={title}
      isAlert
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button tone={onRetry ? 'plain' : 'primary'} size="small" onClick={onClose}>
            {label}
          </Button>
          {onRetry && (
            <Button tone="primary" size="small" onClick={onRetry}>
              Try Again
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
      {note && <p>{note}</p>}
    </Dialog>
  )
}
