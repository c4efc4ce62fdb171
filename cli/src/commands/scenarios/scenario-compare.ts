import { readFile } from 'node:fs/promises'
import {
  type ComparableReport,
  type Comparison,
  comparableReport,
  compareReports,
} from '@inkling/scenarios/runner/reports/compare'
import { CliError, EXIT, type ExitCode, readingProblem } from '../../cli-error.ts'

/**
 * Compares two reports of `scenario run --report json=FILE`.
 * @returns the comparison, and exit code 4 if a scenario fails newly.
 * @throws {CliError} for a file that is not such a report.
 */
export async function compareFiles(
  before: string,
  after: string,
): Promise<{ comparison: Comparison; exitCode: ExitCode }> {
  const comparison = compareReports(await readReport(before), await readReport(after))
  return { comparison, exitCode: comparison.newlyFailing.length > 0 ? EXIT.expectation : EXIT.ok }
}

/** Reads a report of scenarios. @throws {CliError} for another file. */
export async function readReport(file: string): Promise<ComparableReport> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw readingProblem(file, error)
  })
  const report = comparableReport.safeParse(jsonOf(text))
  if (report.success) return report.data
  throw new CliError(
    EXIT.unreadable,
    `${file} is not a report of scenarios: write one with \`inkling scenario run --report json=${file}\`.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Reported as a file that is not a report.
    return null
  }
}
