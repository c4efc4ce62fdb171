const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Interruption {
  readonly signal: AbortSignal
  /** Restores the default: signals end the process again. */
  release(): void
}

/**
 * Aborts when a signal asks this process to stop. Work that must clean up first continues; a second Ctrl-C does not end it.
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
    release() {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
