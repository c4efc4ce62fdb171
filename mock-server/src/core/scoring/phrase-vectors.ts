import { type Lexicon, VECTOR_SIZE } from './lexicon.ts'
import { baseForms } from './words/inflection.ts'

/** A sparse vector with ascending dimensions. `length` is its Euclidean norm. */
export interface Walk {
  readonly dimensions: ArrayLike<number>
  readonly values: ArrayLike<number>
  readonly length: number
}

/** An entry within a phrase, and its weight in the phrase's meaning. */
export interface Part {
  readonly entry: number
  readonly weight: number
}

/** Function words, which contribute no meaning. */
export const SMALL_WORDS = new Set('a an the of with in on at and or for to from by is'.split(' '))
/** The sum of the vectors of a phrase's parts, as a unit vector; null if none of them has a vector. */
export function addVectors(lexicon: Lexicon, parts: readonly Part[]): Float32Array | null {
  const sum = new Float32Array(VECTOR_SIZE)
  for (const { entry, weight } of parts) addVector(lexicon, entry, weight, sum)
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
  return length === 0 ? null : sum.map((value) => value / length)
}

/** Adds an entry's vector, scaled to length `weight`, to `sum`. */
function addVector(lexicon: Lexicon, entry: number, weight: number, sum: Float32Array): void {
  const place = lexicon.vectorOf[entry] ?? -1
  if (place < 0) {
    const words = (lexicon.entries[entry] ?? '').split(' ')
    if (words.length < 2) return
    for (const word of words) {
      const part = SMALL_WORDS.has(word) ? undefined : entryOfWord(lexicon, word)
      if (part !== undefined) addVector(lexicon, part, weight, sum)
    }
    return
  }
  const values = unpack(lexicon.vectors, place)
  const length = Math.sqrt(values.reduce((total, value) => total + value * value, 0))
  for (let at = 0; at < VECTOR_SIZE; at++) sum[at] = (sum[at] ?? 0) + ((values[at] ?? 0) * weight) / length
}

function entryOfWord({ entryOf }: Lexicon, word: string): number | undefined {
  return [word, ...baseForms(word)].map((form) => entryOf.get(form)).find((entry) => entry !== undefined)
}

function unpack(vectors: Uint8Array, place: number): Int8Array {
  const values = new Int8Array(VECTOR_SIZE)
  const start = (place * VECTOR_SIZE) / 2
  for (let at = 0; at < VECTOR_SIZE; at += 2) {
    const pair = vectors[start + at / 2] ?? 0
    values[at] = (pair >> 4) - 8
    values[at + 1] = (pair & 15) - 8
  }
  return values
}

/** The sum of the walks of a phrase's parts; null if none of them has any. */
export function addWalks(lexicon: Lexicon, parts: readonly Part[]): Walk | null {
  const [first, ...others] = parts.map(({ entry, weight }) => ({ walk: walkOf(lexicon, entry), weight }))
  if (first === undefined) return null
  if (others.length === 0) return first.walk.length === 0 ? null : first.walk
  const sum = new Map<number, number>()
  for (const { walk, weight } of [first, ...others]) {
    for (let at = 0; at < walk.values.length; at++) {
      const dimension = walk.dimensions[at] ?? 0
      sum.set(dimension, (sum.get(dimension) ?? 0) + ((walk.values[at] ?? 0) * weight) / walk.length)
    }
  }
  const sorted = [...sum].sort(([a], [b]) => a - b)
  const values = sorted.map(([, value]) => value)
  return sum.size === 0
    ? null
    : { dimensions: sorted.map(([dimension]) => dimension), values, length: norm(values) }
}

function walkOf(lexicon: Lexicon, entry: number): Walk {
  const start = lexicon.walkStart[entry] ?? 0
  const end = lexicon.walkStart[entry + 1] ?? 0
  const values = lexicon.walkValues.subarray(start, end)
  return { dimensions: lexicon.walkDimensions.subarray(start, end), values, length: norm(values) }
}

function norm(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) ** 2
  return Math.sqrt(sum)
}
