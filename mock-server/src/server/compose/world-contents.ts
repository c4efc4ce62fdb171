import { createHash, type Hash } from 'node:crypto'

/** The number and the hash of the documents of each collection, and of the drawings, of a world in lines. */
export type Contents = Map<string, { documents: number; readonly hash: Hash }>

/** How much of a collection, or of the drawings, was read. */
export interface CopiedCollection {
  readonly collection: string
  readonly documents: number
}

/** Passes a world on, and counts and hashes its lines. @param onProgress called after each piece */
export async function* readThrough(
  pieces: AsyncIterable<string>,
  contents: Contents,
  onProgress: (done: CopiedCollection) => void = () => {},
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    let latest = ''
    for (const line of piece.split('\n')) {
      const collection = COLLECTION.exec(line)?.[1]
      if (collection === undefined) continue
      latest = collection
      const counted = contents.get(collection) ?? { documents: 0, hash: createHash('sha256') }
      counted.documents++
      counted.hash.update(line)
      contents.set(collection, counted)
    }
    const documents = contents.get(latest)?.documents
    if (documents !== undefined) onProgress({ collection: latest, documents })
    yield piece
  }
}

/** The first field of a line of a document or a drawing. */
const COLLECTION = /^\{"(?!format"|end")(\w+)"/

/** Reads a whole world. */
export async function contentsOf(pieces: AsyncIterable<string>): Promise<Contents> {
  const contents: Contents = new Map()
  for await (const _ of readThrough(pieces, contents));
  return contents
}

/** How the contents of a target differ from those of its source, as a sentence; null if they do not. */
export function differenceOf(source: Contents, target: Contents): string | null {
  for (const collection of new Set([...source.keys(), ...target.keys()])) {
    const [there, here] = [source, target].map((contents) => {
      const { documents = 0, hash } = contents.get(collection) ?? {}
      return `${documents} with hash ${hash?.copy().digest('hex').slice(0, 12) ?? 'none'}`
    })
    if (here !== there)
      return `The ${collection} of the target differ from the source: ${here} instead of ${there}.`
  }
  return null
}
