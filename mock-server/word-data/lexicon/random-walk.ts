import type { ConceptGraph } from './concept-graph.ts'
import type { WeightedSense } from './word-senses.ts'

/** A synset visited by walks from a word, with the probability of being there. */
export interface Visit {
  readonly synset: number
  readonly probability: number
}

/** The probability that a walk continues at each step instead of restarting. */
const CONTINUE = 0.7
/** Max probability per outgoing link that may remain at a synset without being pushed to its neighbours. */
const TOLERANCE = 1e-5
const MAX_VISITS = 300

/**
 * Computes personalised PageRank by forward push. The returned function gives the synsets that random walks from a
 * word's senses visit most, most visited first.
 */
export function createRandomWalk(graph: ConceptGraph): (start: readonly WeightedSense[]) => Visit[] {
  const size = graph.neighbours.length
  const estimate = new Float64Array(size)
  const residual = new Float64Array(size)
  const queued = new Uint8Array(size)

  return (start) => {
    const queue: number[] = []
    const touched = new Set<number>()
    const enqueue = (synset: number) => {
      if (queued[synset] === 1) return
      queued[synset] = 1
      queue.push(synset)
    }
    for (const { synset, probability } of start) {
      residual[synset] = (residual[synset] ?? 0) + probability
      touched.add(synset)
      enqueue(synset)
    }
    for (let next = 0; next < queue.length; next++) {
      const from = queue[next] ?? 0
      queued[from] = 0
      const probability = residual[from] ?? 0
      const neighbours = graph.neighbours[from] ?? []
      const weights = graph.weights[from] ?? []
      if (probability <= TOLERANCE * neighbours.length && next >= start.length) continue
      residual[from] = 0
      estimate[from] = (estimate[from] ?? 0) + (1 - CONTINUE) * probability
      for (let link = 0; link < neighbours.length; link++) {
        const to = neighbours[link] ?? 0
        const left = (residual[to] ?? 0) + CONTINUE * probability * (weights[link] ?? 0)
        residual[to] = left
        touched.add(to)
        if (left > TOLERANCE * (graph.neighbours[to]?.length ?? 0)) enqueue(to)
      }
    }
    const visits: Visit[] = []
    for (const synset of touched) {
      const probability = (estimate[synset] ?? 0) + (1 - CONTINUE) * (residual[synset] ?? 0)
      if (probability > 0) visits.push({ synset, probability })
      estimate[synset] = 0
      residual[synset] = 0
    }
    return visits.sort((a, b) => b.probability - a.probability || a.synset - b.synset).slice(0, MAX_VISITS)
  }
}
