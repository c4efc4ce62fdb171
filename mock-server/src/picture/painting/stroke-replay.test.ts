import { describe, expect, it } from 'vitest'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { differing, seeded } from './painting.fixture.ts'
import { pixelsOf } from './rasterise.ts'
import { StrokeReplay } from './stroke-replay.ts'

/** Random strokes, fills and eraser strokes. */
function someStrokes(): Stroke[] {
  const random = seeded(5)
  const place = () => [random() * 350, random() * 350, random()]
  return Array.from({ length: 12 }, (_, at) => ({
    tool: at % 4 === 3 ? 'fill' : at % 4 === 2 ? 'eraser' : 'pen',
    color: at % 4 === 2 ? '#FFFFFF' : at % 2 ? '#ED4444' : '#366EFB',
    size: 2 + Math.floor(random() * 28),
    points: Array.from({ length: at % 4 === 3 ? 1 : 9 }, place),
  }))
}

const white = new Int32Array(350 * 350).fill(-1)

describe('the replay of a drawing', () => {
  it('starts with a blank sheet and ends with the drawing', () => {
    const strokes = someStrokes()
    const film = new StrokeReplay(strokes, 350)
    film.show(0)
    expect(differing(film.screen.pixels, white)).toBe(0)
    for (let part = 0; part < 0.6; part += 0.07) film.show(part)
    expect(differing(film.screen.pixels, pixelsOf(strokes))).toBeGreaterThan(0)
    film.show(1)
    expect(differing(film.screen.pixels, pixelsOf(strokes))).toBe(0)
  })

  it('can be rewound', () => {
    const strokes = someStrokes()
    const film = new StrokeReplay(strokes, 350)
    film.show(0.4)
    const early = film.screen.pixels.slice()
    film.show(1)
    film.show(0.4)
    expect(differing(film.screen.pixels, early)).toBe(0)
    film.show(0)
    expect(differing(film.screen.pixels, white)).toBe(0)
  })

  it('shows a blank sheet without strokes', () => {
    const film = new StrokeReplay([], 350)
    film.show(1)
    expect(differing(film.screen.pixels, white)).toBe(0)
  })
})
