import { setTimeout as pause } from 'node:timers/promises'
import { STOP_NOW } from '@inkling/mock-server/processes/workers'

/** The signals that end a server. */
export interface StopSignals {
  /** Resolves to the first one. */
  readonly first: Promise<NodeJS.Signals>
  /** Waits this long after SIGTERM, unless another signal arrives. Returns at once after Ctrl-C. */
  grace(ms: number): Promise<void>
}

/**
 * Listens to the signals from now on.
 * @param options.isWorker whether a parent process also receives Ctrl-C and decides what to do
 */
export function stopSignals({ isWorker }: { isWorker: boolean }): StopSignals {
  const impatient = new AbortController()
  const first = new Promise<NodeJS.Signals>((resolve) => {
    const stopNow = () => {
      impatient.abort()
      resolve('SIGINT')
    }
    // A supervisor that signals every process of a tree causes a second SIGTERM.
    process.on('SIGTERM', resolve)
    if (isWorker) {
      process.on('SIGINT', () => {})
      process.on('message', (message) => message === STOP_NOW && stopNow())
    } else {
      // A second Ctrl-C is impatience.
      process.once('SIGINT', stopNow)
    }
  })
  return {
    first,
    grace: (ms) => pause(ms, undefined, { signal: impatient.signal }).catch(() => {}),
  }
}
