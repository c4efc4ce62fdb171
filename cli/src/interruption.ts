import { EXIT, type ExitCode } from './cli-error.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Interruption {
  readonly signal: AbortSignal
  /** @param outcome the exit code unless it was interrupted. */
  readonly codeOr: (outcome: ExitCode) => ExitCode
  /** Restores the default behaviour: signals end the process. */
  release(): void
}

/**
 * Turns stop signals into an abort, so that work can clean up. Further signals do not end the process.
 * @param onAgain called for each further signal.
 */
export function interruption(onAgain: () => void = () => {}): Interruption {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) onAgain()
    controller.abort(new Error('interrupted'))
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    codeOr: (outcome) => (controller.signal.aborted ? EXIT.interrupted : outcome),
    release() {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
