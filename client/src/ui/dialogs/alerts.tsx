import { create } from 'zustand'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

interface Question {
  title: string
  text: string
  /** The label of the confirming button; a plain message has only this one. */
  confirmLabel: string
  cancelLabel: string | null
  danger: boolean
  /** The button to press without thinking. */
  bright: 'confirm' | 'cancel'
  answer: (confirmed: boolean) => void
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/** Asks for confirmation. Resolves to true if the player confirms. */
export function askToConfirm(
  title: string,
  text: string,
  confirmLabel: string,
  { danger = false, bright = 'confirm' }: Partial<Pick<Question, 'danger' | 'bright'>> = {},
): Promise<boolean> {
  return ask({ title, text, confirmLabel, cancelLabel: 'Cancel', danger, bright })
}

/** Shows a message that the player must dismiss. */
export async function showMessage(text: string): Promise<void> {
  await ask({
    title: 'One moment',
    text,
    confirmLabel: 'OK',
    cancelLabel: null,
    danger: false,
    bright: 'confirm',
  })
}

/** Cancels the open question, if any. */
export const dismissQuestion = (): void => useQuestion.getState().question?.answer(false)

function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  dismissQuestion()
  return new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      useQuestion.setState({ question: null })
      resolve(confirmed)
    }
    useQuestion.setState({ question: { ...question, answer } })
  })
}

/** Renders {@link askToConfirm} and {@link showMessage}. Rendered once, at the root. */
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
