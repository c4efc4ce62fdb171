import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { seeded } from '@inkling/mock-server/picture/painting/painting.fixture'
import { describe, expect, it } from 'vitest'
import { PEN } from './drawing.fixture.ts'
import { simplify } from './simplify.ts'

const stroke = (...points: number[][]): Stroke => ({ ...PEN, points })

describe('simplify', () => {
  it('drops points on a straight line', () => {
    const { points } = simplify(stroke([0, 0], [10, 0.1], [20, 0], [20, 10], [20.1, 20], [20, 30]), 0.2)
    expect(points).toEqual([
      [0, 0],
      [20, 0],
      [20, 30],
    ])
  })

  it('keeps the simplified line within the tolerance of every dropped point', () => {
    const random = seeded(4)
    let [x, y] = [100, 100]
    const original = stroke(
      ...Array.from({ length: 300 }, () => {
        x += random() * 8 - 3
        y += random() * 8 - 4
        return [x, y]
      }),
    )
    const { points } = simplify(original, 2)
    expect(points.length).toBeLessThan(200)
    for (const [px = 0, py = 0] of original.points) {
      const nearest = Math.min(
        ...points.slice(1).map(([bx = 0, by = 0], index) => {
          const [ax = 0, ay = 0] = points[index] ?? []
          const squared = (bx - ax) ** 2 + (by - ay) ** 2
          const along = squared && ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / squared
          const t = Math.min(1, Math.max(0, along))
          return Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))
        }),
      )
      expect(nearest).toBeLessThanOrEqual(2)
    }
  })

  it('preserves dots, fills and closed lines', () => {
    expect(simplify(stroke([5, 5]), 3).points).toEqual([[5, 5]])
    const loop = simplify(stroke([0, 0], [50, 0], [50, 50], [0, 0]), 1)
    expect(loop.points).toHaveLength(4)
  })
})
