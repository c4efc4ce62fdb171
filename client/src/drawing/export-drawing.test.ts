import { DRAWING } from '@inkling/mock-server/contract/constants'
import { decodeStrokes } from '@inkling/mock-server/picture/decode-strokes'
import { differing, seeded } from '@inkling/mock-server/picture/painting/painting.fixture'
import { pixelsOf as paintedPixels } from '@inkling/mock-server/picture/painting/rasterise'
import { embedStrokes, splitStrokes } from '@inkling/mock-server/picture/stroke-chunk'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { drawBox, drawLine, ERASER, PEN, scribble } from './drawing.fixture.ts'
import { Drawing } from './drawing.ts'
import { drawingDataUrl, exportDrawing } from './export-drawing.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** The pixels of a PNG, read by an independent decoder. */
async function pixelsOf(png: Uint8Array): Promise<Int32Array> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return new Int32Array(context.getImageData(0, 0, image.width, image.height).data.buffer.slice(0))
}

async function strokesIn(png: Uint8Array) {
  const { strokes } = splitStrokes(png)
  return strokes && decodeStrokes(strokes)
}

function scribbled(seed: number, count: number, screenSide = 350): Drawing {
  const drawing = new Drawing(screenSide)
  const random = seeded(seed)
  for (let index = 0; index < count; index++) scribble(drawing, random)
  return drawing
}

describe('exportDrawing', () => {
  it('returns the 350 x 350 picture, pixel for pixel, with its strokes', async () => {
    const drawing = scribbled(1, 25)
    const { drawing: base64, strokeCount } = await exportDrawing(drawing)
    const png = bytesOf(base64)
    expect(differing(drawing.picture.pixels, await pixelsOf(png))).toBe(0)
    expect(await strokesIn(png)).toEqual(drawing.strokes)
    expect(strokeCount).toBe(drawing.strokes.length)
    expect(png.length).toBeLessThan(DRAWING.maxBytes)
    // Bots add the strokes to a finished picture; the bytes must be the same.
    const picture = bytesOf((await drawingDataUrl(drawing)).split(',')[1] ?? '')
    expect(png).toEqual(await embedStrokes(picture, drawing.strokes))
  })

  it('returns the same file on every screen', async () => {
    const files = [350, 437, 1050].map(async (side) => (await exportDrawing(scribbled(2, 20, side))).drawing)
    const [first, ...others] = await Promise.all(files)
    for (const other of others) expect(other).toBe(first)
  })

  it('contains nothing that was cleared or undone', async () => {
    const drawing = scribbled(3, 8)
    drawing.clear()
    drawBox(drawing, PEN, 50, 50, 100, 100)
    drawLine(drawing, ERASER, [50, 50], [60, 60])
    drawing.undo()
    const { drawing: base64, strokeCount } = await exportDrawing(drawing)
    expect(strokeCount).toBe(4)
    expect(await strokesIn(bytesOf(base64))).toHaveLength(4)
  })

  it('stores a very long drawing with fewer points and does not change its pixels', async () => {
    const drawing = new Drawing()
    const random = seeded(8)
    for (let line = 0; line < 40; line++) {
      let [x, y, angle] = [random() * 350, random() * 350, 0]
      drawing.begin(PEN, x, y)
      for (let index = 0; index < 400; index++) {
        angle += random() - 0.5
        x += Math.cos(angle)
        y += Math.sin(angle)
        drawing.extend(x, y)
      }
      drawing.end()
    }
    const png = bytesOf((await exportDrawing(drawing)).drawing)
    const strokes = await strokesIn(png)
    expect(strokes).toHaveLength(40)
    expect(strokes?.flatMap(({ points }) => points).length).toBeLessThan(40 * 401)
    expect(differing(drawing.picture.pixels, await pixelsOf(png))).toBe(0)
  })
})

it('the same strokes give the same pixels, drawn on the sheet or painted at once, as bots do', () => {
  const drawing = scribbled(4, 40, 437)
  expect(new Set(drawing.strokes.map(({ tool }) => tool)).size).toBe(3)
  expect(differing(drawing.picture.pixels, paintedPixels(drawing.strokes))).toBe(0)
})

describe('drawingDataUrl', () => {
  it('is a PNG for an image element', async () => {
    const url = await drawingDataUrl(scribbled(5, 3))
    expect(url).toMatch(/^data:image\/png;base64,iVBOR/)
  })
})
