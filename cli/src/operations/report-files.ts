import type { RunReport } from '@inkling/scenarios/runner/report'
import { htmlReport } from '@inkling/scenarios/runner/reports/html'
import { jsonReport } from '@inkling/scenarios/runner/reports/json'
import { junitReport } from '@inkling/scenarios/runner/reports/junit'
import { CliError, EXIT } from '../cli-error.ts'

type Write = (runs: readonly RunReport[]) => string

const KINDS: Readonly<Record<string, Write>> = { json: jsonReport, junit: junitReport, html: htmlReport }

/** The reports asked for, each as `kind=file`; told as wrong before anything runs. */
export function reportWriters(reports: readonly string[]): { kind: string; file: string; write: Write }[] {
  return reports.map((report) => {
    const [, kind = report, file = ''] = /^(\w+)=(.+)$/.exec(report) ?? []
    const write = KINDS[kind]
    if (write && file !== '') return { kind, file, write }
    const kinds = Object.keys(KINDS).join(', ')
    throw new CliError(
      EXIT.usage,
      `--report '${report}' names no report: write kind=file, where kind is one of ${kinds}.`,
    )
  })
}
