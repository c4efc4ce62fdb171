import type { LoadReport } from '../report.ts'

/** The report as JSON, which `load compare` and `load merge` read. */
export const loadJson = (report: LoadReport): string => `${JSON.stringify(report)}\n`

/** Thrown for a file that is not a load report. The message says why. */
export class LoadReportError extends Error {
  override name = 'LoadReportError'
}

/**
 * Reads a report from its JSON.
 * @param file its name in errors.
 * @throws {LoadReportError}
 */
export function readLoadReport(text: string, file: string): LoadReport {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new LoadReportError(`${file} is not JSON: ${(error as Error).message}`)
  }
  const { format, version } = (value ?? {}) as Partial<LoadReport>
  if (format !== 'inkling-load') {
    throw new LoadReportError(`${file} is not a load report: create one with load run --report json=FILE`)
  }
  if (version !== 1)
    throw new LoadReportError(`${file} has version ${version}, but this program reads only version 1`)
  return value as LoadReport
}
