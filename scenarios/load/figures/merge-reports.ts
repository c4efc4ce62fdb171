import { mergeParts } from './merge-slices.ts'
import type { LoadReport } from './report.ts'
import { summaryOf } from './summary.ts'

/** Thrown for reports that are not parts of one load. The message says why. */
export class MergeError extends Error {
  override name = 'MergeError'
}

/**
 * Merges the reports of one load that several machines generated at the same time: counts are added, histograms are
 * merged, and thresholds are checked again.
 * @throws {MergeError} for reports of different loads.
 */
export function mergeReports(reports: readonly LoadReport[]): LoadReport {
  const [first, ...others] = reports
  if (!first || others.length === 0) throw new MergeError('at least two reports are required')
  for (const other of others) {
    const difference =
      other.target !== first.target
        ? `their targets are ${first.target} and ${other.target}`
        : other.sliceMs !== first.sliceMs
          ? `their slices last ${first.sliceMs} and ${other.sliceMs} ms`
          : other.plan.warmUpMs !== first.plan.warmUpMs || other.plan.durationMs !== first.plan.durationMs
            ? 'their durations or warm-ups differ'
            : null
    if (difference !== null) throw new MergeError(`these are not parts of one load: ${difference}`)
  }
  const seeds = reports.map(({ plan }) => plan.seed)
  const repeated = seeds.find((seed, at) => seeds.indexOf(seed) < at)
  if (repeated !== undefined) {
    throw new MergeError(
      `these are not parts of one load: two have the seed ${repeated}, so their players were the same: give each generator its own seed`,
    )
  }
  const sum = (of: (report: LoadReport) => number) => reports.reduce((total, each) => total + of(each), 0)
  const slices = mergeParts(reports.map((each) => each.slices))
  const { stopped, clockFailure } = reports.find((each) => each.stopped !== null) ?? first
  const plan = {
    ...first.plan,
    seed: reports.map((each) => each.plan.seed).join(' + '),
    players: sum((each) => each.plan.players),
    maxCalls: sum((each) => each.plan.maxCalls),
  }
  const broken = [...new Set(reports.flatMap(({ invariants }) => invariants.broken))]
  return {
    ...first,
    plan,
    begunAt: reports.map(({ begunAt }) => begunAt).sort()[0] ?? first.begunAt,
    processes: sum(({ processes }) => processes),
    slices,
    preparation: {
      calls: sum(({ preparation }) => preparation.calls),
      ms: Math.max(...reports.map(({ preparation }) => preparation.ms)),
    },
    invariants: {
      sampled: sum(({ invariants }) => invariants.sampled),
      // Each generator has checked all games of the day.
      checked: Math.max(...reports.map(({ invariants }) => invariants.checked)),
      acknowledged: sum(({ invariants }) => invariants.acknowledged),
      found: sum(({ invariants }) => invariants.found),
      limited: reports.find(({ invariants }) => invariants.limited !== null)?.invariants.limited ?? null,
      broken,
    },
    unanswered: sum(({ unanswered }) => unanswered),
    stopped,
    clockFailure,
    digest: reports.map(({ digest }) => digest).join('-'),
    summary: summaryOf({ plan, sliceMs: first.sliceMs, slices, brokenRules: broken.length, stopped }),
  }
}
