import { HEADER } from '@inkling/mock-server/contract/table/headers'
import type { Target } from '../../runner/targets/target.ts'
import { readMetrics, type ServerSample } from './server-metrics.ts'

/** Reads the server's own metrics during a load. */
export class ServerSamples {
  readonly samples: ServerSample[] = []
  readonly #target: Target
  readonly #signal: AbortSignal
  #limited: string | null = null
  /** Whether further readings cannot succeed. */
  #isOver = false

  /** @param signal ends a pending call. */
  constructor(target: Target, signal: AbortSignal) {
    this.#target = target
    this.#signal = signal
  }

  /** Why the last reading failed; null if it succeeded. */
  get limited(): string | null {
    return this.#limited
  }

  /** @param at seconds from the start. */
  async take(at: number): Promise<void> {
    if (this.#isOver) return
    const { adminKey, baseUrl, fetch } = this.#target
    const key = typeof adminKey === 'function' ? adminKey() : adminKey
    const headers = key === undefined ? {} : { [HEADER.adminKey]: key }
    try {
      const response = await fetch(`${baseUrl}/metrics`, { headers, signal: this.#signal })
      const text = await response.text()
      this.#limited = this.#problemOf(response, text)
      if (this.#limited === null) this.samples.push({ at, values: readMetrics(text) })
    } catch (error) {
      // A busy server may fail this call. The next one follows soon.
      this.#limited = `the metrics of the server could not be read: ${(error as Error).message}`
    }
  }

  #problemOf({ ok, status }: Response, text: string): string | null {
    if (ok && Object.keys(readMetrics(text)).length > 0) return null
    if (status === 401 || status === 403) {
      this.#isOver = true
      return 'the metrics of the server need its admin key'
    }
    if (ok || status === 404 || status === 405) {
      this.#isOver = true
      return 'the server provides no metrics at /metrics'
    }
    return `the metrics of the server could not be read: /metrics was answered with status ${status}`
  }
}
