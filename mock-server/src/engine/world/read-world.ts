import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { BODY } from '../../core/contract/constants.ts'
import { LINES_VERSION, linesOfDocument, WORLD_FORMAT } from '../../core/contract/world-lines.ts'
import type { Codecs } from '../../core/picture/codecs.ts'
import { sha256, text } from '../../core/rules/stored/fields.ts'
import type { Collections } from '../collections.ts'
import { References } from './references.ts'
import { storedSchemas, type WorldCollection } from './world.ts'
import { WorldError } from './world-error.ts'

// zod/mini comes without error messages.
z.config(en())

/** Where a world comes from: its text in pieces, or a document that is in memory. */
export type WorldSource = AsyncIterable<string | Uint8Array> | object

/** A part of a world. */
export type WorldPart =
  | { readonly kind: 'header'; readonly seed: string }
  | {
      [C in WorldCollection]: {
        readonly kind: 'document'
        readonly collection: C
        readonly document: Collections[C]
      }
    }[WorldCollection]
  | { readonly kind: 'drawing'; readonly sha256: string; readonly bytes: Uint8Array }

const header = z.object({ format: z.literal(WORLD_FORMAT), version: z.literal(LINES_VERSION), seed: text })
const drawing = z.strictObject({ drawing: sha256, bytes: z.string() })
const end = z.strictObject({ end: z.strictObject({ documents: z.int(), drawings: z.int() }) })

/** Longer than the line of any document or drawing. Only a world as one document is longer. */
const MAX_LINE = 16 * 1024 * 1024

/**
 * Reads and checks a world in lines, or as one document of an earlier version, part by part. Only ids stay in memory.
 * @throws {WorldError} for the first wrong field. What was read before it is then of no use.
 */
export async function* readWorld(source: WorldSource, codecs: Codecs): AsyncGenerator<WorldPart> {
  const references = new References()
  let place = 'the document'
  let documents = 0
  let hasOthers = false
  let state: 'begins' | 'goes on' | 'has ended' = 'begins'
  for await (const { at, line } of linesIn(source)) {
    place = at
    if (state === 'has ended') throw new WorldError(at, '', 'follows the end of the world')
    if (state === 'begins') {
      state = 'goes on'
      yield { kind: 'header', seed: checked(header, line, at, '').seed }
    } else if (has(line, 'end')) {
      state = 'has ended'
      const counted = checked(end, line, at, '').end
      references.end()
      checkCounts(counted, { documents, drawings: references.drawings }, at)
    } else if (has(line, 'drawing')) {
      const part = drawingPart(checked(drawing, line, at, ''), codecs, at)
      references.addDrawing(part.sha256)
      yield part
    } else {
      const part = documentPart(line, at)
      if (part.collection !== 'users') hasOthers = true
      else if (hasOthers) throw new WorldError(at, '', 'users come before all other documents')
      documents++
      references.add(part.collection, part.document, at)
      yield part
    }
  }
  if (state !== 'has ended') throw new WorldError(place, '', 'is the last line, but not the end of the world')
}

type DrawingPart = Extract<WorldPart, { kind: 'drawing' }>

function drawingPart(
  { drawing: sha256, bytes: base64 }: z.infer<typeof drawing>,
  codecs: Codecs,
  at: string,
): DrawingPart {
  const bytes = codecs.fromBase64(base64)
  if (!bytes) throw new WorldError(at, at.startsWith('line') ? 'bytes' : '', 'is not base64')
  if (codecs.sha256(bytes) !== sha256) throw new WorldError(at, '', 'does not match its SHA-256')
  return { kind: 'drawing', sha256, bytes }
}

/** The document as it was written, so that its fields keep their order. */
function documentPart(line: unknown, at: string) {
  const [[name = '', value] = [], ...others] = Object.entries(Object(line))
  if (others.length > 0 || !Object.hasOwn(storedSchemas, name))
    throw new WorldError(at, '', `${name === '' ? 'it' : name} is not a collection of a world`)
  const collection = name as WorldCollection
  checked<z.ZodMiniType>(storedSchemas[collection], value, at, collection)
  return { kind: 'document', collection, document: value } as Extract<WorldPart, { kind: 'document' }>
}

type Counts = z.infer<typeof end>['end']

function checkCounts(counted: Counts, found: Counts, at: string): void {
  if (counted.documents === found.documents && counted.drawings === found.drawings) return
  throw new WorldError(
    at,
    '',
    `it counts ${counted.documents} documents and ${counted.drawings} drawings, but there are ${found.documents} and ${found.drawings}`,
  )
}

const has = (line: unknown, field: string): boolean =>
  typeof line === 'object' && line !== null && field in line

function checked<S extends z.ZodMiniType>(schema: S, value: unknown, at: string, name: string): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  // The place of a document already names its collection.
  const path = [...(name !== '' && at.startsWith('line ') ? [name] : []), ...(issue?.path ?? [])]
  throw new WorldError(at, path.join('.'), issue?.message ?? 'is damaged')
}

type Line = { readonly at: string; readonly line: unknown }

async function* linesIn(source: WorldSource): AsyncGenerator<Line> {
  if (!(Symbol.asyncIterator in source)) return yield* linesOfVersion1(source)
  let number = 0
  /** The lines of a document that is not in lines. */
  let document: string[] | null = null
  for await (const text of splitLines(source)) {
    number++
    if (document) document.push(text)
    else if (number === 1 && !isHeader(text)) document = [text]
    else if (text !== '') yield { at: `line ${number}`, line: jsonOf(text, `line ${number}`) }
  }
  if (document) yield* linesOfVersion1(jsonOf(document.join('\n'), 'the document'))
  if (number === 0) throw new WorldError('the document', '', 'is empty')
}

function isHeader(text: string): boolean {
  try {
    const { format, version } = Object(JSON.parse(text))
    return format === WORLD_FORMAT && version !== 1
  } catch {
    return false
  }
}

function* linesOfVersion1(document: unknown): Generator<Line> {
  const { version } = checked(version1, document, 'the document', '')
  yield* linesOfDocument({ ...(document as object), version })
}

const version1 = z.looseObject({ format: z.literal(WORLD_FORMAT), version: z.literal(1) })

function jsonOf(text: string, at: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WorldError(at, '', `is not JSON: ${(error as Error).message}`)
  }
}

/** Lines of a text that comes in pieces. Only a first line may be as long as a whole document. */
async function* splitLines(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  let length = 0
  let number = 1
  for await (const piece of source) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    let start = 0
    for (let stop = text.indexOf('\n'); stop >= 0; stop = text.indexOf('\n', start)) {
      pieces.push(text.slice(start, stop))
      yield pieces.join('')
      number++
      pieces = []
      length = 0
      start = stop + 1
    }
    length += text.length - start
    if (length > (number === 1 ? BODY.worldMaxBytes : MAX_LINE))
      throw new WorldError(`line ${number}`, '', 'is too long')
    if (start < text.length) pieces.push(text.slice(start))
  }
  if (pieces.length > 0) yield pieces.join('')
}
