import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { FOLDER_MODE, replaceFile } from '../../platform/replace-file.ts'
import { damaged, readingError } from './data-folder-error.ts'
import { readSealed, sealWith } from './sealed-json.ts'

/** Documents per piece of a file: writing one takes a few milliseconds, and other calls run in between. */
const PIECE = 100

const EDITED = () =>
  'Restore the folder from a backup. If you have edited the file, remove its checksum: everything from the last comma to the last brace, excluded.'

/**
 * A lowdb file: `{"documents":[...]}` with one document per line, and a checksum. lowdb's own adapter does not sync, so a
 * power loss can leave an empty file.
 */
export class DocumentFile<T> implements Adapter<T[]> {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** @throws {DataFolderError} if the file is missing, damaged or cannot be read. */
  async read(): Promise<T[]> {
    const bytes = await readFile(this.#path).catch((error) => {
      throw readingError(this.#path, error)
    })
    let value: unknown
    try {
      value = readSealed(bytes)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw readingError(this.#path, error)
      const line = wrongLine(bytes.toString('utf8'))
      throw damaged(line === null ? this.#path : `${this.#path}:${line}`, error.message, EDITED)
    }
    const { documents } = value as { documents?: T[] }
    if (!Array.isArray(documents)) throw damaged(this.#path, 'it has no list "documents"')
    return documents
  }

  async write(documents: T[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: FOLDER_MODE })
    await replaceFile(this.#path, pieces(documents))
  }
}

async function* pieces(documents: readonly unknown[]): AsyncGenerator<string> {
  let checksum = 0
  const summed = (text: string) => {
    checksum = crc32(text, checksum)
    return text
  }
  yield summed('{"documents":[\n')
  for (let from = 0; from < documents.length; from += PIECE) {
    const lines = documents.slice(from, from + PIECE).map((document) => JSON.stringify(document))
    yield summed(`${from > 0 ? ',\n' : ''}${lines.join(',\n')}`)
  }
  yield summed('\n],')
  yield sealWith(checksum)
}

/** The first line with a document that is not JSON, if the file has a document per line; null if there is none. */
function wrongLine(text: string): number | null {
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    if (at === 0 || at === lines.length - 1) continue
    try {
      JSON.parse(line.replace(/,$/, ''))
    } catch {
      return at + 1
    }
  }
  return null
}
