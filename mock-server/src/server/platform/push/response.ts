import type { Delivery } from '../../../engine/ports.ts'

/** A service that takes longer is tried again later. */
export const TIMEOUT_MS = 10_000

/** Longer pauses are not believed. */
const MAX_PAUSE_MS = 6 * 60 * 60 * 1000

/** The result of a call that failed: to be tried again if the service is busy, broken or out of reach. */
export function trouble(response: unknown): Delivery {
  if (!(response instanceof Response)) {
    const reason = response instanceof Error ? response.message : String(response)
    return { result: 'later', reason: `the service cannot be reached: ${reason}`, afterMs: null }
  }
  const { status, headers } = response
  const reason = `the service has responded with ${status}`
  if (status !== 429 && status !== 401 && status < 500) return { result: 'failed', reason }
  return { result: 'later', reason, afterMs: pauseIn(headers.get('retry-after')) }
}

/** Services that have asked for a pause are not called meanwhile. */
export class Pauses {
  readonly #untils = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** The result of a message to a service that has asked for a pause; null for the others. */
  of(origin: string): Delivery | null {
    const afterMs = (this.#untils.get(origin) ?? 0) - this.#now()
    return afterMs > 0 ? { result: 'later', reason: 'the service has asked for a pause', afterMs } : null
  }

  note(origin: string, delivery: Delivery): Delivery {
    if (delivery.result === 'later' && delivery.afterMs !== null) {
      keepNewest(this.#untils, MAX_SERVICES - 1)
      this.#untils.set(origin, this.#now() + delivery.afterMs)
    }
    return delivery
  }
}

/** Something is remembered of so many services. There are few, but some have any number of hosts. */
export const MAX_SERVICES = 100

/** Removes the oldest entries of a map until no more than `max` are left. */
export function keepNewest(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return
    map.delete(key)
  }
}

/** The value of a Retry-After header, which is a number of seconds or a date. */
function pauseIn(text: string | null): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_PAUSE_MS)
}
