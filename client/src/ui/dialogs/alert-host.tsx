import { useQuestion } from '../../platform/question.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

/** Renders questions and messages. Rendered once, at the root. */
export function AlertHost() {
  const question = useQuestion((state) => state.question)
  if (!question) return null
  const { title, text, confirmLabel, cancelLabel, danger, bright, answer } = question
  return (
    <Dialog
      key={title + text}
      isAlert
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          {cancelLabel && (
            <Button
              size="small"
              tone={bright === 'cancel' ? 'primary' : 'plain'}
              onClick={() => answer(false)}
            >
              {cancelLabel}
            </Button>
          )}
          <Button
            size="small"
            tone={danger ? 'danger' : bright === 'confirm' ? 'primary' : 'plain'}
            onClick={() => answer(true)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
