import { type JunitCase, junit } from '../../runner/reports/junit.ts'
import type { LoadReport, ThresholdResult } from '../figures/report.ts'
import { measuredText } from '../file/thresholds.ts'
import { stopSentence } from '../generator/stop-reason.ts'

/** The report as JUnit XML for build servers: a case for each threshold, for the rules, and for the validity. */
export const loadJunit = (report: LoadReport): string =>
  junit('inkling load', [
    {
      name: report.plan.name,
      begunAt: report.begunAt,
      durationMs: report.summary.measuredMs,
      seed: report.plan.seed,
      target: report.target,
      classname: 'load',
      cases: casesOf(report),
    },
  ])

function casesOf(report: LoadReport): JunitCase[] {
  const { summary, invariants } = report
  return [
    caseOf('the result is valid', stopSentence(report) ?? summary.voidBecause),
    caseOf('the rules of the game hold', invariants.broken.join('\n') || null),
    ...summary.thresholds.map((threshold) =>
      caseOf(`${threshold.name} ${threshold.limit}`, failureOf(threshold)),
    ),
  ]
}

/** @param failure why the case failed; null if it passed. */
const caseOf = (name: string, failure: string | null): JunitCase => ({
  name,
  failure: failure === null ? null : { message: failure, text: failure, type: 'threshold' },
})

function failureOf(threshold: ThresholdResult): string | null {
  const { name, limit, value, holds } = threshold
  if (holds) return null
  if (value === null) return `${name} was not measured: no such call was made`
  return `${name} is ${measuredText(threshold)}, which is not ${limit}`
}
