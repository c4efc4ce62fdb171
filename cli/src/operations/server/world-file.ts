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

/** Replaces the file at once. @throws {CliError} if it cannot be written. */
export async function saveWorldIn(file: string, world: AsyncIterable<string>): Promise<void> {
  try {
    await replaceFile(file, world)
  } catch (error) {
    throw fileProblem(
      `${file} cannot be written, so the world is lost`,
      error,
      'free disk space or fix its permissions',
    )
  }
}
