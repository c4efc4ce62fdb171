import { setTimeout as pause } from 'node:timers/promises'
import { STOP_NOW } from '@inkling/mock-server/server'

/** The signals that stop a server. */
export interface StopSignals {
  /** Resolves to the first one. */
  readonly first: Promise<NodeJS.Signals>
  /** Waits this long. Returns early, or immediately, on Ctrl-C. */
  grace(ms: number): Promise<void>
}

/**
 * Starts listening for the signals.
 * @param options.isWorker whether this is a worker: then the parent process, which also receives Ctrl-C, decides
 */
export function stopSignals({ isWorker }: { isWorker: boolean }): StopSignals {
  const impatient = new AbortController()
  const first = new Promise<NodeJS.Signals>((resolve) => {
    const stopNow = () => {
      impatient.abort()
      resolve('SIGINT')
    }
    // A supervisor that signals every process of the tree may cause a second SIGTERM.
    process.on('SIGTERM', resolve)
    if (isWorker) {
      process.on('SIGINT', () => {})
      process.on('message', (message) => message === STOP_NOW && stopNow())
    } else {
      // A second Ctrl-C ends the process at once.
      process.once('SIGINT', stopNow)
    }
  })
  return {
    first,
    grace: (ms) => pause(ms, undefined, { signal: impatient.signal }).catch(() => {}),
  }
}
