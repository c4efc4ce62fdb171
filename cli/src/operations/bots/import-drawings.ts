import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PassThrough, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  collectForBots,
  type QuickDrawCounts,
  QuickDrawError,
  wordCount,
} from '@inkling/scenarios/bots/quickdraw-import'
import { textOfFile } from '@inkling/scenarios/runner/language/files/text-file'
import { CliError, EXIT } from '../../cli-error.ts'
import { ownDrawingsPath, saveOwnDrawings } from './own-drawings.ts'

export interface ImportOptions {
  /** A file with the key ids of drawings to exclude, one per line; `#` starts a comment. */
  readonly block?: string
  /** The maximum number of drawings per word. */
  readonly perWord: number
}

export interface Imported extends QuickDrawCounts {
  /** Number of words with a drawing. */
  readonly words: number
  readonly file: string
}

/**
 * Imports downloaded Quick, Draw! drawings, replacing earlier imports. Imports all files or none.
 * @throws {CliError} for a missing file or a line that is not a drawing.
 */
export async function importDrawings(
  files: readonly string[],
  { block, perWord }: ImportOptions,
): Promise<Imported> {
  const collection = collectForBots({
    blocked: block === undefined ? new Set() : await blockList(block),
    perWord,
  })
  for (const file of files) {
    try {
      await collection.read(file, linesOf(file))
    } catch (error) {
      throw error instanceof QuickDrawError
        ? new CliError(EXIT.unreadable, `${error.message}. Nothing was imported.`)
        : unreadable(file, error)
    }
  }
  const sketches = collection.sketches()
  const drawn = Object.keys(sketches).length
  if (drawn === 0) {
    const reason = `no drawing shows a word of the game (${wordCount} words)`
    throw new CliError(EXIT.unreadable, `${files.join(', ')}: ${reason}. Nothing was imported.`)
  }
  await saveOwnDrawings(sketches)
  return { ...collection.counts, words: drawn, file: ownDrawingsPath() }
}

/** The lines of a file, which may be gzipped. Unlike readline, this throws if reading fails. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const unpack = file.endsWith('.gz') ? createGunzip() : new PassThrough()
  // Errors in the file surface in the loop below.
  const text = pipeline(createReadStream(file), unpack, () => {}).setEncoding('utf8')
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function blockList(file: string): Promise<Set<string>> {
  try {
    const lines = textOfFile(await readFile(file), file)
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
    return new Set(lines.filter((line) => line !== ''))
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): CliError {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    return new CliError(EXIT.usage, `${file}: there is no such file. Correct its name. Nothing was imported.`)
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new CliError(EXIT.unreadable, `${file} cannot be read: ${reason}. Nothing was imported.`)
}
