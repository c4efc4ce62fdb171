import { PARTS_OF_SPEECH, type PartOfSpeech, type WordNet } from './wordnet.ts'

/** A sense of a word and its probability. */
export interface WeightedSense {
  readonly synset: number
  readonly probability: number
}

/** The functions of wink-lemmatizer. Each returns the base form of a word, or the word itself if it finds none. */
export interface Lemmatizer {
  noun(word: string): string
  verb(word: string): string
  adjective(word: string): string
}

/** Finds the senses of words, including inflected ones. */
export interface WordSenses {
  /** The form under which WordNet lists the word as that part of speech; null if it does not. */
  lemma(word: string, part: PartOfSpeech): string | null
  /** All senses of a single word, their probabilities adding up to 1; empty for an unknown word. */
  of(word: string): readonly WeightedSense[]
}

export function createWordSenses(wordNet: WordNet, lemmatizer: Lemmatizer): WordSenses {
  const cache = new Map<string, readonly WeightedSense[]>()

  function lemma(word: string, part: PartOfSpeech): string | null {
    if (wordNet.sensesOf.get(word)?.[part]) return word
    const base = part === 'adverb' ? word : lemmatizer[part](word)
    return wordNet.sensesOf.get(base)?.[part] ? base : null
  }

  /**
   * Weights the senses of a word. Within a part of speech, by tag count and rank; between parts of speech, by their
   * tag counts plus one for each sense.
   */
  function weigh(word: string): WeightedSense[] {
    const parts = PARTS_OF_SPEECH.flatMap((part) => {
      const base = lemma(word, part)
      const synsets = base === null ? undefined : wordNet.sensesOf.get(base)?.[part]
      if (base === null || synsets === undefined) return []
      const counts = synsets.map((synset) => wordNet.tagCount(base, synset))
      const weights = counts.map((count, rank) => count + 1 / (rank + 1))
      return [{ synsets, weights, weight: sum(weights), prior: sum(counts) + counts.length }]
    })
    const total = sum(parts.map(({ prior }) => prior))
    return parts.flatMap(({ synsets, weights, weight, prior }) =>
      synsets.map((synset, rank) => ({
        synset,
        probability: ((prior / total) * (weights[rank] ?? 0)) / weight,
      })),
    )
  }

  return {
    lemma,
    of(word) {
      const senses = cache.get(word) ?? weigh(word)
      cache.set(word, senses)
      return senses
    },
  }
}

/** Senses of a multi-word noun, weighted by rank only: tagged texts contain too few of these nouns. */
export function byRank(synsets: readonly number[]): WeightedSense[] {
  const weights = synsets.map((_, rank) => 1 / (rank + 1))
  const total = sum(weights)
  return synsets.map((synset, rank) => ({ synset, probability: (weights[rank] ?? 0) / total }))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
