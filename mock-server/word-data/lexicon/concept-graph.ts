import type { WordSenses } from './word-senses.ts'
import type { WordNet } from './wordnet.ts'

/** Synsets and the links between them. The weights of a synset's outgoing links add up to 1. */
export interface ConceptGraph {
  readonly neighbours: readonly Int32Array[]
  readonly weights: readonly Float64Array[]
}

/** The share of steps that follow gloss words when a synset also has relations. */
const GLOSS_SHARE = 0.4
/** Relations to a usage or a region say little about meaning. */
const USAGE = /^[;-][ur]$/
const USAGE_WEIGHT = 0.2
const MIN_GLOSS_WEIGHT = 0.05
/** Common words that are ignored in glosses. */
const STOP_WORDS = new Set(
  (
    'a an the of or and in to for with by on at as from is are that which used be it its not who having being one ' +
    'usually especially into any such some than this other has have was were when where their through if but up ' +
    'out about etc e g i s'
  ).split(' '),
)

/** Links each synset, in both directions, to related synsets and to the senses of the words in its gloss. */
export function conceptGraph(wordNet: WordNet, senses: WordSenses): ConceptGraph {
  const { synsets } = wordNet
  const related = synsets.map(() => new Map<number, number>())
  const described = synsets.map(() => new Map<number, number>())
  const keepStronger = (from: number, to: number, weight: number) => {
    const links = related[from]
    links?.set(to, Math.max(links.get(to) ?? 0, weight))
  }
  const addUp = (from: number, to: number, weight: number) => {
    const links = described[from]
    links?.set(to, (links.get(to) ?? 0) + weight)
  }

  const glosses = synsets.map((synset) => glossWords(synset.gloss))
  const frequency = new Map<string, number>()
  for (const words of glosses) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)

  for (const [from, synset] of synsets.entries()) {
    for (const { symbol, to } of synset.relations) {
      // Opposites are not similar in meaning, although WordNet links them.
      if (symbol === '!') continue
      const weight = USAGE.test(symbol) ? USAGE_WEIGHT : 1
      keepStronger(from, to, weight)
      keepStronger(to, from, weight)
    }
    for (const word of glosses[from] ?? []) {
      const rarity = Math.log(synsets.length / (frequency.get(word) ?? 1)) / Math.log(synsets.length)
      for (const { synset: to, probability } of senses.of(word)) {
        const weight = rarity * probability
        if (weight <= MIN_GLOSS_WEIGHT) continue
        addUp(from, to, weight)
        addUp(to, from, weight)
      }
    }
  }

  const links = synsets.map((_, at) => blend(related[at], described[at]))
  return {
    neighbours: links.map((targets) => Int32Array.from(targets.keys())),
    weights: links.map((targets) => Float64Array.from(targets.values())),
  }
}

function glossWords(gloss: string): Set<string> {
  const definition = gloss.replace(/"[^"]*"/g, ' ').toLowerCase()
  const words = definition.match(/[a-z]+(?:-[a-z]+)*/g) ?? []
  return new Set(words.filter((word) => word.length > 1 && !STOP_WORDS.has(word)))
}

type Links = ReadonlyMap<number, number>

function blend(related: Links = new Map(), described: Links = new Map()): Map<number, number> {
  const relatedTotal = total(related)
  const describedTotal = total(described)
  const glossShare = describedTotal === 0 ? 0 : relatedTotal === 0 ? 1 : GLOSS_SHARE
  const blended = new Map<number, number>()
  const add = (links: Links, share: number) => {
    for (const [to, weight] of links) blended.set(to, (blended.get(to) ?? 0) + share * weight)
  }
  if (relatedTotal > 0) add(related, (1 - glossShare) / relatedTotal)
  if (describedTotal > 0) add(described, glossShare / describedTotal)
  return blended
}

function total(links: Links): number {
  let sum = 0
  for (const weight of links.values()) sum += weight
  return sum
}
