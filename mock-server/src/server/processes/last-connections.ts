import type { Worker } from 'node:cluster'

/** A worker sends it when it listens no more, and the primary sends it back. */
const LISTENS_NO_MORE = 'listens no more'

/** In the primary: answers a worker. */
export function answerLastQuestion(worker: Worker): void {
  worker.on('message', (message: unknown) => {
    if (message === LISTENS_NO_MORE && worker.isConnected()) worker.send(LISTENS_NO_MORE)
  })
}

/**
 * In a worker that listens no more: waits for the connections that the primary sent before it knew this. `node:cluster` gives
 * them to another worker, but those that a process has not received at its end stay open, and are never answered.
 */
export function lastConnections(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => message === LISTENS_NO_MORE && resolve())
    process.send?.(LISTENS_NO_MORE)
  })
}
