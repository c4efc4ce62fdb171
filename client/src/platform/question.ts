import { create } from 'zustand'

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

/** The question or message that the page shows. */
export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

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
