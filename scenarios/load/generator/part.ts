import type { Slice } from '../figures/slice.ts'
import type { LoadPlan } from '../file/plan.ts'
import { crowdOf } from '../players/crowd.ts'
import type { Gallery } from '../players/gallery.ts'
import type { Wire } from '../players/wire.ts'
import { type Generated, LoadGenerator } from './generator.ts'
import { prepare } from './prepare.ts'
import type { StopReason } from './stop-reason.ts'
import type { LoadTime } from './time.ts'

/** A generator of one share of a load, in this or another process. */
export interface LoadPart {
  /**
   * Prepares its share of the crowd.
   * @returns the number of calls that this took.
   */
  prepare(onProgress: (done: number, of: number) => void): Promise<number>
  /** Sends the calls. Resolves at the end. */
  run(onSlice: (slice: Slice, games: readonly string[]) => void): Promise<Generated>
  stop(reason: StopReason): void
  /** Must be called when the clock of the server moves. */
  clockMoved(): void
  close(): Promise<void>
}

export interface LocalPartOptions {
  readonly plan: LoadPlan
  /** The index of this part, and the number of parts. */
  readonly place: { readonly at: number; readonly of: number }
  readonly wire: Wire
  readonly gallery: Gallery
  readonly time: LoadTime
}

/** Creates a part in this process. */
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
