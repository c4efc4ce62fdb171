import { encode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { webBytes } from '../adapters/bytes-web.ts'
import { createInProcessServer } from '../adapters/in-process.ts'
import { createClient } from '../contract/client.ts'
import { DRAWING } from '../contract/constants.ts'
import { decodeStrokes } from '../contract/decode-strokes.ts'
import { type PngChunk, readChunks, writeChunks } from '../contract/png-chunks.ts'
import type { Stroke } from '../contract/schemas/strokes.ts'
import { embedStrokes } from '../contract/stroke-chunk.ts'
import { takeDrawing } from './drawings.ts'

const strokes: Stroke[] = [
  {
    tool: 'pen',
    color: '#000000',
    size: 5,
    points: [
      [1, 2],
      [30, 40],
    ],
  },
]

/** A white picture with one black pixel, or of one colour. */
function picture({
  side = 64,
  ink = true,
  channels = 4 as 3 | 4,
  alpha = 255,
  colour = 255,
} = {}): Uint8Array {
  const data = new Uint8Array(side * side * channels).fill(colour)
  if (channels === 4) for (let at = 3; at < data.length; at += 4) data[at] = alpha
  if (ink) data.set(channels === 4 ? [0, 0, 0, 255] : [0, 0, 0], channels * 5)
  return encode({ width: side, height: side, channels, data })
}

const take = async (png: Uint8Array) => takeDrawing(webBytes.toBase64(png), webBytes)
const insert = (png: Uint8Array, ...chunks: PngChunk[]) => {
  const all = readChunks(png)
  return writeChunks([...all.slice(0, -1), ...chunks, ...all.slice(-1)])
}
const withHeader = (png: Uint8Array, at: number, value: number) => {
  const [header, ...rest] = readChunks(png)
  const data = Uint8Array.from(header?.data ?? [])
  new DataView(data.buffer).setUint32(at, value)
  return writeChunks([{ type: 'IHDR', data }, ...rest])
}

describe('a drawing is taken', () => {
  test('byte by byte, with or without its data prefix', async () => {
    const png = picture()
    const plain = await take(png)
    expect([...plain.png]).toEqual([...png])
    const prefixed = await takeDrawing(`data:image/png;base64,${webBytes.toBase64(png)}`, webBytes)
    expect(prefixed).toEqual(plain)
    expect(plain.pngHash).toBe(webBytes.sha256(png))
  })

  test('without its strokes, which are kept beside it', async () => {
    const png = picture()
    const taken = await take(await embedStrokes(png, strokes))
    expect([...taken.png]).toEqual([...png])
    expect(taken.strokes && (await decodeStrokes(taken.strokes))).toEqual(strokes)
    expect(taken.sentHash).not.toBe(taken.pngHash)
  })

  test('without texts and private chunks', async () => {
    const png = picture()
    const more = ['tEXt', 'iTXt', 'zTXt', 'prVt'].map((type) => ({ type, data: Uint8Array.of(1, 2) }))
    const taken = await take(insert(png, ...more, { type: 'gAMA', data: Uint8Array.of(0, 0, 177, 143) }))
    expect(readChunks(taken.png).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'gAMA', 'IEND'])
    expect(taken.strokes).toBeNull()
  })

  test('without strokes that are too many to keep', async () => {
    const data = new Uint8Array(DRAWING.strokeChunkMaxBytes + 1)
    expect((await take(insert(picture(), { type: 'inKl', data }))).strokes).toBeNull()
  })

  test('with strokes that are none, which results then leave out', async () => {
    const server = createInProcessServer({ seed: 'strokes', clock: '2026-03-07T12:00:00-05:00' })
    let token: string | null = null
    const client = createClient({ baseUrl: 'http://in-process', fetch: server.fetch, token: () => token })
    token = (await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })).token
    await client.createGroup({ body: { name: 'Owls' } })
    await client.triggerDailyGames()
    const { gameId } = await client.startTurn()
    const png = insert(picture(), { type: 'inKl', data: Uint8Array.of(1, 2) })
    await client.submitTurn({ body: { content: { drawing: webBytes.toBase64(png) }, timeSpent: 1 } })
    const { chain } = await client.getGame({ params: { id: gameId } })
    expect(chain).toMatchObject([{ content: { drawing: webBytes.toBase64(picture()) } }])
    expect(chain[0]).not.toHaveProperty('strokes')
  })

  test('in other colour types too', async () => {
    await expect(take(picture({ channels: 3 }))).resolves.toBeDefined()
    await expect(take(picture({ side: 1024 }))).resolves.toBeDefined()
    await expect(take(picture({ side: 32 }))).resolves.toBeDefined()
  })
})

describe('a drawing is refused with a sentence for the player', () => {
  test.each([
    ['not base64', async () => takeDrawing('hello there!', webBytes), 'The drawing is not a PNG image.'],
    ['not a PNG', () => take(Uint8Array.of(1, 2, 3, 4)), 'The drawing is not a PNG image.'],
    ['blank', () => take(picture({ ink: false })), 'The drawing is empty. Please draw something first.'],
    [
      'one colour',
      () => take(picture({ ink: false, colour: 90 })),
      'The drawing is empty. Please draw something first.',
    ],
    [
      'transparent',
      () => take(picture({ ink: false, alpha: 0 })),
      'The drawing is empty. Please draw something first.',
    ],
    [
      'too wide',
      () => take(picture({ side: 1025 })),
      'The drawing is too large: 1024 pixels a side are the most.',
    ],
    [
      'too small',
      () => take(picture({ side: 31 })),
      'The drawing is too small: 32 pixels a side are the least.',
    ],
    [
      'cut off',
      () => take(picture().subarray(0, -20)),
      'The drawing did not arrive whole. Please try again.',
    ],
    [
      'over 512 KiB',
      () => take(insert(picture(), { type: 'prVt', data: new Uint8Array(512 * 1024) })),
      'The drawing is too large: 512 KiB are the most.',
    ],
    [
      'of huge dimensions in its header',
      () => take(withHeader(withHeader(picture(), 0, 20_000), 4, 20_000)),
      'The drawing is too large: 1024 pixels a side are the most.',
    ],
    [
      'more pixels than its header says',
      () => take(withHeader(picture(), 4, 32)),
      'The drawing was damaged on its way. Please try again.',
    ],
    [
      'damaged',
      () => take(picture().map((byte, at) => (at === 50 ? byte ^ 255 : byte))),
      'The drawing was damaged on its way. Please try again.',
    ],
  ])('%s', async (_, taking, sentence) => {
    await expect(taking()).rejects.toThrow(sentence)
  })
})
