import { AggregatorRegistry, type MetricObject } from 'prom-client'

/**
 * The last known counters of the workers. Those of a worker that has exited still count: Prometheus takes a counter that
 * decreases for a restart of the server.
 */
export class WorkerCounters {
  readonly #known = new Map<number, MetricObject[]>()
  #ofExited: Promise<MetricObject[]> = Promise.resolve([])

  /** Stores the counters among the metrics of a worker. */
  note(workerId: number, metrics: readonly MetricObject[]): void {
    this.#known.set(workerId, metrics.filter(isCounter))
  }

  /** The counters of a worker at its last response; none if it has never responded. */
  lastOf(workerId: number): MetricObject[] {
    return this.#known.get(workerId) ?? []
  }

  /** Adds the last counters of a worker that has exited to {@link ofExited}. */
  noteExit(workerId: number): void {
    const last = this.lastOf(workerId)
    this.#known.delete(workerId)
    this.#ofExited = this.#ofExited.then((before) =>
      AggregatorRegistry.aggregate([before, last]).getMetricsAsJSON(),
    )
  }

  /** The sums of the counters of all workers that have exited. */
  get ofExited(): Promise<MetricObject[]> {
    return this.#ofExited
  }
}

/** The types of prom-client have numbers, but the values are strings. */
const isCounter = ({ type }: MetricObject): boolean => ['counter', 'histogram'].includes(String(type))
