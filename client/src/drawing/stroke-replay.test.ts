import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { describe, expect, it } from 'vitest'
import { differing, scribble, seeded } from './drawing.fixture.ts'
import { Drawing } from './drawing.ts'
import { StrokeReplay } from './stroke-replay.ts'

/** Strokes of a random drawing, and its pixels. */
function aScribble(): { strokes: Stroke[]; pixels: Int32Array } {
  const drawing = new Drawing(350)
  const random = seeded(5)
  for (let count = 0; count < 12; count++) scribble(drawing, random)
  return { strokes: drawing.strokes, pixels: drawing.screen.pixels.slice() }
}

const white = new Int32Array(350 * 350).fill(-1)

describe('the replay of a drawing', () => {
  it('starts with a blank sheet and ends with the drawing', () => {
    const { strokes, pixels } = aScribble()
    const film = new StrokeReplay(strokes, 350)
    film.show(0)
    expect(differing(film.screen.pixels, white)).toBe(0)
    for (let part = 0; part < 0.6; part += 0.07) film.show(part)
    expect(differing(film.screen.pixels, pixels)).toBeGreaterThan(0)
    film.show(1)
    expect(differing(film.screen.pixels, pixels)).toBe(0)
  })

  it('can be rewound', () => {
    const { strokes } = aScribble()
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
