/*
 * A world as lines of JSON: a header, documents, drawings, and an end that tells a whole world from a torn one. The drawings
 * of a game come before it. As one document, a world has a list for each collection, and its drawings under `blobs`.
 */

export const WORLD_FORMAT = 'inkling-world'
/** The version of lines. That of a document is 1. */
export const LINES_VERSION = 2

export interface WorldHeader {
  readonly format: typeof WORLD_FORMAT
  readonly version: typeof LINES_VERSION
  readonly seed: unknown
  readonly collections: readonly string[]
}

interface WorldDocument {
  readonly [field: string]: unknown
}

/** Fields of a document that are no collections. Earlier versions wrote `rolledOverTo`. */
const OTHERS: ReadonlySet<string> = new Set(['format', 'version', 'seed', 'rolledOverTo', 'blobs'])

/** The content of the lines of a world document, each with the field that it is made from. */
export function* linesOfDocument(world: WorldDocument): Generator<{ at: string; line: object }> {
  const collections = Object.keys(world).filter((name) => !OTHERS.has(name))
  const header = { format: WORLD_FORMAT, version: LINES_VERSION, seed: world.seed, collections }
  yield { at: 'the document', line: header }
  let documents = 0
  const drawings = Object.entries(Object(world.blobs))
  for (const [sha256, bytes] of drawings) {
    yield { at: `blobs.${sha256}`, line: { drawing: sha256, bytes } }
  }
  // What others refer to comes first.
  const isFirst = (name: string) => name === 'users' || name === 'groups'
  for (const name of [...collections.filter(isFirst), ...collections.filter((each) => !isFirst(each))]) {
    const list = world[name]
    for (const [at, document] of Array.isArray(list) ? list.entries() : [[null, list] as const]) {
      documents++
      yield { at: at === null ? name : `${name}.${at}`, line: { [name]: document } }
    }
  }
  yield { at: 'the document', line: { end: { documents, drawings: drawings.length } } }
}

/** The lines of a world document. */
export const textOfWorld = (world: WorldDocument): string =>
  [...linesOfDocument(world)].map(({ line }) => `${JSON.stringify(line)}\n`).join('')

/** The document of a world in lines, or in a document. @throws {SyntaxError} if it is neither. */
export const documentOf = (text: string): unknown =>
  /^\{"format":"inkling-world","version":2\b/.test(text) ? worldOfText(text) : JSON.parse(text)

/** The document of a world in lines. @throws {SyntaxError} if they are not those of a whole world. */
export function worldOfText(text: string): {
  format: typeof WORLD_FORMAT
  version: 1
  [field: string]: unknown
} {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  if (header?.version !== LINES_VERSION || !('end' in Object(lines.at(-1))))
    throw new SyntaxError('This is not a whole world')
  const { seed, collections } = header as WorldHeader
  const lists = Object.fromEntries(collections.map((name) => [name, [] as unknown[]]))
  const blobs: Record<string, unknown> = {}
  for (const line of lines.slice(0, -1)) {
    if ('drawing' in line) blobs[line.drawing] = line.bytes
    else for (const [name, document] of Object.entries(line)) lists[name]?.push(document)
  }
  return { format: WORLD_FORMAT, version: 1, seed, ...lists, blobs }
}
