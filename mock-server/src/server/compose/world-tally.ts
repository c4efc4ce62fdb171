import { createHash, type Hash } from 'node:crypto'

/** The number and the hash of the documents of each collection, and of the drawings, of a world in lines. */
export type Tally = Map<string, { documents: number; readonly hash: Hash }>

/** How much of a collection, or of the drawings, was read. */
export interface CopiedCollection {
  readonly collection: string
  readonly documents: number
}

/** Passes a world on, and counts and hashes its lines. @param onProgress called after each piece */
export async function* readThrough(
  pieces: AsyncIterable<string>,
  tally: Tally,
  onProgress: (done: CopiedCollection) => void = () => {},
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    let latest = ''
    for (const line of piece.split('\n')) {
      const collection = COLLECTION.exec(line)?.[1]
      if (collection === undefined) continue
      latest = collection
      const counted = tally.get(collection) ?? { documents: 0, hash: createHash('sha256') }
      counted.documents++
      counted.hash.update(line)
      tally.set(collection, counted)
    }
    const documents = tally.get(latest)?.documents
    if (documents !== undefined) onProgress({ collection: latest, documents })
    yield piece
  }
}

/** The first field of a line of a document or a drawing. */
const COLLECTION = /^\{"(?!format"|end")(\w+)"/

/** Reads a whole world. */
export async function tallyOf(pieces: AsyncIterable<string>): Promise<Tally> {
  const tally: Tally = new Map()
  for await (const _ of readThrough(pieces, tally));
  return tally
}

/** How the tally of a target differs from that of its source, as a sentence; null if they do not. */
export function differenceOf(source: Tally, target: Tally): string | null {
  for (const collection of new Set([...source.keys(), ...target.keys()])) {
    const [there, here] = [source, target].map((tally) => {
      const { documents = 0, hash } = tally.get(collection) ?? {}
      return `${documents} with hash ${hash?.copy().digest('hex').slice(0, 12) ?? 'none'}`
    })
    if (here !== there)
      return `The ${collection} of the target differ from the source: ${here} instead of ${there}.`
  }
  return null
}
