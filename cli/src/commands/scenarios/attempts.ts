import type { RunEvent, RunReport } from '@inkling/scenarios/runner/reports/report'
import { isFailed } from '@inkling/scenarios/runner/reports/rerun'

interface Attempts {
  readonly max: number
  /** Whether no attempt is to follow this one. */
  readonly isOver: (run: RunReport) => boolean
}

type OnEvent = (event: RunEvent) => void

/**
 * Repeats a scenario that fails.
 * @param onEvent called with the events of all attempts, of which only the last one ends the run.
 * @returns the last run, with the ones that failed before it.
 */
export async function untilPassed(
  play: (onEvent: OnEvent) => Promise<RunReport>,
  { max, isOver }: Attempts,
  onEvent: OnEvent,
): Promise<RunReport> {
  const failedAttempts: RunReport[] = []
  for (;;) {
    const run = await play((event) => {
      if (event.type !== 'run-ended') onEvent(event)
    })
    const attempt = failedAttempts.length + 1
    const isLast = !isFailed(run) || run.isUnreadable || attempt >= max || isOver(run)
    if (isLast) {
      const whole = failedAttempts.length === 0 ? run : { ...run, failedAttempts }
      onEvent({ type: 'run-ended', run: whole })
      return whole
    }
    onEvent({ type: 'attempt-failed', run, attempt, attempts: max })
    failedAttempts.push(run)
  }
}
