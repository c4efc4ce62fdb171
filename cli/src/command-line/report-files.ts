import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { CliError, EXIT } from '../cli-error.ts'

/** The generators of reports, by kind. */
type Kinds<T> = Readonly<Record<string, (result: T) => string>>

interface ReportWriter<T> {
  readonly kind: string
  readonly file: string
  readonly write: (result: T) => string
}

/**
 * Parses the requested reports, each as `kind=file`.
 * @throws {CliError} for an unknown kind or a file that cannot be written.
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
      `--report '${report}' is invalid: write kind=file, where kind is one of ${kinds}.`,
    )
  })
}

/** Leaves an existing file unchanged, and creates none. */
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
