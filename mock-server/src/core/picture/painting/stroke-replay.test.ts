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
    const replay = new StrokeReplay(strokes, 350)
    replay.show(0)
    expect(differing(replay.screen.pixels, white)).toBe(0)
    for (let part = 0; part < 0.6; part += 0.07) replay.show(part)
    expect(differing(replay.screen.pixels, pixelsOf(strokes))).toBeGreaterThan(0)
    replay.show(1)
    expect(differing(replay.screen.pixels, pixelsOf(strokes))).toBe(0)
  })

  it('can be rewound', () => {
    const strokes = someStrokes()
    const replay = new StrokeReplay(strokes, 350)
    replay.show(0.4)
    const early = replay.screen.pixels.slice()
    replay.show(1)
    replay.show(0.4)
    expect(differing(replay.screen.pixels, early)).toBe(0)
    replay.show(0)
    expect(differing(replay.screen.pixels, white)).toBe(0)
  })

  it('shows a blank sheet without strokes', () => {
    const replay = new StrokeReplay([], 350)
    replay.show(1)
    expect(differing(replay.screen.pixels, white)).toBe(0)
  })
})
