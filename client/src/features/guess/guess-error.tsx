import { Notice } from '../../ui/dialogs/notice.tsx'
import type { GuessProblem } from './guess-problem.ts'

/** The Error panel of the guessing screens. */
export function GuessError({ problem, onDismiss }: { problem: GuessProblem; onDismiss: () => void }) {
  return (
    <section aria-label="Error">
      <Notice tone="red" title={problem.title} onDismiss={onDismiss}>
        {problem.text}
      </Notice>
    </section>
  )
}
