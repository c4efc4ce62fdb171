import { ENTRY } from '../../src/core/scoring/lexicon.ts'
import { baseForms } from '../../src/core/scoring/words/inflection.ts'
import type { Embeddings } from './embeddings.ts'
import { byRank, type WeightedSense, type WordSenses } from './word-senses.ts'
import type { WordNet } from './wordnet.ts'

/** A word or phrase of the lexicon. */
export interface Entry {
  /** Folded: lower case, one space between words. */
  readonly text: string
  readonly type: (typeof ENTRY)[keyof typeof ENTRY]
  readonly senses: readonly WeightedSense[]
}

/** Max frequency ranks of any word, verbs, words for things, names without senses, and words in phrases. */
const RANKS = { any: 40_000, verb: 100_000, thing: 150_000, name: 40_000, inPhrase: 12_000 }
/**
 * WordNet's lexicographer files of visible things: animals, artefacts, body, food, groups, places, objects, people,
 * plants, substances.
 */
const CONCRETE = new Set([5, 6, 8, 13, 17, 18, 19, 20, 25, 27])
const PERSON = 18

/**
 * Chooses the entries of the lexicon: frequent words, rarer verbs and words for things, multi-word nouns of frequent
 * words, names, and every word of the game.
 *
 * @param gameWords the words of the game, folded.
 */
export function chooseEntries(
  { words, rankOf }: Embeddings,
  wordNet: WordNet,
  wordSenses: WordSenses,
  gameWords: readonly string[],
): Entry[] {
  const entries = new Map<string, Entry>()
  const add = (text: string, type: Entry['type'], senses: readonly WeightedSense[]) => {
    if (!entries.has(text)) entries.set(text, { text, type, senses })
  }
  const rank = (word: string): number => rankOf.get(word) ?? Number.POSITIVE_INFINITY
  const firstNoun = (word: string) => {
    const first = wordNet.sensesOf.get(word)?.noun?.[0]
    return first === undefined ? undefined : wordNet.synsets[first]
  }
  const isInstance = (word: string): boolean =>
    firstNoun(word)?.relations.some(({ symbol }) => symbol === '@i') ?? false
  const isConcrete = (word: string): boolean => CONCRETE.has(firstNoun(word)?.field ?? -1)

  for (const word of words.slice(0, RANKS.thing)) {
    if (!/^[a-z]{2,}$/.test(word) || !wordNet.sensesOf.has(word)) continue
    const isVerb = rank(word) < RANKS.verb && wordNet.sensesOf.get(word)?.verb !== undefined
    const isThing = isConcrete(word) && !isInstance(word)
    if (rank(word) < RANKS.any || isVerb || isThing) add(word, ENTRY.word, wordSenses.of(word))
  }
  for (const word of gameWords) {
    if (wordNet.sensesOf.has(word)) add(word, ENTRY.word, wordSenses.of(word))
  }
  const wanted = new Set(gameWords)
  for (const [phrase, senses] of wordNet.sensesOf) {
    const text = phrase.replace(/[_-]/g, ' ')
    if (senses.noun === undefined || !/^[a-z]+( [a-z]+)+$/.test(text)) continue
    const isPerson = isInstance(phrase) && firstNoun(phrase)?.field === PERSON
    const isPlain = text.split(' ').every((word) => rank(word) < RANKS.inPhrase)
    if (wanted.has(text) || (isPlain && isConcrete(phrase) && !isPerson)) {
      add(text, ENTRY.phrase, byRank(senses.noun))
    }
  }
  for (const word of words.slice(0, RANKS.name)) {
    const isForm = (['noun', 'verb', 'adjective'] as const).some(
      (part) => wordSenses.lemma(word, part) !== null,
    )
    if (/^[a-z]{3,}$/.test(word) && !isForm) add(word, ENTRY.name, [])
  }
  // The remaining game words are forms of a known word ("cherries") or phrases whose meaning follows from their
  // words.
  for (const phrase of gameWords) {
    const isForm = baseForms(phrase).some((base) => entries.has(base))
    if (!entries.has(phrase) && !isForm) add(phrase, ENTRY.composed, [])
  }
  return [...entries.values()]
}
