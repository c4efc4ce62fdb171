import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { writeShared } from '@inkling/scenarios/record/private-file'
import { CliError, EXIT, reasonOf } from '../cli-error.ts'

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

/**
 * Writes all reports. A report that cannot be written to its file, for example on a full disk, is written to the folder
 * for temporary files: the run that it describes may have taken an hour.
 * @returns the error to end with after the result is printed; null if every report was written.
 */
export async function writeReports<T>(
  writers: readonly ReportWriter<T>[],
  result: T,
): Promise<CliError | null> {
  const problems: string[] = []
  for (const { kind, file, write } of writers) {
    const text = write(result)
    try {
      await writeShared(file, text)
    } catch (error) {
      const instead = await writeElsewhere(`${basename(file)}.${kind}`, text)
      const rescue =
        instead === null
          ? 'free disk space, and run it again'
          : `it is in ${instead} instead; free disk space`
      problems.push(`the report ${file} cannot be written (${reasonOf(error)}): ${rescue}.`)
    }
  }
  return problems.length === 0 ? null : new CliError(EXIT.runtime, problems.join('\n'))
}

/** The file in the folder for temporary files; null if it cannot be written there either. */
async function writeElsewhere(name: string, text: string): Promise<string | null> {
  try {
    const file = join(await mkdtemp(join(tmpdir(), 'inkling-report-')), name)
    await writeShared(file, text)
    return file
  } catch {
    // The error of the report's own file is reported.
    return null
  }
}

/** Creates the folder. Leaves an existing file unchanged, and creates none. */
function checkWritable(file: string, report: string): void {
  if (file === '-') {
    throw new CliError(
      EXIT.usage,
      `--report '${report}' cannot be written: name a file, or print JSON with -o json.`,
    )
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    const isNew = !existsSync(file)
    closeSync(openSync(file, 'a'))
    if (isNew) rmSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reasons: Readonly<Record<string, string>> = {
      EISDIR: 'it is a folder',
      EEXIST: 'its folder is a file',
      ENOTDIR: 'its folder is a file',
    }
    const reason = reasons[code ?? ''] ?? code
    throw new CliError(EXIT.usage, `--report '${report}' cannot be written: ${reason}.`)
  }
}
