import type { MetricObject } from 'prom-client'
import type { Engine } from '../engine/engine.ts'
import type { MeasuredCall, PrometheusMetrics } from './prometheus-metrics.ts'

/** More calls than these are not remembered should prom-client not load. */
const MAX_EARLY = 10_000

/** The metrics of a server. prom-client takes longer to load than the server takes to start, so it is loaded afterwards. */
export class Metrics {
  /** How many sockets are open. */
  sockets: () => number = () => 0
  /** What the other processes on this port have to tell. */
  others: () => Promise<MetricObject[][]> = async () => []
  readonly #engine: Engine
  #loaded: PrometheusMetrics | null = null
  #loading: Promise<PrometheusMetrics> | null = null
  /** Calls from the time before that. */
  readonly #early: MeasuredCall[] = []

  constructor(engine: Engine) {
    this.#engine = engine
  }

  observeCall(call: MeasuredCall): void {
    if (this.#loaded) this.#loaded.observeCall(call)
    else if (this.#early.length < MAX_EARLY) this.#early.push(call)
  }

  /** Loads what counts calls. */
  load(): Promise<PrometheusMetrics> {
    this.#loading ??= import('./prometheus-metrics.ts').then(({ PrometheusMetrics }) => {
      const loaded = new PrometheusMetrics(this.#engine, () => this.sockets())
      for (const call of this.#early.splice(0)) loaded.observeCall(call)
      this.#loaded = loaded
      return loaded
    })
    return this.#loading
  }

  /** What this process has to tell, as prom-client has it in JSON. */
  async json(): Promise<MetricObject[]> {
    return (await this.load()).json()
  }

  /** What all processes have to tell, in the text format of Prometheus. */
  async text(): Promise<string> {
    const [own, others] = await Promise.all([this.json(), this.others()])
    const { PrometheusMetrics } = await import('./prometheus-metrics.ts')
    return PrometheusMetrics.text([own, ...others])
  }
}
