import type { LoadPlan } from '../file/plan.ts'
import type { StopReason } from '../generator/stop-reason.ts'
import type { Figures } from './histogram.ts'
import type { ServerSample } from './server-metrics.ts'
import type { Slice } from './slice.ts'

/** The report of a load, with all data for showing, comparing and merging it. */
export interface LoadReport {
  readonly format: 'inkling-load'
  readonly version: 1
  readonly plan: LoadPlan
  readonly target: string
  /** ISO 8601, by the clock of the generator's machine. */
  readonly begunAt: string
  readonly versions: { readonly toolkit: string; readonly server: string | null }
  /** The number of generator processes on all machines. */
  readonly processes: number
  readonly sliceMs: number
  readonly slices: readonly Slice[]
  readonly server: readonly ServerSample[]
  /** Why the last reading of the server's metrics failed; null if it succeeded. */
  readonly serverLimited: string | null
  readonly preparation: { readonly calls: number; readonly ms: number }
  readonly invariants: InvariantReport
  readonly unanswered: number
  readonly stopped: StopReason | null
  /** The server's answer to a failed change of its clock; null if none failed. */
  readonly clockFailure: string | null
  /** A hash of all calls, players and times: equal if two runs made the same calls in the same order. */
  readonly digest: string
  readonly summary: LoadSummary
}

export interface InvariantReport {
  /** The number of checks during the run, and of games checked afterwards. */
  readonly sampled: number
  readonly checked: number
  /** The number of turns that the server acknowledged, and of those that were found afterwards. */
  readonly acknowledged: number
  readonly found: number
  /** Why the check was incomplete; null if it was complete. */
  readonly limited: string | null
  /** Broken rules, each as a sentence. */
  readonly broken: readonly string[]
}

/** The limitation of the rules check with several generator processes; null for one process. */
export const holdersLimit = ({ processes }: Pick<LoadReport, 'processes'>): string | null =>
  processes === 1
    ? null
    : `two players who hold one turn are detected only if the same one of the ${processes} processes generates both`

/** The figures of the measured time, without the warm-up. */
export interface LoadSummary {
  readonly outcome: 'passed' | 'missed' | 'void' | 'stopped' | 'interrupted'
  /** Why the figures are void; null if they are valid. */
  readonly voidBecause: string | null
  readonly measuredMs: number
  readonly calls: number
  readonly errors: number
  readonly refusals: number
  readonly errorsByCode: Readonly<Record<string, number>>
  readonly refusalsByCode: Readonly<Record<string, number>>
  /** Calls per second that were due, and that were answered. */
  readonly rateWanted: number
  readonly rateReached: number
  readonly players: number
  readonly playersAnHour: number
  readonly maxActive: number
  readonly turns: number
  readonly http: Figures
  readonly byCall: Readonly<Record<string, Figures & { readonly errors: number }>>
  readonly lateness: Figures
  /** The share of calls that the generator sent late, 0 to 1. */
  readonly late: number
  /** The generator's maximum over all slices. */
  readonly cpu: number
  readonly memoryMb: number
  readonly thresholds: readonly ThresholdResult[]
}

export interface ThresholdResult {
  readonly name: string
  readonly limit: string
  /** Milliseconds, a percentage or a count; null if no call was made that the threshold measures. */
  readonly value: number | null
  readonly unit: string
  readonly holds: boolean
}
