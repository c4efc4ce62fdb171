import { crowdOf } from './crowd.ts'
import type { Gallery } from './gallery.ts'
import { type Generated, LoadGenerator } from './generator.ts'
import type { LoadPlan } from './plan.ts'
import { prepare } from './prepare.ts'
import type { Slice } from './slice.ts'
import type { StopReason } from './stop-reason.ts'
import type { LoadTime } from './time.ts'
import type { Wire } from './wire.ts'

/** One of the processes that generate a load, here or elsewhere. */
export interface LoadPart {
  /**
   * Prepares its share of the crowd.
   * @returns the number of calls.
   */
  prepare(onProgress: (done: number, of: number) => void): Promise<number>
  /** Sends the calls. Resolves at the end. */
  run(onSlice: (slice: Slice, games: readonly string[]) => void): Promise<Generated>
  stop(reason: StopReason): void
  /** The clock of the server has moved. */
  clockMoved(): void
  close(): Promise<void>
}

export interface LocalPartOptions {
  readonly plan: LoadPlan
  /** The number of this part, and the number of parts. */
  readonly place: { readonly at: number; readonly of: number }
  readonly wire: Wire
  readonly gallery: Gallery
  readonly time: LoadTime
}

/** A part in this process. */
export function localPart({ plan, place, wire, gallery, time }: LocalPartOptions): LoadPart {
  const crowd = crowdOf(plan, place)
  const maxCalls = Math.floor(plan.maxCalls / place.of)
  const aborter = new AbortController()
  let tokens: ReadonlyMap<number, string> = new Map()
  let spent = 0
  let generator: LoadGenerator | undefined
  return {
    async prepare(onProgress) {
      const prepared = await prepare({ crowd, wire, maxCalls, signal: aborter.signal, onProgress })
      tokens = prepared.tokens
      spent = prepared.calls
      return spent
    },
    run(onSlice) {
      const parts = { plan, crowd, tokens, gallery, wire, time, onSlice, maxCalls: maxCalls - spent }
      generator = new LoadGenerator(parts)
      return generator.run()
    },
    stop(reason) {
      aborter.abort(new Error('stopped'))
      generator?.stop(reason)
    },
    clockMoved: () => generator?.clockMoved(),
    close: () => wire.close(),
  }
}
