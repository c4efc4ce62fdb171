import type { Timings } from '../../reports/report.ts'

/** Records how long each call takes. */
export class CallLog {
  readonly #milliseconds: number[] = []
  #errors = 0

  /** Wraps a fetch or a transport so that its calls are recorded. */
  watch<Args extends unknown[], R extends { readonly status: number }>(
    inner: (...args: Args) => Promise<R>,
  ): (...args: Args) => Promise<R> {
    return async (...args) => {
      const startTime = performance.now()
      try {
        const response = await inner(...args)
        if (response.status >= 500) this.#errors++
        return response
      } catch (error) {
        this.#errors++
        throw error
      } finally {
        this.#milliseconds.push(performance.now() - startTime)
      }
    }
  }

  get timings(): Timings {
    const sorted = [...this.#milliseconds].sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
    return {
      calls: sorted.length,
      errors: this.#errors,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: sorted.at(-1) ?? 0,
    }
  }
}
