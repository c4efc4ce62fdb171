import type { ConceptGraph } from './concept-graph.ts'
import type { WeightedSense } from './word-senses.ts'

/** A synset visited by walks from a word, with the probability of being there. */
export interface Visit {
  readonly synset: number
  readonly probability: number
}

/** The probability that a walk continues at each step instead of restarting. */
const ON = 0.7
/** How much probability may remain at a synset without being spread, per outgoing link. */
const TOLERANCE = 1e-5
const KEPT = 300

/**
 * Personalised PageRank by forward push: returns the synsets that random walks from a word's senses visit most, most
 * visited first.
 */
export function createRandomWalk(graph: ConceptGraph): (start: readonly WeightedSense[]) => Visit[] {
  const size = graph.neighbours.length
  const settled = new Float64Array(size)
  const waiting = new Float64Array(size)
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
      waiting[synset] = (waiting[synset] ?? 0) + probability
      touched.add(synset)
      enqueue(synset)
    }
    for (let next = 0; next < queue.length; next++) {
      const from = queue[next] ?? 0
      queued[from] = 0
      const probability = waiting[from] ?? 0
      const neighbours = graph.neighbours[from] ?? []
      const weights = graph.weights[from] ?? []
      if (probability <= TOLERANCE * neighbours.length && next >= start.length) continue
      waiting[from] = 0
      settled[from] = (settled[from] ?? 0) + (1 - ON) * probability
      for (let way = 0; way < neighbours.length; way++) {
        const to = neighbours[way] ?? 0
        const left = (waiting[to] ?? 0) + ON * probability * (weights[way] ?? 0)
        waiting[to] = left
        touched.add(to)
        if (left > TOLERANCE * (graph.neighbours[to]?.length ?? 0)) enqueue(to)
      }
    }
    const visits: Visit[] = []
    for (const synset of touched) {
      const probability = (settled[synset] ?? 0) + (1 - ON) * (waiting[synset] ?? 0)
      if (probability > 0) visits.push({ synset, probability })
      settled[synset] = 0
      waiting[synset] = 0
    }
    return visits.sort((a, b) => b.probability - a.probability || a.synset - b.synset).slice(0, KEPT)
  }
}
