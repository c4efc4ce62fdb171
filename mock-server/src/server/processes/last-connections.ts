import type { Worker } from 'node:cluster'

/** A worker sends it when it has stopped listening, and the primary sends it back. */
const STOPPED_LISTENING = 'stopped listening'

/** In the primary: answers {@link lastConnections} of a worker. */
export function answerLastConnections(worker: Worker): void {
  worker.on('message', (message: unknown) => {
    if (message === STOPPED_LISTENING && worker.isConnected()) worker.send(STOPPED_LISTENING)
  })
}

/**
 * In a worker that has stopped listening: waits until it has received all connections that the primary sent it. Node returns
 * them to the primary for another worker. Those that a process has not received when it exits stay open, unanswered.
 */
export function lastConnections(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => message === STOPPED_LISTENING && resolve())
    process.send?.(STOPPED_LISTENING)
  })
}
