import { clearTurnError, clearValidationError, useTurn } from '../../turn/turn-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** The reason why the submission failed: a problem with the drawing or another error (spec section 8). */
export function SubmissionProblem() {
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
  return <Problem title="Submission Failed" text={error} label="Dismiss" onClose={clearTurnError} />
}

function Problem({
  title,
  text,
  label,
  onClose,
}: {
  title: string
  text: string
  label: string
  onClose: () => void
}) {
  return (
    <Dialog
      key={title}
      alert
      title={title}
      onClose={onClose}
      actions={
        <Button tone="primary" size="small" onClick={onClose}>
          {label}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
