import { jsonOfFile } from '../../runner/language/files/json-file.ts'
import type { LoadReport } from '../figures/report.ts'

/** The report as JSON, which `load compare` reads. */
export const loadJson = (report: LoadReport): string => `${JSON.stringify(report)}\n`

/** Thrown for a file that is not a load report. The message says why. */
export class LoadReportError extends Error {
  override name = 'LoadReportError'
}

/**
 * Reads a report from its file.
 * @param file its name in errors.
 * @throws {LoadReportError} for another file; {ScenarioFileError} for one that is not JSON.
 */
export function readLoadReport(bytes: Uint8Array, file: string): LoadReport {
  const value = jsonOfFile(bytes, file)
  const { format, version } = (value ?? {}) as Partial<LoadReport>
  if (format !== 'inkling-load') {
    throw new LoadReportError(`${file} is not a load report: create one with load run --report json=FILE`)
  }
  if (version !== 1)
    throw new LoadReportError(`${file} has version ${version}, but this program reads only version 1`)
  return value as LoadReport
}
