import { crc32 } from 'node:zlib'
import { LINE_FEED, linesIn } from './lines.ts'

/*
 * A JSON object that ends with a checksum of everything before it, under the empty key, which no document has. Any tool
 * can read it as JSON, and a changed byte is detected even if the text is still valid JSON. Large objects have one entry
 * per line, so that they can be read as a stream.
 */

const hex = (checksum: number): string => checksum.toString(16).padStart(8, '0')
const sealOf = (checksum: number): string => `"":"crc32 ${hex(checksum)}"}`
export const SEAL_LENGTH = sealOf(0).length
const OPEN = '{\n'
/** The offset of the first entry. */
export const FIRST_OFFSET = OPEN.length
const OPEN_BYTES = Buffer.from(OPEN)

export type Entry<T> = readonly [key: string, value: T]

/** An entry as a line of {@link sealedLines}. */
export const lineOf = ([key, value]: Entry<unknown>): string =>
  `${JSON.stringify(key)}:${JSON.stringify(value)},\n`

/** An object as sealed JSON with one entry per line. @param pieces one or more complete lines of {@link lineOf} each */
export async function* sealedLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let checksum = crc32(OPEN)
  let before = OPEN
  for await (const piece of pieces) {
    checksum = crc32(piece, checksum)
    yield before + piece
    before = ''
  }
  yield before + sealOf(checksum)
}

/**
 * The entries of {@link sealedLines}. The checksum comes last, so entries are valid only once the end has been read.
 * @param blocks see {@link checkedBlocks}
 * @throws {SyntaxError} if a line is not an entry or the checksum does not match.
 */
export async function* readSealedLines<T>(blocks: AsyncIterable<Buffer>): AsyncGenerator<Entry<T>> {
  for await (const block of checkedBlocks(blocks)) {
    for (const line of linesIn(block)) yield entryOf<T>(line)
  }
}

/**
 * The lines of {@link sealedLines} that contain entries, in blocks.
 * @param blocks complete lines, and the end, which has no line feed, in a block of its own
 * @throws {SyntaxError} at the end if the checksum does not match.
 */
export async function* checkedBlocks(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let checksum = 0
  let isFirst = true
  let isSealed = false
  for await (const block of blocks) {
    if (block[block.length - 1] !== LINE_FEED) {
      if (block.toString('latin1') !== sealOf(checksum)) throw new SyntaxError('its checksum does not match')
      isSealed = true
      continue
    }
    checksum = crc32(block, checksum)
    if (isFirst && !block.subarray(0, FIRST_OFFSET).equals(OPEN_BYTES)) {
      throw new SyntaxError('its first line is not {')
    }
    yield isFirst ? block.subarray(FIRST_OFFSET) : block
    isFirst = false
  }
  if (!isSealed) throw new SyntaxError('it is truncated')
}

/** A key as JSON, and the colon after it. */
const KEY = /^"(?:[^"\\]|\\.)*":/

/**
 * The entry of a line of {@link lineOf}. The key is parsed on its own: V8 keeps the names of all properties in one table,
 * and with a million ids in it, a major garbage collection takes twice as long.
 * @throws {SyntaxError} if it is not one.
 */
export function entryOf<T>(line: Buffer): Entry<T> {
  const text = line.toString('utf8', 0, line.length - ',\n'.length)
  const [key] = text.match(KEY) ?? []
  if (key === undefined) throw new SyntaxError('it contains a line without a key')
  return [JSON.parse(key.slice(0, -1)), JSON.parse(text.slice(key.length))]
}

/** @throws {SyntaxError} if the checksum does not match. */
function checkSeal(bytes: Buffer): void {
  if (
    bytes.toString('latin1', bytes.length - SEAL_LENGTH) !== sealOf(crc32(bytes.subarray(0, -SEAL_LENGTH)))
  ) {
    throw new SyntaxError('its checksum does not match')
  }
}

/** A small object as sealed JSON on one line. */
export function sealedJson(value: object): string {
  const json = JSON.stringify(value).slice(0, -1)
  const open = json === '{' ? json : `${json},`
  return open + sealOf(crc32(open))
}

/**
 * The value of {@link sealedJson}. JSON without a checksum is accepted.
 * @throws {SyntaxError} if it is not JSON or the checksum does not match.
 */
export function readSealed(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  const value: unknown = JSON.parse(text)
  // No sealed object ends with a string of its own, so a string at the end is the checksum.
  if (!text.endsWith('"}')) return value
  checkSeal(bytes)
  if (typeof value === 'object' && value !== null && '' in value) delete value['']
  return value
}
