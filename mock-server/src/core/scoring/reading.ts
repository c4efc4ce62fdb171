import { ENTRY, type Lexicon, PART } from './lexicon.ts'
import { addVectors, addWalks, type Part, SMALL_WORDS, type Walk } from './phrase-vectors.ts'
import { american } from './words/british.ts'
import type { Folded } from './words/fold.ts'
import { singulars, verbs } from './words/inflection.ts'
import { createMisspellings } from './words/misspelling.ts'

/** A phrase, and what the lexicon contains about it. */
export interface Reading {
  readonly phrase: Folded
  /** The entry of the whole phrase, as written or in its base form; -1 if there is none. */
  readonly entry: number
  /** The entry that names the kind of thing: the whole phrase or its last known part; -1 if there is none. */
  readonly head: number
  /** Words that are not in any list, as written. */
  readonly unknown: readonly string[]
  /** Misspelled words and the known words they were read as. */
  readonly corrections: readonly { readonly word: string; readonly as: string }[]
  /** Unit vector of the contexts in which the phrase occurs; null if unknown. */
  readonly vector: Float32Array | null
  /** Meaning from WordNet; null if unknown. */
  readonly walk: Walk | null
}

/** Looks up phrases. Recent readings are cached, so that five guesses at one word read that word only once. */
export interface Reader {
  read(phrase: Folded): Reading
}

/** Max words that are looked up as one noun, and max words of a phrase that are read. */
const LONGEST_RUN = 3
const MAX_WORDS = 12
/** Min letters in each half of a compound. */
const SHORTEST_HALF = 4
const MAX_CACHED = 2_000

export function createReader(lexicon: Lexicon): Reader {
  const misspelling = createMisspellings(lexicon)
  const cache = new Map<string, Reading>()

  function entryFor(words: readonly string[]): number {
    const compact = words.join('')
    return (
      lexicon.entryOf.get(words.join(' ')) ??
      lexicon.entryOfCompact.get(compact) ??
      (words.length > 1 ? lexicon.entryOf.get(compact) : undefined) ??
      -1
    )
  }

  /** The entry of a run of words: as written, in American spelling, or with its last word in the base form. */
  function lookUp(words: readonly string[]): number {
    const asWritten = entryFor(words)
    if (asWritten >= 0) return asWritten
    const plain = words.map(american)
    const before = plain.slice(0, -1)
    const last = plain.at(-1) ?? ''
    const irregular = lexicon.baseOfIrregular.get(last)
    const entryWith = (base: string): number => entryFor([...before, base])
    const entry = entryWith(last)
    if (entry >= 0) return entry
    const bases = [...(irregular === undefined ? [] : [irregular]), ...singulars(last)].map(entryWith)
    return (
      bases.find((base) => base >= 0 && lexicon.entryType[base] !== ENTRY.name) ??
      verbs(last)
        .map(entryWith)
        .find((base) => hasSense(base, PART.verb)) ??
      -1
    )
  }

  function hasSense(entry: number, part: number): boolean {
    const senses = lexicon.senses.subarray(lexicon.senseStart[entry] ?? 0, lexicon.senseStart[entry + 1] ?? 0)
    return entry >= 0 && senses.some((synset) => lexicon.synsetPart[synset] === part)
  }

  /** The two nouns that form an unknown compound such as sandcastle; empty if it is not a compound. */
  function compoundOf(word: string): number[] {
    for (let at = word.length - SHORTEST_HALF; at >= SHORTEST_HALF; at--) {
      const halves = [word.slice(0, at), word.slice(at)].map((half) => lexicon.entryOf.get(half) ?? -1)
      if (halves.every((half) => hasSense(half, PART.noun))) return halves
    }
    return []
  }

  function readParts(phrase: Folded): Pick<Reading, 'unknown' | 'corrections'> & { parts: Part[] } {
    const words = phrase.words.filter((word) => !SMALL_WORDS.has(word)).slice(0, MAX_WORDS)
    const entries: number[] = []
    const unknown: string[] = []
    const corrections: { word: string; as: string }[] = []
    for (let at = 0; at < words.length; ) {
      let run = Math.min(LONGEST_RUN, words.length - at)
      let entry = lookUp(words.slice(at, at + run))
      while (entry < 0 && run > 1) entry = lookUp(words.slice(at, at + --run))
      const word = words[at] ?? ''
      if (entry < 0) {
        unknown.push(word)
        const halves = compoundOf(word)
        const meant = halves.length > 0 ? -1 : misspelling(word)
        if (meant >= 0) corrections.push({ word, as: lexicon.entries[meant] ?? '' })
        entries.push(...halves)
        entry = meant
      }
      if (entry >= 0) entries.push(entry)
      at += run
    }
    // The last word of a phrase names the kind of thing, so it counts twice.
    const parts = entries.map((entry, at) => ({ entry, weight: at > 0 && at === entries.length - 1 ? 2 : 1 }))
    return { parts, unknown, corrections }
  }

  function read(phrase: Folded): Reading {
    const entry = lookUp(phrase.words)
    const whole = entry >= 0 && lexicon.entryType[entry] !== ENTRY.composed
    const { parts, unknown, corrections } = whole
      ? { parts: [{ entry, weight: 1 }], unknown: [], corrections: [] }
      : readParts(phrase)
    return {
      phrase,
      entry,
      head: parts.at(-1)?.entry ?? -1,
      unknown,
      corrections,
      vector: addVectors(lexicon, parts),
      walk: addWalks(lexicon, parts),
    }
  }

  return {
    read(phrase) {
      const cached = cache.get(phrase.text)
      if (cached !== undefined) return cached
      const reading = read(phrase)
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(phrase.text, reading)
      return reading
    },
  }
}
