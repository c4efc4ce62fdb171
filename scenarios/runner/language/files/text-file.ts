import { type Position, ScenarioFileError } from './file-error.ts'

/**
 * The text of a file that people write. A byte order mark is removed, and every line ends with a line feed.
 * @param file its name in errors.
 * @throws {ScenarioFileError} for a file that is not UTF-8, with the position and what to do.
 */
export function textOfFile(bytes: Uint8Array, file: string): string {
  const refuse = (message: string, at: Position = { line: 1, column: 1 }): never => {
    throw new ScenarioFileError([{ file, ...at, message }])
  }
  const wide = wideEncoding(bytes)
  if (wide !== null) refuse(`this file is ${wide}: save it as UTF-8`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const { offset, position } = firstInvalid(bytes)
    const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase()}`
    return refuse(
      `byte ${offset + 1} of this file (${byte}) is not UTF-8; perhaps the file is Latin-1: save it as UTF-8`,
      position,
    )
  }
  const nul = text.indexOf('\0')
  if (nul !== -1) refuse('this file has a NUL character: remove it', positionAt(text, nul))
  return text.replace(/\r\n?/g, '\n')
}

/** UTF-16 or UTF-32, by byte order mark, or by the zero bytes that ASCII has there; null for anything else. */
function wideEncoding(bytes: Uint8Array): 'UTF-16' | 'UTF-32' | null {
  const [first, second, third, fourth] = bytes
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'UTF-32'
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (hasMark) return first === 0xff && third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16'
  const hasZero = bytes.length > 1 && (first === 0) !== (second === 0)
  return hasZero ? 'UTF-16' : null
}

/** Where the longest valid beginning of a file ends: at the first replacement character that is not the file's own. */
function firstInvalid(bytes: Uint8Array): { offset: number; position: Position } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  for (let at = text.indexOf('\ufffd'); ; at = text.indexOf('\ufffd', at + 1)) {
    const before = text.slice(0, at)
    const offset = Buffer.byteLength(before)
    const isOwn = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd
    if (!isOwn) return { offset, position: positionAt(before, before.length) }
  }
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n?|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
