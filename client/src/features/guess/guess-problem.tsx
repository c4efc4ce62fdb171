import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { isNetworkFailure } from '../../platform/online.ts'
import { CONNECTION_LOST } from '../../session/session.ts'
import { Notice } from '../../ui/dialogs/notice.tsx'

/** An error message: what failed, and what the player can do. */
export interface GuessProblem {
  title: string
  text: string
}

const TEXTS: Readonly<Record<string, string>> = {
  CONFLICT: 'This turn is already over.',
  VALIDATION_FAILED: 'This guess could not be read. Try it in other words.',
  RATE_LIMITED: 'That was fast! Wait a moment, then try again.',
}

/** Refusals of what a guess says, which cost no attempt. */
const UNFRIENDLY = ['Please keep it family-friendly', 'Guesses cannot contain links or contact details']

/** The message for a failed guess. Not the server's message, which may be technical. */
export function guessProblem(error: unknown): GuessProblem {
  if (error instanceof ApiError && UNFRIENDLY.includes(error.message))
    return { title: 'Not this one', text: `${error.message}. It cost no attempt.` }
  const known = error instanceof ApiError ? TEXTS[error.code] : undefined
  const text = isNetworkFailure(error) ? CONNECTION_LOST : known
  return {
    title: 'Failed to submit guess',
    text: text ?? 'It did not count. Please try again in a moment.',
  }
}

/** The message for a failed finalization; `error` is the turn store's message. */
export const finalizeProblem = (error: string): GuessProblem => ({
  title: 'Failed to finalize turn',
  text: error === CONNECTION_LOST ? error : 'Your guesses are safe. Please try again in a moment.',
})

interface GuessProblemPanelProps {
  problem: GuessProblem
  onDismiss: () => void
}

/** The Error panel of the guessing screens. */
export const GuessProblemPanel = ({ problem, onDismiss }: GuessProblemPanelProps) => (
  <section aria-label="Error">
    <Notice tone="red" title={problem.title} onDismiss={onDismiss}>
      {problem.text}
    </Notice>
  </section>
)
