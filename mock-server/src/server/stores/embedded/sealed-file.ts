import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { FOLDER_MODE, replaceFile } from '../../platform/replace-file.ts'
import { type Advice, damaged, readingError } from './data-folder-error.ts'

/*
 * A JSON object that ends with a checksum of everything before it, under the empty key. Any tool can read it as JSON, and
 * a changed byte is detected even if the text is still valid JSON.
 */

/** The end of an object. @param checksum of its text, up to and including the comma before the checksum */
const sealWith = (checksum: number): string => `"":"crc32 ${checksum.toString(16).padStart(8, '0')}"}`

const SEAL_LENGTH = sealWith(0).length

/** An object as sealed JSON on one line. */
export function sealedJson(value: object): string {
  const json = JSON.stringify(value).slice(0, -1)
  const open = json === '{' ? json : `${json},`
  return open + sealWith(crc32(open))
}

/**
 * The value of sealed JSON. JSON without a checksum is accepted, so that a file can be edited.
 * @throws {SyntaxError} if it is not JSON or the checksum does not match.
 */
export function readSealed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  const value = parsed(text)
  // No sealed object ends with a string of its own, so a string at the end is the checksum.
  if (!text.endsWith('"}')) return value
  const checksum = crc32(bytes.subarray(0, -SEAL_LENGTH))
  if (bytes.toString('latin1', bytes.length - SEAL_LENGTH) !== sealWith(checksum))
    throw new SyntaxError('its checksum does not match')
  if (typeof value === 'object' && value !== null && '' in value) delete value['']
  return value
}

/** V8's message would repeat a part of the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError('it is not valid JSON')
  }
}

/** @throws {DataFolderError} if the file is missing, damaged or cannot be read. */
export async function readSealedFile(path: string, advice?: Advice): Promise<unknown> {
  try {
    return readSealed(await readFile(path))
  } catch (error) {
    throw error instanceof SyntaxError ? damaged(path, error.message, advice) : readingError(path, error)
  }
}

/** Documents per piece of a file: writing one takes a few milliseconds, and other calls run in between. */
const PIECE = 100

const EDITED = () =>
  'Restore the folder from a backup. If you have edited the file, remove its checksum: everything from the last comma to the last brace, excluded.'

/**
 * The file of a lowdb database: `{"documents":[...]}` with one document per line, and a checksum. lowdb's own adapter does
 * not sync, so a power loss can leave an empty file.
 */
export class DocumentFile<T> implements Adapter<Map<string, T>> {
  readonly #path: string
  readonly #idOf: (document: T) => string

  constructor(path: string, idOf: (document: T) => string) {
    this.#path = path
    this.#idOf = idOf
  }

  /** @throws {DataFolderError} if the file is missing, damaged or cannot be read. */
  async read(): Promise<Map<string, T>> {
    const { documents } = (await readSealedFile(this.#path, EDITED)) as { documents?: T[] }
    if (!Array.isArray(documents)) throw damaged(this.#path, 'it has no list "documents"')
    return new Map(documents.map((document) => [this.#idOf(document), document]))
  }

  async write(documents: ReadonlyMap<string, T>): Promise<void> {
    const ofOneMoment = [...documents.values()]
    await mkdir(dirname(this.#path), { recursive: true, mode: FOLDER_MODE })
    await replaceFile(this.#path, pieces(ofOneMoment))
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
