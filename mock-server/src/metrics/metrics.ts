import type { MetricObject } from 'prom-client'
import type { Engine } from '../engine/engine.ts'
import type { MeasuredCall, PrometheusMetrics } from './prometheus-metrics.ts'

/** Maximum number of calls buffered until prom-client is loaded. Further calls are not counted. */
const MAX_EARLY = 10_000

/** The metrics of a server. prom-client is loaded after the start, because it loads more slowly than the server. */
export class Metrics {
  /** The number of open sockets. */
  sockets: () => number = () => 0
  /** The metrics of the other workers on this port. Receives those of this process. */
  others: (own: MetricObject[]) => Promise<MetricObject[][]> = async () => []
  /** Called at each scrape for which the store cannot be read. */
  onProblem: (problem: unknown) => void = console.error
  readonly #engine: Engine
  #loaded: PrometheusMetrics | null = null
  #loading: Promise<PrometheusMetrics> | null = null
  /** Calls answered before prom-client was loaded. */
  readonly #early: MeasuredCall[] = []

  constructor(engine: Engine) {
    this.#engine = engine
  }

  observeCall(call: MeasuredCall): void {
    if (this.#loaded) this.#loaded.observeCall(call)
    else if (this.#early.length < MAX_EARLY) this.#early.push(call)
  }

  /** Loads prom-client and passes the buffered calls to it. */
  load(): Promise<PrometheusMetrics> {
    this.#loading ??= import('./prometheus-metrics.ts').then(({ PrometheusMetrics }) => {
      const loaded = new PrometheusMetrics(
        this.#engine,
        () => this.sockets(),
        (problem) => this.onProblem(problem),
      )
      for (const call of this.#early.splice(0)) loaded.observeCall(call)
      this.#loaded = loaded
      return loaded
    })
    return this.#loading
  }

  /** The metrics of this process, in the JSON format of prom-client. */
  async json(): Promise<MetricObject[]> {
    return (await this.load()).json()
  }

  /** The metrics of all processes, in the text format of Prometheus. */
  async text(): Promise<string> {
    const own = await this.json()
    const others = await this.others(own)
    const { PrometheusMetrics } = await import('./prometheus-metrics.ts')
    return PrometheusMetrics.text([own, ...others])
  }
}
