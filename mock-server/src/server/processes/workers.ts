import cluster, { type Worker } from 'node:cluster'
import { backoffMs } from '../../core/contract/backoff.ts'
import { StartupError } from '../platform/startup-error.ts'
import { answerLastConnections } from './last-connections.ts'
import { collectMetrics } from './worker-metrics.ts'

export interface WorkerOptions {
  readonly count: number
  /** Added to the environment of each worker. */
  readonly env: Readonly<Record<string, string>>
  /** Receives a sentence for each worker that ends and for its replacement. */
  readonly say: (sentence: string) => void
}

/** A worker that ends sooner has probably failed to start, so its replacement is delayed. */
const EARLY_MS = 5000
/** After this many early ends in a row, with no worker listening, no more workers are started. */
const MAX_EARLY = 5
const WAIT = { first: 250, max: 30_000 }

/** The message that makes a worker stop without a grace period. */
export const STOP_NOW = 'stop now'

/**
 * Processes that run this program and listen on one port (`node:cluster`). A process that ends is replaced immediately
 * or, if processes end soon after their start, after a delay that doubles each time, less a part by chance.
 */
export class Workers {
  readonly #options: WorkerOptions
  readonly #running = new Set<Worker>()
  readonly #listening = new Set<Worker>()
  readonly #restarts = new Set<NodeJS.Timeout>()
  #earlyEnds = 0
  #isStopping = false
  #onChange = () => {}
  #giveUp: (error: StartupError) => void = () => {}
  /** Rejects with a {@link StartupError} when workers repeatedly fail to start. */
  readonly failed: Promise<never>

  constructor(options: WorkerOptions) {
    this.#options = options
    this.failed = new Promise((_, reject) => {
      this.#giveUp = reject
    })
    // Avoid an unhandled rejection: callers may await it later.
    this.failed.catch(() => {})
    // Round-robin, which is not the default everywhere: otherwise most connections lead to few of the workers.
    cluster.schedulingPolicy = cluster.SCHED_RR
    collectMetrics()
    for (let at = 0; at < options.count; at++) this.#start()
  }

  /** Resolves when all of them listen. */
  async listening(): Promise<void> {
    await Promise.race([this.#until(() => this.#listening.size >= this.#options.count), this.failed])
  }

  /**
   * Stops all workers after they have finished their pending requests.
   * @param options.now whether to skip the grace period.
   * @param options.withinMs workers that still run after this time are killed.
   */
  async stop({ now, withinMs }: { now: boolean; withinMs: number }): Promise<void> {
    this.#isStopping = true
    for (const restart of this.#restarts) clearTimeout(restart)
    for (const worker of this.#running) {
      if (now && worker.isConnected()) worker.send(STOP_NOW)
      else worker.process.kill('SIGTERM')
    }
    const deadline = setTimeout(() => {
      for (const worker of this.#running) worker.process.kill('SIGKILL')
    }, withinMs)
    await this.#until(() => this.#running.size === 0)
    clearTimeout(deadline)
  }

  #start({ replaces = false } = {}): void {
    const worker = cluster.fork(this.#options.env)
    const startedAt = performance.now()
    this.#running.add(worker)
    answerLastConnections(worker)
    worker.once('listening', () => {
      this.#listening.add(worker)
      if (replaces) this.#options.say(`Worker ${worker.process.pid} has replaced it and accepts connections.`)
      this.#onChange()
    })
    // A message could not be sent because the process has ended: `exit` handles it.
    worker.on('error', () => {})
    worker.once('exit', (code: number, signal: string | null) => {
      this.#running.delete(worker)
      this.#listening.delete(worker)
      if (!this.#isStopping) this.#replace(worker, performance.now() - startedAt, signal ?? `code ${code}`)
      this.#onChange()
    })
  }

  #replace(worker: Worker, livedMs: number, how: string): void {
    this.#earlyEnds = livedMs < EARLY_MS ? this.#earlyEnds + 1 : 0
    if (this.#earlyEnds >= MAX_EARLY && this.#listening.size === 0) {
      this.#isStopping = true
      const error = `${this.#earlyEnds} workers in a row exited soon after starting, the last one with ${how}. Fix the problem that they report above, and start again.`
      this.#giveUp(new StartupError(error))
      return
    }
    const wait = this.#earlyEnds === 0 ? 0 : Math.round(backoffMs(this.#earlyEnds, WAIT))
    this.#options.say(
      `Worker ${worker.process.pid} exited with ${how}. A replacement starts${wait === 0 ? '' : ` in ${wait / 1000} s`}.`,
    )
    const restart = setTimeout(() => {
      this.#restarts.delete(restart)
      this.#start({ replaces: true })
    }, wait)
    this.#restarts.add(restart)
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => isSo() && resolve()
      this.#onChange()
    })
  }
}
