import { containsPair, type Lexicon, PART } from './lexicon.ts'

/** How two entries are related in WordNet. Likely senses count more than rare ones. */
export interface Kinship {
  /** 1 for a shared sense, less for each step between the nearest senses; 0 if they are not connected. */
  readonly path: number
  /** Lin similarity, 0 to 1: the information of the nearest common concept relative to that of the two entries. */
  readonly lin: number
  /** How specific the nearest common concept is, 0 to 1. */
  readonly common: number
  /** The probability that both words have the same sense. */
  readonly shared: number
  /** Steps from the more specific to the more general entry; 0 if neither is a kind of the other. */
  readonly steps: number
  /** Whether the first entry is the more specific one. */
  readonly firstIsSpecial: boolean
  /** The probability of the senses that `steps` connects. */
  readonly stepsLikelihood: number
  /** The probability that one is a part of the other. */
  readonly part: number
  readonly opposite: boolean
  /** Whether they are opposites through similar words, such as big and tiny. */
  readonly indirectlyOpposite: boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Min probabilities of senses that count for "is a kind of", and for a common concept. */
const LIKELY_STEP = 0.1
const LIKELY_COMMON = 0.12
const MAX_CACHED = 8_000

export function createHierarchy(lexicon: Lexicon): (a: number, b: number) => Kinship {
  const cache = new Map<number, Map<number, number>>()

  /** A synset and all its ancestors, with the number of steps to each. */
  function ancestors(synset: number): Map<number, number> {
    const cached = cache.get(synset)
    if (cached !== undefined) return cached
    const steps = new Map([[synset, 0]])
    // Maps iterate in insertion order, so this is a breadth-first search and finds the shortest path to each concept.
    for (const [at, depth] of steps) {
      for (const above of itemsOf(lexicon.hypernyms, lexicon.hypernymStart, at)) {
        if (!steps.has(above)) steps.set(above, depth + 1)
      }
    }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(synset, steps)
    return steps
  }

  function compareThings(kin: Mutable<Kinship>, a: Sense, b: Sense): void {
    const above = ancestors(a.synset)
    const aboveOther = ancestors(b.synset)
    let nearest = Number.POSITIVE_INFINITY
    let common = 0
    for (const [concept, steps] of above) {
      const others = aboveOther.get(concept)
      if (others === undefined) continue
      nearest = Math.min(nearest, steps + others)
      common = Math.max(common, lexicon.synsetInformation[concept] ?? 0)
    }
    if (nearest === Number.POSITIVE_INFINITY) return
    const both = a.probability * b.probability
    const weight = both ** 0.1
    const likelihood = Math.sqrt(both)
    const information =
      (lexicon.synsetInformation[a.synset] ?? 0) + (lexicon.synsetInformation[b.synset] ?? 0)
    kin.path = Math.max(kin.path, weight / (1 + nearest))
    kin.lin = Math.max(kin.lin, (weight * 2 * common) / (information || 1))
    if (likelihood >= LIKELY_COMMON) kin.common = Math.max(kin.common, (common / 255) * weight)
    if (likelihood < LIKELY_STEP) return
    const up = above.get(b.synset)
    const steps = up ?? aboveOther.get(a.synset)
    if (steps === undefined) return
    kin.stepsLikelihood = Math.max(kin.stepsLikelihood, likelihood)
    if (kin.steps !== 0 && kin.steps <= steps) return
    kin.steps = steps
    kin.firstIsSpecial = up !== undefined
  }

  function compareQualities(kin: Mutable<Kinship>, a: Sense, b: Sense): 'alike' | 'opposite' | null {
    const around = (synset: number): number[] => [
      synset,
      ...itemsOf(lexicon.similar, lexicon.similarStart, synset),
    ]
    const ofA = around(a.synset)
    const ofB = around(b.synset)
    if (ofA.some((synset) => ofB.includes(synset))) {
      kin.path = Math.max(kin.path, (a.probability * b.probability) ** 0.1 / 2)
      return 'alike'
    }
    const opposites = ofA.flatMap((synset) => [...itemsOf(lexicon.opposites, lexicon.oppositeStart, synset)])
    return opposites.some((synset) => ofB.includes(synset)) ? 'opposite' : null
  }

  return (first, second) => {
    const kin: Mutable<Kinship> = {
      path: 0,
      lin: 0,
      common: 0,
      shared: 0,
      steps: 0,
      firstIsSpecial: false,
      stepsLikelihood: 0,
      part: 0,
      opposite: first >= 0 && second >= 0 && containsPair(lexicon.antonyms, first, second),
      indirectlyOpposite: false,
    }
    const qualities = new Set<'alike' | 'opposite' | null>()
    const others = sensesOf(lexicon, second)
    for (const a of sensesOf(lexicon, first)) {
      for (const b of others) {
        const part = lexicon.synsetPart[a.synset]
        if (part !== lexicon.synsetPart[b.synset]) continue
        const both = a.probability * b.probability
        if (a.synset === b.synset) {
          kin.shared = Math.max(kin.shared, Math.sqrt(both))
          kin.path = Math.max(kin.path, both ** 0.1)
          kin.lin = Math.max(kin.lin, both ** 0.1)
          continue
        }
        if (isPart(lexicon, a.synset, b.synset) || isPart(lexicon, b.synset, a.synset)) {
          kin.part = Math.max(kin.part, Math.sqrt(both))
        }
        if (part === PART.noun || part === PART.verb) compareThings(kin, a, b)
        else if (part === PART.adjective) qualities.add(compareQualities(kin, a, b))
      }
    }
    kin.indirectlyOpposite = qualities.has('opposite') && !qualities.has('alike')
    return kin
  }
}

interface Sense {
  readonly synset: number
  /** From 0 to 1. */
  readonly probability: number
}

function sensesOf(lexicon: Lexicon, entry: number): Sense[] {
  if (entry < 0) return []
  const senses: Sense[] = []
  const end = lexicon.senseStart[entry + 1] ?? 0
  for (let at = lexicon.senseStart[entry] ?? 0; at < end; at++) {
    senses.push({ synset: lexicon.senses[at] ?? 0, probability: (lexicon.senseProbabilities[at] ?? 0) / 255 })
  }
  return senses
}

const isPart = (lexicon: Lexicon, whole: number, part: number): boolean =>
  itemsOf(lexicon.parts, lexicon.partStart, whole).includes(part)

const itemsOf = (items: Uint16Array, starts: Uint32Array, owner: number): Uint16Array =>
  items.subarray(starts[owner] ?? 0, starts[owner + 1] ?? 0)
