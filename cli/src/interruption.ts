import { EXIT, type ExitCode } from './cli-error.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Turns stop signals into an abort, so that work can clean up. Further signals do not end the process.
 * @param onAgain called for each further signal.
 */
export function interruption(onAgain: () => void = () => {}) {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) onAgain()
    controller.abort(new Error('interrupted'))
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    /** @param outcome the exit code unless it was interrupted. */
    codeOr: (outcome: ExitCode) => (controller.signal.aborted ? EXIT.interrupted : outcome),
    /** Restores the default behaviour: signals end the process. */
    release(): void {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
