import { clientOf } from '@inkling/mock-server/contract/client/client'
import { VERSION } from '@inkling/mock-server/contract/constants'
import type { Target } from '../../runner/targets/target.ts'
import { InvariantWatch } from '../figures/invariant-watch.ts'
import { type LiveView, liveViewOf } from '../figures/live-view.ts'
import { mergeSlices } from '../figures/merge-slices.ts'
import type { InvariantReport, LoadReport } from '../figures/report.ts'
import { ServerSamples } from '../figures/server-samples.ts'
import type { Slice } from '../figures/slice.ts'
import { summaryOf } from '../figures/summary.ts'
import type { ClockEvent, LoadPlan } from '../file/plan.ts'
import { startClock } from './clock-events.ts'
import { type Generated, SLICE_MS } from './generator.ts'
import type { LoadPart } from './part.ts'
import { type Preparing, prepareParts } from './prepare-parts.ts'
import type { StopReason } from './stop-reason.ts'

export interface LoadRun {
  readonly plan: LoadPlan
  readonly target: Target
  readonly parts: readonly LoadPart[]
  readonly signal: AbortSignal
  readonly onEvent: (event: LoadEvent) => void
}

/** Progress of a running load. */
export type LoadEvent =
  | Preparing
  | { readonly type: 'slice'; readonly view: LiveView }
  | { readonly type: 'clock'; readonly at: number; readonly what: string }
  | { readonly type: 'checking' }

/** The number of recent slices that the share of errors covers, and the minimum number of calls in them. */
const JUDGED = { slices: 5, calls: 50 }
const SAMPLE_EVERY_SLICES = 5
const METRICS_EVERY_SLICES = 2
/** The maximum number of slices in a report. Longer loads get longer slices. */
const MAX_SLICES = 300
/** The invariants of a load that was stopped during its preparation. */
const UNCHECKED: InvariantReport = {
  sampled: 0,
  checked: 0,
  acknowledged: 0,
  found: 0,
  limited: 'the load was stopped before its players played',
  broken: [],
}

/**
 * Runs a complete load: prepares the crowd, sends the calls, checks the rules and creates the report. An interrupt ends
 * each of these at once; the report then covers what was done.
 * @throws {PreparationError} if the crowd could not be prepared.
 */
export async function runLoad({ plan, target, parts, signal, onEvent }: LoadRun): Promise<LoadReport> {
  const begunAt = new Date().toISOString()
  const startedAt = performance.now()
  /** Aborts with the reason when the load is stopped. */
  const stopping = new AbortController()
  const stop = (reason: StopReason) => {
    stopping.abort(reason)
    for (const part of parts) part.stop(reason)
  }
  const onAbort = () => stop('interrupted')
  signal.addEventListener('abort', onAbort, { once: true })
  const deadline = setTimeout(() => stop('duration'), plan.maxDurationMs)
  try {
    const prepared = await prepareParts(parts, target, stopping.signal, onEvent)
    const preparation = { calls: prepared.calls, ms: performance.now() - startedAt }
    const watch = target.controls ? new InvariantWatch(clientOf(target), signal) : null
    const server = new ServerSamples(target, signal)
    const slices = new SliceCollector(parts.length, (slice, games) => {
      if (slice.at % METRICS_EVERY_SLICES === 0) void server.take(slice.at)
      if (slice.at % SAMPLE_EVERY_SLICES === 0) watch?.sample(games)
      onEvent({ type: 'slice', view: liveViewOf(plan, slice, slices.merged) })
      if (tooManyErrors(slices.merged, plan.maxErrors)) stop('errors')
    })
    const onMoved = (event: ClockEvent) => {
      for (const part of parts) part.clockMoved()
      onEvent({ type: 'clock', at: event.atMs, what: JSON.stringify(event.clock) })
    }
    const generate = async () => {
      const clocks = startClock(plan, target, signal, onMoved, () => stop('clock'))
      const generated = await Promise.all(
        parts.map((part) => part.run((slice, games) => slices.add(slice, games))),
      ).finally(clocks.stop)
      const clockFailure = await clocks.failure()
      if (!signal.aborted) onEvent({ type: 'checking' })
      const invariants = await checkInvariants(watch, generated, prepared.dayBefore, target, signal)
      return { generated, clockFailure, invariants }
    }
    const { generated, clockFailure, invariants } =
      prepared.stopped === null
        ? await generate()
        : { generated: [], clockFailure: null, invariants: UNCHECKED }
    const stopped = signal.aborted
      ? 'interrupted'
      : (prepared.stopped ??
        generated.find((each) => each.stopped !== null)?.stopped ??
        (clockFailure === null ? null : 'clock'))
    const sliceMs = SLICE_MS * Math.max(1, Math.ceil(slices.merged.length / MAX_SLICES))
    const coarse = coarser(slices.merged, sliceMs / SLICE_MS)
    return {
      format: 'inkling-load',
      version: 1,
      plan,
      target: target.name,
      begunAt,
      versions: { toolkit: VERSION, server: target.version ?? null },
      processes: parts.length,
      sliceMs,
      slices: coarse,
      server: server.samples,
      serverLimited: server.limited,
      preparation,
      invariants,
      unanswered: generated.reduce((sum, each) => sum + each.unanswered, 0),
      stopped,
      clockFailure,
      digest: generated.map(({ digest }) => digest).join('-'),
      summary: summaryOf({ plan, sliceMs, slices: coarse, brokenRules: invariants.broken.length, stopped }),
    }
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', onAbort)
    await Promise.all(parts.map((part) => part.close()))
  }
}

