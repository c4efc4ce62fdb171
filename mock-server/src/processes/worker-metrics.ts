import cluster, { type Worker } from 'node:cluster'

/* A scrape reaches one of several workers on a port, but must show all of them. The primary forwards their requests. */

interface Message {
  readonly type: 'metrics wanted' | 'metrics asked' | 'metrics answered' | 'metrics'
  readonly id: number
  /** The metrics of one process, or an array for several. */
  readonly metrics?: unknown
}

/** A worker that takes longer to respond, for example during its start, is left out. */
const ANSWER_MS = 2000

const isMessage = (message: unknown): message is Message =>
  typeof (message as Partial<Message> | null)?.type === 'string' &&
  (message as Message).type.startsWith('metrics')

/** In the primary: collects the metrics of all other workers when a worker requests them. */
export function forwardMetrics(): void {
  let asked = 0
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (isMessage(message) && message.type === 'metrics wanted') void answer(worker, message.id)
  })

  async function answer(worker: Worker, id: number): Promise<void> {
    const others = Object.values(cluster.workers ?? {}).filter(
      (other): other is Worker => other !== undefined && other !== worker && other.isConnected(),
    )
    const answers = await Promise.all(others.map((other) => ask(other, asked++)))
    const metrics = answers.filter((each) => each !== undefined)
    if (worker.isConnected()) worker.send({ type: 'metrics', id, metrics } satisfies Message)
  }

  function ask(worker: Worker, id: number): Promise<unknown> {
    return new Promise((resolve) => {
      const done = (metrics?: unknown) => {
        clearTimeout(timer)
        worker.off('message', onMessage)
        resolve(metrics)
      }
      const onMessage = (message: unknown) => {
        if (isMessage(message) && message.type === 'metrics answered' && message.id === id)
          done(message.metrics)
      }
      const timer = setTimeout(done, ANSWER_MS)
      worker.on('message', onMessage)
      worker.send({ type: 'metrics asked', id } satisfies Message)
    })
  }
}

/**
 * In a worker: responds to other workers until `stop` is called.
 * @param own the metrics of this process.
 * @returns `others` asks the other workers.
 */
export function shareMetrics<T>(own: () => Promise<T>): { others: () => Promise<T[]>; stop: () => void } {
  let wanted = 0
  const waiting = new Map<number, (metrics: T[]) => void>()
  const send = (message: Message) => {
    if (process.connected) process.send?.(message)
  }
  const onMessage = (message: unknown) => {
    if (!isMessage(message)) return
    const { type, id } = message
    if (type === 'metrics') waiting.get(id)?.(message.metrics as T[])
    // A worker whose metrics fail sends none and is left out.
    if (type === 'metrics asked')
      own()
        .then((metrics) => send({ type: 'metrics answered', id, metrics }))
        .catch(() => send({ type: 'metrics answered', id }))
  }
  process.on('message', onMessage)
  return {
    others() {
      const id = wanted++
      const answer = new Promise<T[]>((resolve) => waiting.set(id, resolve))
      send({ type: 'metrics wanted', id })
      const timer = setTimeout(() => waiting.get(id)?.([]), 2 * ANSWER_MS)
      return answer.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    stop: () => void process.off('message', onMessage),
  }
}
