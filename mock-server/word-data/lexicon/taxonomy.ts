import { PART } from '../../src/core/scoring/lexicon.ts'
import type { Entry } from './choose-entries.ts'
import { isHypernym, type Synset, type WordNet } from './wordnet.ts'

/** Senses of a word below this probability are dropped. */
const MIN_PROBABILITY = 0.02
const MAX_ITEMS = 65_536

export interface Taxonomy {
  /** WordNet's numbers of all senses of the entries and of their ancestors. The index is the new number. */
  readonly synsets: readonly number[]
  /** The senses of each entry, as new numbers, with their probability. */
  readonly senses: readonly (readonly { synset: number; probability: number }[])[]
  /** 0 for a root concept, 1 for a leaf. */
  readonly information: readonly number[]
  readonly parts: readonly number[]
  readonly hypernyms: readonly (readonly number[])[]
  readonly partsAndWholes: readonly (readonly number[])[]
  readonly similar: readonly (readonly number[])[]
  readonly opposites: readonly (readonly number[])[]
}

/** The part of WordNet that the entries need, with the information content of each concept. */
export function taxonomy(wordNet: WordNet, entries: readonly Entry[]): Taxonomy {
  const likely = entries.map(({ senses }) =>
    senses.filter(({ probability }) => probability >= MIN_PROBABILITY),
  )
  const numberOf = new Map<number, number>()
  for (const senses of likely) {
    for (const { synset } of senses) {
      for (const ancestor of withAncestors(wordNet, synset))
        if (!numberOf.has(ancestor)) numberOf.set(ancestor, numberOf.size)
    }
  }
  if (numberOf.size > MAX_ITEMS) throw new Error(`${numberOf.size} synsets do not fit the format's 16 bits`)
  const synsets = [...numberOf.keys()]
  const linked = (wanted: (symbol: string, from: Synset) => boolean): number[][] =>
    synsets.map((synset) => {
      const from = synsetAt(wordNet, synset)
      return from.relations.flatMap(({ symbol, to }) => {
        const number = wanted(symbol, from) ? numberOf.get(to) : undefined
        return number === undefined ? [] : [number]
      })
    })
  const information = informationContent(wordNet)
  return {
    synsets,
    senses: likely.map((senses) =>
      senses.map(({ synset, probability }) => ({ synset: numberOf.get(synset) ?? 0, probability })),
    ),
    information: synsets.map((synset) => information[synset] ?? 1),
    parts: synsets.map((synset) => PART[synsetAt(wordNet, synset).part]),
    hypernyms: linked((symbol) => symbol === '@' || symbol === '@i'),
    partsAndWholes: linked((symbol) => /^[%#]/.test(symbol)),
    similar: linked((symbol) => symbol === '&'),
    opposites: linked((symbol, { part }) => symbol === '!' && part === 'adjective'),
  }
}

/** Pairs of entries whose words WordNet links by this relation (! opposite, + derived), in the file format. */
export function wordPairs(
  wordNet: WordNet,
  symbol: string,
  entryOf: ReadonlyMap<string, number>,
): Uint32Array {
  const pairs = new Set<number>()
  for (const synset of wordNet.synsets) {
    for (const relation of synset.relations) {
      if (relation.symbol !== symbol || relation.fromWord === 0 || relation.toWord === 0) continue
      const a = entryOf.get(synset.words[relation.fromWord - 1] ?? '')
      const b = entryOf.get(synsetAt(wordNet, relation.to).words[relation.toWord - 1] ?? '')
      if (a !== undefined && b !== undefined && a !== b)
        pairs.add(Math.min(a, b) * MAX_ITEMS + Math.max(a, b))
    }
  }
  return Uint32Array.from(pairs).sort()
}

/** Intrinsic information content: the fewer descendants a concept has, the more specific it is. */
function informationContent(wordNet: WordNet): Float64Array {
  const below = new Float64Array(wordNet.synsets.length)
  const size = { noun: 0, verb: 0 }
  for (const [synset, { part }] of wordNet.synsets.entries()) {
    if (part !== 'noun' && part !== 'verb') continue
    size[part]++
    for (const above of withAncestors(wordNet, synset))
      if (above !== synset) below[above] = (below[above] ?? 0) + 1
  }
  return below.map((count, synset) => {
    const { part } = synsetAt(wordNet, synset)
    return part === 'noun' || part === 'verb' ? 1 - Math.log(count + 1) / Math.log(size[part]) : 1
  })
}

function withAncestors(wordNet: WordNet, synset: number): Set<number> {
  const found = new Set([synset])
  for (const at of found) {
    for (const relation of synsetAt(wordNet, at).relations) if (isHypernym(relation)) found.add(relation.to)
  }
  return found
}

function synsetAt(wordNet: WordNet, number: number): Synset {
  const synset = wordNet.synsets[number]
  if (synset === undefined) throw new Error(`There is no synset ${number}`)
  return synset
}
