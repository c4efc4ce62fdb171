import { decodeStrokes } from '@inkling/mock-server/picture/decode-strokes'
import { differing } from '@inkling/mock-server/picture/painting/painting.fixture'
import { splitStrokes } from '@inkling/mock-server/picture/stroke-chunk'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { drawLine } from '../src/drawing/drawing.fixture.ts'
import { Drawing, type Line } from '../src/drawing/drawing.ts'

test("a bot's picture has the pixels of a player who draws the same strokes", async () => {
  const sketchbook = loadSketchbook()
  for (const word of ['cat', 'volcano']) {
    const png = Buffer.from(sketchbook.draw(word, 'a', 1).png, 'base64')
    const { strokes } = splitStrokes(png)
    const drawing = new Drawing(437)
    for (const { points, ...line } of (strokes && (await decodeStrokes(strokes))) ?? [])
      drawLine(drawing, line as Line, ...points)
    expect(drawing.strokes.length).toBeGreaterThan(3)
    const rgba = new Uint8Array(drawing.picture.pixels.buffer)
    const { data } = decode(png)
    expect(
      differing(
        data,
        rgba.filter((_, at) => at % 4 < 3),
      ),
    ).toBe(0)
  }
})
