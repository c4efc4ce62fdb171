import { CliError, EXIT, fileProblem } from '../../cli-error.ts'

export interface SoundWorld {
  readonly file: string
  readonly documents: Readonly<Record<string, number>>
  readonly drawings: number
}

/** More problems are only counted. */
const MAX_SHOWN = 20

/**
 * Reads a world from a file as a restore would, and checks all of it.
 * @throws {CliError} that says what is wrong and where, or that it cannot be read.
 */
export async function checkWorld(file: string): Promise<SoundWorld> {
  // Loaded on demand: it has the schemas of all stored documents.
  const { checkWorldFile } = await import('@inkling/mock-server/store-operations')
  const { documents, drawings, problems } = await checkWorldFile(file).catch((error: unknown) => {
    throw fileProblem(`${file} cannot be read`, error, 'name a file written by `inkling world export`')
  })
  if (problems.length === 0) return { file, documents, drawings }
  const more = problems.length - MAX_SHOWN
  throw new CliError(
    EXIT.unreadable,
    [
      `${file} is not sound, so keep an earlier save:`,
      ...problems.slice(0, MAX_SHOWN).map((problem) => `  ${problem}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  )
}
