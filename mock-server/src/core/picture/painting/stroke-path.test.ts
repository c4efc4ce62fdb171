import { describe, expect, it } from 'vitest'
import { seeded } from './painting.fixture.ts'
import { StrokePath } from './stroke-path.ts'

function pieces(size: number, points: (readonly [number, number, number?])[]) {
  const found: number[][] = []
  const path = new StrokePath(size, (...capsule) => found.push(capsule))
  for (const [x, y, pressure] of points) path.add(x, y, pressure)
  path.end()
  return found
}

describe('StrokePath', () => {
  it('turns a tap into a dot', () => {
    expect(pieces(8, [[10, 20]])).toEqual([[10, 20, 4, 10, 20, 4]])
  })

  it('starts at the first point, ends at the last, and has no gap', () => {
    const random = seeded(3)
    const points = Array.from({ length: 40 }, () => [random() * 350, random() * 350] as const)
    const found = pieces(5, points)
    expect(found[0]?.slice(0, 2)).toEqual(points[0])
    expect(found.at(-1)?.slice(3, 5)).toEqual(points.at(-1))
    for (let index = 1; index < found.length; index++) {
      expect(found[index]?.slice(0, 3)).toEqual(found[index - 1]?.slice(3))
    }
  })

  it('draws curves without visible corners', () => {
    const round = Array.from({ length: 13 }, (_, hour) => {
      const angle = (hour / 12) * 2 * Math.PI
      return [175 + 60 * Math.cos(angle), 175 + 60 * Math.sin(angle)] as const
    })
    const turns: number[] = []
    const found = pieces(5, round).slice(1)
    for (let index = 1; index < found.length; index++) {
      const [a = [], b = []] = [found[index - 1], found[index]]
      const heading = ([x0 = 0, y0 = 0, , x1 = 0, y1 = 0]: number[]) => Math.atan2(y1 - y0, x1 - x0)
      turns.push(Math.abs(Math.atan2(Math.sin(heading(b) - heading(a)), Math.cos(heading(b) - heading(a)))))
    }
    // The points themselves turn by 30 degrees each.
    expect(Math.max(...turns)).toBeLessThan((12 * Math.PI) / 180)
  })

  it('varies the width with the pressure, if there is one', () => {
    const radii = (...pressure: [number?]) => pieces(10, [[0, 0, ...pressure]])[0]?.[2]
    expect(radii()).toBe(5)
    expect(radii(0.5)).toBe(5)
    expect(radii(0)).toBe(2)
    expect(radii(1)).toBe(8)
  })
})
