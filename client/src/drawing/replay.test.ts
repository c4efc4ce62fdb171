import { describe, expect, it } from 'vitest'
import { differing, scribble, seeded } from './drawing.fixture.ts'
import { Drawing } from './drawing.ts'
import { Replay } from './replay.ts'

function scribbled(): Drawing {
  const drawing = new Drawing(500)
  const random = seeded(31)
  for (let index = 0; index < 15; index++) scribble(drawing, random)
  return drawing
}

describe('Replay', () => {
  it('ends with the drawing, pixel for pixel', () => {
    const drawing = scribbled()
    const replay = new Replay(drawing.strokes, 500)
    replay.seek(replay.length)
    expect(differing(replay.raster.pixels, drawing.screen.pixels)).toBe(0)
  })

  it('shows the same at a point however it got there', () => {
    const { strokes } = scribbled()
    const straight = new Replay(strokes, 350)
    const there = Math.floor(straight.length / 2)
    straight.seek(there)
    const wandering = new Replay(strokes, 350)
    wandering.seek(7)
    wandering.seek(wandering.length)
    wandering.seek(3)
    wandering.seek(there)
    expect(differing(wandering.raster.pixels, straight.raster.pixels)).toBe(0)
    expect(differing(straight.raster.pixels, scribbled().screen.pixels)).toBeGreaterThan(0)
  })

  it('does nothing beyond the end', () => {
    const replay = new Replay([], 350)
    replay.seek(100)
    expect(replay.length).toBe(0)
    expect(replay.raster.pixels.every((pixel) => pixel === -1)).toBe(true)
  })
})
