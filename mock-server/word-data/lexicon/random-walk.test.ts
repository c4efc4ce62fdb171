import { describe, expect, it } from 'vitest'
import { createRandomWalk } from './random-walk.ts'
import { walkVectors } from './walk-vectors.ts'

/** A chain of concepts, 0 - 1 - 2 - 3, and an isolated concept 4. */
const graph = {
  neighbours: [[1], [0, 2], [1, 3], [2], []].map((list) => Int32Array.from(list)),
  weights: [[1], [0.5, 0.5], [0.5, 0.5], [1], []].map((list) => Float64Array.from(list)),
}

describe('random walks', () => {
  const walk = createRandomWalk(graph)

  it('stay near their start', () => {
    const visits = walk([{ synset: 0, probability: 1 }])
    expect(visits.map(({ synset }) => synset).sort()).toEqual([0, 1, 2, 3])
    const at = (synset: number) => visits.find((visit) => visit.synset === synset)?.probability ?? 0
    expect(at(0)).toBeGreaterThan(at(2))
    expect(at(2)).toBeGreaterThan(at(3))
    expect(visits.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 2)
  })

  it('are independent of earlier walks', () => {
    const first = walk([{ synset: 3, probability: 1 }])
    walk([{ synset: 0, probability: 1 }])
    expect(walk([{ synset: 3, probability: 1 }])).toEqual(first)
  })

  it('give similar vectors to related words only', () => {
    const starts = [0, 0, 1, 1, 2, 2, 3, 3]
    const entries = starts.map((synset) => ({ visits: [{ synset, probability: 1 }], single: true, keep: 1 }))
    const [a, b, c] = walkVectors(entries, 5)
    expect(a).toHaveLength(1)
    expect(a).toEqual(b)
    expect(a?.[0]?.dimension).not.toBe(c?.[0]?.dimension)
  })
})
