import cluster, { type Worker } from 'node:cluster'
import type { MetricObject } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'
import type { WorkerCounters } from './worker-counters.ts'

/* A scrape reaches one of several workers on a port, but must show all of them. The primary forwards their requests. */

interface Message {
  readonly type: 'metrics wanted' | 'metrics asked' | 'metrics answered' | 'metrics'
  readonly id: number
  /** The metrics of the worker that sends them or, for 'metrics', those of each other worker. */
  readonly metrics?: unknown
}

/** Of a worker that takes longer to respond, for example during its start, only the last known counters are included. */
const ANSWER_MS = 2000

const isMessage = (message: unknown): message is Message =>
  typeof (message as Partial<Message> | null)?.type === 'string' &&
  (message as Message).type.startsWith('metrics')

/** In the primary: collects the metrics of all other workers when a worker requests them. */
export function forwardMetrics(counters: WorkerCounters): void {
  let asked = 0
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage(message) || message.type !== 'metrics wanted' || worker.isDead()) return
    counters.note(worker.id, message.metrics as MetricObject[])
    void answer(worker, message.id)
  })
  cluster.on('exit', ({ id }: Worker) => counters.noteExit(id))

  async function answer(worker: Worker, id: number): Promise<void> {
    const others = Object.values(cluster.workers ?? {}).filter(
      (other): other is Worker => other !== undefined && other !== worker && other.isConnected(),
    )
    const answers = await Promise.all(others.map((other) => ask(other, asked++)))
    const metrics = [...answers, await counters.ofExited]
    if (worker.isConnected()) worker.send({ type: 'metrics', id, metrics } satisfies Message)
  }

  function ask(worker: Worker, id: number): Promise<MetricObject[]> {
    return new Promise((resolve) => {
      const done = (metrics?: MetricObject[]) => {
        clearTimeout(timer)
        worker.off('message', onMessage)
        if (metrics) counters.note(worker.id, metrics)
        resolve(metrics ?? counters.lastOf(worker.id))
      }
      const onMessage = (message: unknown) => {
        if (!isMessage(message) || message.type !== 'metrics answered' || message.id !== id) return
        // After an exit, its last counters are already counted.
        if (!worker.isDead()) done(message.metrics as MetricObject[] | undefined)
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
 * @param onProblem called if they cannot be read. The other worker then gets the last known counters of this one.
 */
export function shareMetrics(
  own: () => Promise<MetricObject[]>,
  onProblem: (problem: unknown) => void,
): { others: Metrics['others']; stop: () => void } {
  let wanted = 0
  const waiting = new Map<number, (metrics: MetricObject[][]) => void>()
  const send = (message: Message) => {
    if (process.connected) process.send?.(message)
  }
  const onMessage = (message: unknown) => {
    if (!isMessage(message)) return
    const { type, id } = message
    if (type === 'metrics') waiting.get(id)?.(message.metrics as MetricObject[][])
    if (type === 'metrics asked')
      own()
        .then((metrics) => send({ type: 'metrics answered', id, metrics }))
        .catch((problem) => {
          onProblem(problem)
          send({ type: 'metrics answered', id })
        })
  }
  process.on('message', onMessage)
  return {
    others(metrics) {
      const id = wanted++
      const answer = new Promise<MetricObject[][]>((resolve) => waiting.set(id, resolve))
      send({ type: 'metrics wanted', id, metrics })
      const timer = setTimeout(() => waiting.get(id)?.([]), 2 * ANSWER_MS)
      return answer.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    stop: () => void process.off('message', onMessage),
  }
}
