import type { Histogram } from 'hdr-histogram-js'
import { LOAD_CALLS, type LoadCall } from '../players/calls.ts'
import { newHistogram, packed, record } from './histogram.ts'
import type { CallSlice, Slice } from './slice.ts'

/** The outcome of a call. */
export interface Outcome {
  readonly call: LoadCall
  /** Milliseconds from the due time to the response. */
  readonly latencyMs: number
  readonly kind: 'success' | 'refusal' | 'error'
  /** The server's error code, or the reason for a missing response; empty for a success. */
  readonly code: string
}

/** Collects the figures of the current slice. */
export class Measures {
  readonly #latencies: Histogram[] = LOAD_CALLS.map(() => newHistogram())
  readonly #errorsOf = new Uint32Array(LOAD_CALLS.length)
  readonly #lateness = newHistogram()
  readonly #lateAfterMs: number
  #errors: Record<string, number> = {}
  #refusals: Record<string, number> = {}
  #cpu = process.cpuUsage()
  #cpuAt = performance.now()
  /** Calls by the slice in which they become due. */
  readonly #due = new Map<number, number>()
  #lastSlice = -1
  #sent = 0
  #late = 0
  #arrived = 0
  #turns = 0

  constructor(lateAfterMs: number) {
    this.#lateAfterMs = lateAfterMs
  }

  /** @param at the number of the slice in which a call is due. */
  due(at: number): void {
    const slice = Math.max(at, this.#lastSlice + 1)
    this.#due.set(slice, (this.#due.get(slice) ?? 0) + 1)
  }

  arrived(): void {
    this.#arrived++
  }

  turnSubmitted(): void {
    this.#turns++
  }

  /** @param lateMs milliseconds after the earliest possible time. */
  sent(lateMs: number): void {
    this.#sent++
    if (lateMs > this.#lateAfterMs) this.#late++
    record(this.#lateness, lateMs)
  }

  answered({ call, latencyMs, kind, code }: Outcome): void {
    record(this.#latencies[call.at] as Histogram, latencyMs)
    if (kind === 'error') {
      this.#errorsOf[call.at] = (this.#errorsOf[call.at] ?? 0) + 1
      this.#errors[code] = (this.#errors[code] ?? 0) + 1
    } else if (kind === 'refusal') {
      this.#refusals[code] = (this.#refusals[code] ?? 0) + 1
    }
  }

  /** Returns the current slice and starts a new one. */
  take(at: number, active: number): Slice {
    const calls: Record<string, CallSlice> = {}
    for (const { name, at: place } of LOAD_CALLS) {
      const latency = this.#latencies[place] as Histogram
      if (latency.totalCount === 0) continue
      calls[name] = { errors: this.#errorsOf[place] ?? 0, latency: packed(latency) }
      latency.reset()
    }
    const slice: Slice = {
      at,
      due: this.#due.get(at) ?? 0,
      sent: this.#sent,
      late: this.#late,
      active,
      arrived: this.#arrived,
      turns: this.#turns,
      errors: this.#errors,
      refusals: this.#refusals,
      calls,
      lateness: packed(this.#lateness),
      cpu: this.#cores(),
      memoryMb: process.memoryUsage.rss() / 1024 / 1024,
    }
    this.#errorsOf.fill(0)
    this.#lateness.reset()
    this.#errors = {}
    this.#refusals = {}
    this.#due.delete(at)
    this.#lastSlice = at
    this.#sent = this.#late = this.#arrived = this.#turns = 0
    return slice
  }

  /** The cores that this process has used since the last slice. */
  #cores(): number {
    const now = performance.now()
    const { user, system } = process.cpuUsage(this.#cpu)
    const share = (user + system) / 1000 / Math.max(1, now - this.#cpuAt)
    this.#cpu = process.cpuUsage()
    this.#cpuAt = now
    return share
  }
}
