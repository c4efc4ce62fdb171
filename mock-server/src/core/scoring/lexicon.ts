import { decodeLexicon, type Sections } from './lexicon-format.ts'

/** The types of lexicon entries. */
export const ENTRY = {
  /** A single word with meanings. */
  word: 1,
  /** A multi-word noun with its own meanings. */
  phrase: 2,
  /** A word without listed meanings: a name, a brand. */
  name: 3,
  /** A phrase of the game's word list whose meaning follows from its words. */
  composed: 4,
} as const

export const PART = { noun: 1, verb: 2, adjective: 3, adverb: 4 } as const
export const VECTOR_SIZE = 100

/**
 * The lexicon, indexed for look-ups. Entries and synsets are numbers; the items of number n start at `xStart[n]` and
 * end before `xStart[n + 1]`.
 */
export interface Lexicon extends Sections {
  readonly kinds: readonly string[]
  readonly entries: readonly string[]
  readonly entryOf: ReadonlyMap<string, number>
  /** Phrases by their text without spaces, unless that text is an entry itself. */
  readonly entryOfCompact: ReadonlyMap<string, number>
  readonly baseOfIrregular: ReadonlyMap<string, string>
  /** The index of the entry's vector; -1 if it has none. */
  readonly vectorOf: Int32Array
  readonly walkStart: Uint32Array
  readonly senseStart: Uint32Array
  readonly hypernymStart: Uint32Array
  readonly partStart: Uint32Array
  readonly similarStart: Uint32Array
  readonly oppositeStart: Uint32Array
}

/**
 * Reads a lexicon from the bytes of its file.
 *
 * @throws Error if the bytes are not a lexicon of this version.
 */
export function readLexicon(bytes: Uint8Array): Lexicon {
  const { kinds, sections } = decodeLexicon(bytes)
  const text = new TextDecoder()
  const entries = text.decode(sections.words).split('\n')
  const irregular = text.decode(sections.irregularForms).split('\n')
  const entryOf = new Map<string, number>()
  for (let entry = 0; entry < entries.length; entry++) entryOf.set(entries[entry] ?? '', entry)
  return {
    ...sections,
    kinds,
    entries,
    entryOf,
    entryOfCompact: compactPhrases(entries, sections.entryType, entryOf),
    baseOfIrregular: new Map(irregular.map((line) => line.split('=') as [string, string])),
    vectorOf: placesOf(sections.hasVector),
    walkStart: startsOf(sections.walkCount),
    senseStart: startsOf(sections.senseCount),
    hypernymStart: startsOf(sections.hypernymCount),
    partStart: startsOf(sections.partCount),
    similarStart: startsOf(sections.similarCount),
    oppositeStart: startsOf(sections.oppositeCount),
  }
}

/** Whether a sorted list of pairs (lexicon-format.ts) contains these two entries. */
export function containsPair(pairs: Uint32Array, a: number, b: number): boolean {
  const wanted = Math.min(a, b) * 65_536 + Math.max(a, b)
  let low = 0
  let high = pairs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const pair = pairs[middle] ?? 0
    if (pair === wanted) return true
    if (pair < wanted) low = middle + 1
    else high = middle - 1
  }
  return false
}

function compactPhrases(
  entries: readonly string[],
  types: Uint8Array,
  entryOf: ReadonlyMap<string, number>,
): Map<string, number> {
  const found = new Map<string, number>()
  for (let entry = 0; entry < entries.length; entry++) {
    if (types[entry] !== ENTRY.phrase && types[entry] !== ENTRY.composed) continue
    const compact = (entries[entry] ?? '').replaceAll(' ', '')
    if (!entryOf.has(compact) && !found.has(compact)) found.set(compact, entry)
  }
  return found
}

function startsOf(counts: Uint8Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1)
  for (let at = 0; at < counts.length; at++) starts[at + 1] = (starts[at] ?? 0) + (counts[at] ?? 0)
  return starts
}

function placesOf(flags: Uint8Array): Int32Array {
  let place = 0
  return Int32Array.from(flags, (flag) => (flag === 1 ? place++ : -1))
}