/** Merges the slices of all parts second by second. */
class SliceCollector {
  readonly merged: Slice[] = []
  readonly #waiting = new Map<number, { slices: Slice[]; games: string[] }>()
  readonly #parts: number
  readonly #onSlice: (slice: Slice, games: readonly string[]) => void

  constructor(parts: number, onSlice: (slice: Slice, games: readonly string[]) => void) {
    this.#parts = parts
    this.#onSlice = onSlice
  }

  add(slice: Slice, games: readonly string[]): void {
    const waiting = this.#waiting.get(slice.at) ?? { slices: [], games: [] }
    waiting.slices.push(slice)
    waiting.games.push(...games)
    this.#waiting.set(slice.at, waiting)
    if (waiting.slices.length < this.#parts) return
    this.#waiting.delete(slice.at)
    const whole = mergeSlices(waiting.slices)
    this.merged.push(whole)
    this.#onSlice(whole, waiting.games)
  }
}

function tooManyErrors(slices: readonly Slice[], max: number): boolean {
  let [calls, errors] = [0, 0]
  for (const slice of slices.slice(-JUDGED.slices)) {
    calls += slice.sent
    errors += Object.values(slice.errors).reduce((sum, count) => sum + count, 0)
  }
  return calls >= JUDGED.calls && errors / calls > max
}

async function checkInvariants(
  watch: InvariantWatch | null,
  generated: readonly Generated[],
  dayBefore: string | null,
  target: Target,
  signal: AbortSignal,
): Promise<InvariantReport> {
  const acknowledged = generated.flatMap((each) => each.acknowledged)
  const joined = generated.flatMap((each) => each.joined)
  const seen = generated.flatMap(({ broken }) => broken)
  const report = { sampled: watch?.sampled ?? 0, checked: 0, acknowledged: acknowledged.length, found: 0 }
  if (!watch || dayBefore === null) {
    const limited = 'the target has no controls: only responses to players were checked'
    return { ...report, limited, broken: seen }
  }
  try {
    const { day } = await clientOf(target).getControlStatus({}, { signal })
    const { checked, found, broken } = await watch.everything([dayBefore, day], acknowledged, joined)
    return { ...report, checked, found, limited: null, broken: [...seen, ...broken] }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const limited = signal.aborted
      ? 'interrupted before all games were checked'
      : `the games could not be read afterwards: ${error.message}`
    return { ...report, limited, broken: [...seen, ...watch.broken] }
  }
}

/** Merges neighbouring slices, for long reports. */
function coarser(slices: readonly Slice[], by: number): Slice[] {
  if (by <= 1) return [...slices]
  return Array.from({ length: Math.ceil(slices.length / by) }, (_, at) => {
    const together = slices.slice(at * by, (at + 1) * by)
    const last = together.at(-1)
    // Values such as memory cannot be added up: use those of the last slice.
    return {
      ...mergeSlices(together, at),
      ...(last && { active: last.active, cpu: last.cpu, memoryMb: last.memoryMb }),
    }
  })
}
