import * as z from 'zod'
import { isFailed, placeOf } from './rerun.ts'

/* The comparison of two JSON reports, of the same scenarios at two times. */

const step = z.looseObject({
  outcome: z.string(),
  problems: z.array(
    z.looseObject({ file: z.string(), line: z.number(), column: z.number(), message: z.string() }),
  ),
  get children() {
    return z.array(step)
  },
})

const run = z.looseObject({
  name: z.string(),
  file: z.string(),
  seed: z.string(),
  outcome: z.enum(['passed', 'failed', 'refused', 'skipped', 'interrupted']),
  steps: z.array(step),
  brokenThresholds: z.array(z.string()),
  durationMs: z.number(),
})

/** What is read of a report of `scenario run --report json=FILE`. */
export const comparableReport = z.looseObject({ runs: z.array(run) })
export type ComparableReport = z.infer<typeof comparableReport>
type Run = z.infer<typeof run>
type Step = z.infer<typeof step>

/** A scenario in both reports, or in one of them. */
interface Compared {
  readonly name: string
  readonly file: string
}

export interface Comparison {
  /** Scenarios that failed in the second report only, with their first problem and the seeds that failed. */
  readonly newlyFailing: readonly (Compared & {
    readonly problem: string
    readonly seeds: readonly string[]
  })[]
  readonly fixed: readonly Compared[]
  readonly stillFailing: readonly Compared[]
  /** Scenarios that took much longer, in milliseconds: the median of their runs. */
  readonly slower: readonly (Compared & { readonly beforeMs: number; readonly afterMs: number })[]
  readonly added: readonly Compared[]
  readonly removed: readonly Compared[]
}

/** A scenario is slower from this factor and difference on: shorter times vary more than that by themselves. */
const SLOWER = { factor: 1.5, ms: 200 }

/** Compares the runs of two reports, scenario by scenario. One that was run several times failed if one run did. */
export function compareReports(before: ComparableReport, after: ComparableReport): Comparison {
  const [earlier, later] = [byScenario(before.runs), byScenario(after.runs)]
  const both = [...later].flatMap(([key, runs]) => {
    const old = earlier.get(key)
    return old ? [{ old, runs, about: aboutOf(runs) }] : []
  })
  const fails = (runs: readonly Run[]) => runs.some((each) => isFailed(each))
  const failing = [...later].filter(([, runs]) => fails(runs))
  return {
    newlyFailing: failing
      .filter(([key]) => !fails(earlier.get(key) ?? []))
      .map(([, runs]) => ({
        ...aboutOf(runs),
        problem: firstProblem(runs),
        seeds: [...new Set(runs.filter((each) => isFailed(each)).map(({ seed }) => seed))],
      })),
    fixed: both.filter(({ old, runs }) => fails(old) && !fails(runs)).map(({ about }) => about),
    stillFailing: both.filter(({ old, runs }) => fails(old) && fails(runs)).map(({ about }) => about),
    slower: both.flatMap(({ old, runs, about }) => {
      const [beforeMs, afterMs] = [median(old), median(runs)]
      const isSlower =
        !fails(old) && !fails(runs) && afterMs > beforeMs * SLOWER.factor && afterMs - beforeMs > SLOWER.ms
      return isSlower ? [{ ...about, beforeMs, afterMs }] : []
    }),
    added: [...later].filter(([key]) => !earlier.has(key)).map(([, runs]) => aboutOf(runs)),
    removed: [...earlier].filter(([key]) => !later.has(key)).map(([, runs]) => aboutOf(runs)),
  }
}

/** The runs of each scenario. A file may be elsewhere on another machine, but has the same path in its project. */
function byScenario(runs: readonly Run[]): Map<string, Run[]> {
  const groups = new Map<string, Run[]>()
  for (const each of runs) {
    const key = `${each.file}\n${each.name}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return groups
}

const aboutOf = ([first]: readonly Run[]): Compared => ({ name: first?.name ?? '', file: first?.file ?? '' })

function median(runs: readonly Run[]): number {
  const sorted = runs.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function firstProblem(runs: readonly Run[]): string {
  const failed = runs.find((each) => isFailed(each))
  const [problem] = (failed?.steps ?? []).flatMap(problemsIn)
  if (problem) return `${placeOf(problem)} ${problem.message}`
  return failed?.brokenThresholds[0] ?? failed?.outcome ?? ''
}

const problemsIn = ({ problems, children }: Step): Step['problems'] => [
  ...problems,
  ...children.flatMap(problemsIn),
]
