import { encode } from 'fast-png'
import { expect, test } from 'vitest'
import type { Stroke } from '../contract/schemas/strokes.ts'
import { decodeStrokes } from './decode-strokes.ts'
import { readChunks } from './png-chunks.ts'
import { embedStrokes, encodeStrokes, splitStrokes } from './stroke-chunk.ts'

const png = encode({ width: 4, height: 4, channels: 3, data: new Uint8Array(48) })
const line = (length: number): Stroke => ({
  tool: 'pen',
  color: '#366EFB',
  size: 5,
  points: Array.from({ length }, (_, at) => [(at * 37.7) % 350, (at * 91.3) % 350]),
})

test('embedded strokes can be read back, and pixels are unchanged', async () => {
  const strokes = [line(20), { ...line(1), tool: 'fill' as const }]
  const embedded = await embedStrokes(png, strokes)
  expect(readChunks(embedded).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'inKl', 'IEND'])
  const split = splitStrokes(embedded)
  expect(split.chunks).toEqual(readChunks(png))
  expect(split.strokes && (await decodeStrokes(split.strokes))).toEqual(strokes)
})

test('embedding strokes again replaces the earlier ones', async () => {
  const twice = await embedStrokes(await embedStrokes(png, [line(5)]), [line(6)])
  const { strokes } = splitStrokes(twice)
  expect(strokes && (await decodeStrokes(strokes))).toEqual([line(6)])
  expect(readChunks(twice)).toHaveLength(4)
})

test('a list of strokes that is too large is omitted', async () => {
  const long = Array.from({ length: 40 }, () => line(2000)).map((stroke, at) => ({
    ...stroke,
    points: stroke.points.map(([x = 0, y = 0]) => [(x * (at + 3.3)) % 350, (y * (at + 7.1)) % 350]),
  }))
  expect(readChunks(await embedStrokes(png, long)).map(({ type }) => type)).not.toContain('inKl')
})

test('invalid data, and data that exceeds the limit when inflated, is not decoded', async () => {
  const deflate = async (text: string) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  }
  expect(await decodeStrokes(Uint8Array.of(1, 2, 3))).toBeNull()
  expect(await decodeStrokes(await deflate('not JSON'))).toBeNull()
  expect(await decodeStrokes(await deflate('[{"tool":"axe"}]'))).toBeNull()
  expect(await decodeStrokes(await deflate(`[${' '.repeat(2_000_000)}]`))).toBeNull()
  expect(await decodeStrokes(await encodeStrokes([]))).toEqual([])
})
