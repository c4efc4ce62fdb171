import { encode } from 'fast-png'
import { zlibSync } from 'fflate'
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

interface Kind {
  readonly depth: 1 | 2 | 4 | 8
  readonly colourType: 0 | 3
  readonly isInterlaced: boolean
  readonly side: number
}

/** A picture of one sample a pixel, packed by hand: no library of ours writes these kinds. */
function packed(
  { depth, colourType, isInterlaced, side }: Kind,
  sampleAt: (x: number, y: number) => number,
): Uint8Array {
  const rows: number[] = []
  const passes = isInterlaced
    ? ([
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ] as const)
    : ([[0, 0, 1, 1]] as const)
  for (const [left, top, dx, dy] of passes) {
    for (let y = top; y < side; y += dy) {
      let bits = ''
      for (let x = left; x < side; x += dx) bits += sampleAt(x, y).toString(2).padStart(depth, '0')
      rows.push(0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
    }
  }
  const palette = { type: 'PLTE', data: Uint8Array.of(255, 255, 255, 255, 255, 240, 0, 0, 0) }
  const kind = [depth, colourType, 0, 0, Number(isInterlaced)]
  return pngOf(side, kind, rows, ...(colourType === 3 ? [palette] : []))
}

/** A picture in shades of red, each row of it filtered in one of the ways that PNG has. */
function filtered(filter: number, redAt: (x: number, y: number) => number): Uint8Array {
  const side = 33
  const byteAt = (x: number, y: number, sample: number) =>
    x < 0 || y < 0 ? 0 : sample === 0 ? redAt(x, y) : 7
  const rows: number[] = []
  for (let y = 0; y < side; y++) {
    rows.push(filter)
    for (let byte = 0; byte < 3 * side; byte++) {
      const [x, sample] = [Math.floor(byte / 3), byte % 3]
      const [left, up, corner] = [
        byteAt(x - 1, y, sample),
        byteAt(x, y - 1, sample),
        byteAt(x - 1, y - 1, sample),
      ]
      const nearest = [left, up, corner].toSorted(
        (one, other) => Math.abs(left + up - corner - one) - Math.abs(left + up - corner - other),
      )
      const predicted = [0, left, up, Math.floor((left + up) / 2), nearest[0]][filter] ?? 0
      rows.push((byteAt(x, y, sample) - predicted) & 0xff)
    }
  }
  return pngOf(side, [8, 2, 0, 0, 0], rows)
}

function pngOf(side: number, kind: readonly number[], rows: readonly number[], ...more: PngChunk[]) {
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, side)
  new DataView(header.buffer).setUint32(4, side)
  header.set(kind, 8)
  return writeChunks([
    { type: 'IHDR', data: header },
    ...more,
    { type: 'IDAT', data: zlibSync(Uint8Array.from(rows)) },
    { type: 'IEND', data: new Uint8Array() },
  ])
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

const without = (png: Uint8Array, type: string) =>
  writeChunks(readChunks(png).filter((chunk) => chunk.type !== type))
/** Before the pixels. */
const insertFirst = (png: Uint8Array, chunk: PngChunk) => {
  const [header, ...rest] = readChunks(png)
  return writeChunks([...(header ? [header] : []), chunk, ...rest])
}
const hugeHeader = Uint8Array.of(0, 0, 78, 32, 0, 0, 78, 32, 8, 3, 0, 0, 0)

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

  test('whatever its colour profile would unpack to: nobody unpacks it', async () => {
    const profile = { type: 'iCCP', data: Uint8Array.of(120, 0, 0, ...zlibSync(new Uint8Array(8_000_000))) }
    const kind = { depth: 4, colourType: 3, isInterlaced: false, side: 32 } as const
    await expect(
      take(
        insertFirst(
          packed(kind, (x) => x % 3),
          profile,
        ),
      ),
    ).resolves.toBeDefined()
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

  test.each([1, 2, 4, 8] as const)('with a palette of %i bits, and of any kind as grey', async (depth) => {
    for (const colourType of [0, 3] as const) {
      for (const isInterlaced of [false, true]) {
        const kind = { depth, colourType, isInterlaced, side: 35 }
        await expect(take(packed(kind, (x, y) => Number(x === 34 && y === 33)))).resolves.toBeDefined()
        await expect(take(packed(kind, () => 1))).rejects.toThrow('The drawing is empty')
      }
    }
  })

  test('with ink in the right-hand half of every byte', async () => {
    const kind = { depth: 4, colourType: 3, isInterlaced: false, side: 32 } as const
    await expect(take(packed(kind, (x) => 1 + (x % 2)))).resolves.toBeDefined()
  })

  test.each([0, 1, 2, 3, 4])('with ink in any place, and rows of filter %i', async (filter) => {
    for (const [x, y] of [
      [0, 0],
      [5, 3],
      [0, 16],
      [20, 16],
      [32, 16],
      [32, 32],
    ]) {
      const dotted = filtered(filter, (column, row) => (column === x && row === y ? 9 : 200))
      await expect(take(dotted), `a dot at ${x}, ${y}`).resolves.toBeDefined()
    }
    await expect(take(filtered(filter, (_, row) => row))).resolves.toBeDefined()
    await expect(take(filtered(filter, () => 200))).rejects.toThrow('The drawing is empty')
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
      'of a second header, larger than the first',
      () => take(insert(picture(), { type: 'IHDR', data: hugeHeader })),
      'The drawing is not a PNG image.',
    ],
    [
      'of a kind that PNG does not have',
      () => take(withHeader(picture(), 8, 0x10_03_00_00)),
      'The drawing is not a PNG image.',
    ],
    [
      'without pixels',
      () => take(without(picture(), 'IDAT')),
      'The drawing was damaged on its way. Please try again.',
    ],
    [
      'with a palette that is missing',
      () =>
        take(
          without(
            packed({ depth: 4, colourType: 3, isInterlaced: false, side: 40 }, (x) => x % 3),
            'PLTE',
          ),
        ),
      'The drawing was damaged on its way. Please try again.',
    ],
    [
      'one colour to the eye: its ink is the transparent colour of a white sheet',
      () =>
        take(insertFirst(picture({ channels: 3 }), { type: 'tRNS', data: Uint8Array.of(0, 0, 0, 0, 0, 0) })),
      'The drawing is empty. Please draw something first.',
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
