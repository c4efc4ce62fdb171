import type { Visit } from './random-walk.ts'

/** One number of a sparse vector. */
export interface Weight {
  readonly dimension: number
  readonly value: number
}

/** Min words whose walks visit a synset: with fewer, it says nothing about similarity. */
const MIN_WORDS = 2
/** SMOOTHING prevents rare synsets from dominating. SHIFT is the min ratio of actual to expected visits. */
const SMOOTHING = 0.75
const SHIFT = 2
const MAX_DIMENSIONS = 65_536

/**
 * Converts visits to sparse vectors: how much more often walks from a word visit a synset than walks from all words do
 * (shifted positive pointwise mutual information). Only synsets that are visited often and shared by many words are
 * included.
 *
 * @param entries the visits of each entry. Only `single` entries (words, not phrases) define the average.
 * @returns a vector per entry, with ascending dimensions below 65,536.
 */
export function walkVectors(
  entries: readonly { readonly visits: readonly Visit[]; readonly single: boolean; readonly keep: number }[],
  synsets: number,
): Weight[][] {
  const mass = new Float64Array(synsets)
  const words = new Uint32Array(synsets)
  for (const { visits, single } of entries) {
    if (!single) continue
    for (const { synset, probability } of visits) {
      mass[synset] = (mass[synset] ?? 0) + probability
      words[synset] = (words[synset] ?? 0) + 1
    }
  }
  const total = mass.reduce((sum, value) => sum + value, 0)
  const evenedOut = total / mass.reduce((sum, value) => sum + value ** SMOOTHING, 0)

  const vectors = entries.map(({ visits, keep }) => {
    const all = visits.reduce((sum, { probability }) => sum + probability, 0)
    return visits
      .flatMap(({ synset, probability }) => {
        const seen = words[synset] ?? 0
        if (seen < MIN_WORDS) return []
        const usual = (mass[synset] ?? 0) ** SMOOTHING * evenedOut
        const value = Math.log((probability * total) / (all * usual) / SHIFT)
        return value > 0 ? [{ synset, value, worth: Math.sqrt(probability) * Math.log(seen) ** 2 }] : []
      })
      .sort((a, b) => b.worth - a.worth || a.synset - b.synset)
      .slice(0, keep)
  })

  const dimensionOf = numberByUse(vectors.map((vector) => vector.map(({ synset }) => synset)))
  return vectors.map((vector) =>
    vector
      .flatMap(({ synset, value }) => {
        const dimension = dimensionOf.get(synset)
        return dimension === undefined ? [] : [{ dimension, value }]
      })
      .sort((a, b) => a.dimension - b.dimension),
  )
}

/** Numbers the synsets that occur in more than one vector, most used first, up to 65,536. */
function numberByUse(vectors: readonly (readonly number[])[]): Map<number, number> {
  const uses = new Map<number, number>()
  for (const vector of vectors) for (const synset of vector) uses.set(synset, (uses.get(synset) ?? 0) + 1)
  const shared = [...uses].filter(([, count]) => count > 1)
  shared.sort(([a, used], [b, usedToo]) => usedToo - used || a - b)
  return new Map(shared.slice(0, MAX_DIMENSIONS).map(([synset], dimension) => [synset, dimension]))
}
