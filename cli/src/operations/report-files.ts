import { closeSync, openSync } from 'node:fs'
import type { RunReport } from '@inkling/scenarios/runner/report'
import { htmlReport } from '@inkling/scenarios/runner/reports/html'
import { jsonReport } from '@inkling/scenarios/runner/reports/json'
import { junitReport } from '@inkling/scenarios/runner/reports/junit'
import { CliError, EXIT } from '../cli-error.ts'

type Write = (runs: readonly RunReport[]) => string

const KINDS: Readonly<Record<string, Write>> = { json: jsonReport, junit: junitReport, html: htmlReport }

interface ReportWriter {
  readonly kind: string
  readonly file: string
  readonly write: Write
}

/**
 * The reports asked for, each as `kind=file`.
 * @throws {CliError} before anything runs, for one that is not a report or cannot be written.
 */
export function reportWriters(reports: readonly string[]): ReportWriter[] {
  return reports.map((report) => {
    const [, kind = report, file = ''] = /^(\w+)=(.+)$/.exec(report) ?? []
    const write = KINDS[kind]
    if (write && file !== '') {
      checkWritable(file, report)
      return { kind, file, write }
    }
    const kinds = Object.keys(KINDS).join(', ')
    throw new CliError(
      EXIT.usage,
      `--report '${report}' names no report: write kind=file, where kind is one of ${kinds}.`,
    )
  })
}

function checkWritable(file: string, report: string): void {
  try {
    // Opened to append: a report that is there stays until the new one is written.
    closeSync(openSync(file, 'a'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'ENOENT' ? 'its folder does not exist' : code === 'EISDIR' ? 'it is a folder' : code
    throw new CliError(EXIT.usage, `--report '${report}' cannot be written: ${reason}.`)
  }
}
