import { setTimeout as pause } from 'node:timers/promises'
import { STOP_NOW } from '@inkling/mock-server/server'

/** The signals that stop a server. */
export interface StopSignals {
  readonly first: Promise<NodeJS.Signals>
  /** Waits this long. Returns early, or immediately, on Ctrl-C. */
  grace(ms: number): Promise<void>
}

/** Task runners pass on a Ctrl-C that the server receives itself: two within this time are one. */
const SAME_CTRL_C_MS = 1000

/**
 * Starts listening for the signals.
 * @param options.isWorker whether this is a worker: then the parent process, which also receives Ctrl-C and the end of the
 * terminal, decides
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
      for (const name of ['SIGINT', 'SIGHUP']) process.on(name, () => {})
      process.on('message', (message) => message === STOP_NOW && stopNow())
      return
    }
    process.on('SIGHUP', resolve)
    let pressedAt: number | null = null
    const onCtrlC = () => {
      const isSecond = pressedAt !== null && performance.now() - pressedAt > SAME_CTRL_C_MS
      pressedAt ??= performance.now()
      stopNow()
      if (!isSecond) return
      // Ends the process at once, as without a listener.
      process.off('SIGINT', onCtrlC)
      process.kill(process.pid, 'SIGINT')
    }
    process.on('SIGINT', onCtrlC)
  })
  return {
    first,
    grace: (ms) => pause(ms, undefined, { signal: impatient.signal }).catch(() => {}),
  }
}
