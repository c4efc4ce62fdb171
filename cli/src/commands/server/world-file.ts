import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { replaceFile } from '@inkling/mock-server/machine'
import { CliError, EXIT, fileProblem } from '../../cli-error.ts'

/**
 * The file of `serve --world FILE --save-on-exit`.
 * @throws {CliError} without a file, or without `--memory`: a data folder and a database store everything themselves.
 */
export function worldFileOf({ world, memory }: { world?: string; memory?: boolean }): string {
  if (memory && world && /\.(?:nd)?json$/.test(world)) return world
  throw new CliError(EXIT.usage, '--save-on-exit needs --memory and the file to write: --world world.ndjson.')
}

/**
 * Replaces the file at once. If that fails, for example because its disk is full, the world goes to a file beside it or in
 * the folder for temporary files, and the old file is unchanged.
 * @throws {CliError} that names the file with the world.
 */
export async function saveWorldIn(file: string, exportWorld: () => AsyncIterable<string>): Promise<void> {
  try {
    await replaceFile(file, exportWorld())
  } catch (error) {
    const rescued = await rescuedFile(file, exportWorld)
    if (rescued === null)
      throw fileProblem(
        `${file} cannot be written, nor can a file beside it or in ${tmpdir()}, so the world is lost`,
        error,
        'free disk space or fix its permissions',
      )
    throw fileProblem(
      `${file} cannot be written and is unchanged: the world is in ${rescued}`,
      error,
      `free disk space or fix its permissions, and move ${rescued} there`,
    )
  }
}

/** @returns the file that the world was written to; null if there is none. */
async function rescuedFile(file: string, exportWorld: () => AsyncIterable<string>): Promise<string | null> {
  const name = `${basename(file).replace(/\.(?:nd)?json$/, '')}-${process.pid}.ndjson`
  for (const place of [join(dirname(file), name), join(tmpdir(), name)]) {
    const isWritten = await replaceFile(place, exportWorld()).then(
      () => true,
      () => false,
    )
    if (isWritten) return place
  }
  return null
}
