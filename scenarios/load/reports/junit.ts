import { escapedXml } from '../../runner/reports/escaped-xml.ts'
import type { LoadReport, ThresholdResult } from '../figures/report.ts'
import { measuredText } from '../file/thresholds.ts'
import { stopSentence } from '../generator/stop-reason.ts'

interface Case {
  readonly name: string
  /** Why the case failed; null if it passed. */
  readonly failure: string | null
}

/** The report as JUnit XML for build servers: a case for each threshold, for the rules, and for the validity. */
export function loadJunit(report: LoadReport): string {
  const { plan, summary, begunAt, target } = report
  const cases = casesOf(report)
  const failures = cases.filter(({ failure }) => failure !== null).length
  const time = (summary.measuredMs / 1000).toFixed(3)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${time}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="inkling load" ${counts}>`,
    `  <testsuite name="${escapedXml(plan.name)}" timestamp="${begunAt.slice(0, 19)}" ${counts}>`,
    '    <properties>',
    `      <property name="seed" value="${escapedXml(plan.seed)}"/>`,
    `      <property name="target" value="${escapedXml(target)}"/>`,
    '    </properties>',
    ...cases.map(({ name, failure }) => {
      const open = `    <testcase classname="load" name="${escapedXml(name)}" time="0"`
      if (failure === null) return `${open}/>`
      const text = escapedXml(failure)
      return `${open}><failure message="${text}" type="threshold">${text}</failure></testcase>`
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function casesOf(report: LoadReport): Case[] {
  const { summary, invariants } = report
  const validity = stopSentence(report) ?? summary.voidBecause
  const broken = invariants.broken.join('\n')
  return [
    { name: 'the result is valid', failure: validity },
    { name: 'the rules of the game hold', failure: broken === '' ? null : broken },
    ...summary.thresholds.map((threshold) => ({
      name: `${threshold.name} ${threshold.limit}`,
      failure: failureOf(threshold),
    })),
  ]
}

function failureOf(threshold: ThresholdResult): string | null {
  const { name, limit, value, holds } = threshold
  if (holds) return null
  if (value === null) return `${name} was not measured: no such call was made`
  return `${name} is ${measuredText(threshold)}, which is not ${limit}`
}
