import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { CliError, EXIT } from '../cli-error.ts'

/** How to generate each kind of report. */
type Kinds<T> = Readonly<Record<string, (happened: T) => string>>

interface ReportWriter<T> {
  readonly kind: string
  readonly file: string
  readonly write: (happened: T) => string
}

/**
 * Parses the requested reports, each as `kind=file`.
 * @throws {CliError} before anything runs, for an unknown kind or a file that cannot be written.
 */
export function reportWriters<T>(reports: readonly string[], of: Kinds<T>): ReportWriter<T>[] {
  return reports.map((report) => {
    const [, kind = report, file = ''] = /^(\w+)=(.+)$/.exec(report) ?? []
    const write = of[kind]
    if (write && file !== '') {
      checkWritable(file, report)
      return { kind, file, write }
    }
    const kinds = Object.keys(of).join(', ')
    throw new CliError(
      EXIT.usage,
      `--report '${report}' names no report: write kind=file, where kind is one of ${kinds}.`,
    )
  })
}

/** Leaves the file as it is: an earlier report stays until the new one is written, and no empty file is created. */
function checkWritable(file: string, report: string): void {
  try {
    const isNew = !existsSync(file)
    closeSync(openSync(file, 'a'))
    if (isNew) rmSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'ENOENT' ? 'its folder does not exist' : code === 'EISDIR' ? 'it is a folder' : code
    throw new CliError(EXIT.usage, `--report '${report}' cannot be written: ${reason}.`)
  }
}
