import { deflateSync } from 'node:zlib'
import { encode } from 'fast-png'
import { describe, expect, test, vi } from 'vitest'
import { groupGame } from '../../server/compose/friends.fixture.ts'
import { webCodecs } from '../../server/platform/web-codecs.ts'
import type { Client } from '../contract/client/client.ts'
import { DRAWING } from '../contract/constants.ts'
import type { Stroke } from '../contract/schemas/strokes.ts'
import { decodeStrokes } from './decode-strokes.ts'
import { validateDrawing } from './drawings.ts'
import { type PngChunk, PngError, readChunks, writeChunks } from './png-chunks.ts'
import { embedStrokes } from './stroke-chunk.ts'

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

/** A picture of one colour, with one black pixel if `ink` is set. */
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
  readonly side: number
}

/** A picture with one sample per pixel, written here because fast-png cannot write these bit depths. */
function packed({ depth, colourType, side }: Kind, sampleAt: (x: number, y: number) => number): Uint8Array {
  const rows: number[] = []
  for (let y = 0; y < side; y++) {
    let bits = ''
    for (let x = 0; x < side; x++) bits += sampleAt(x, y).toString(2).padStart(depth, '0')
    rows.push(0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
  }
  const colours = [255, 255, 255, 255, 255, 240, 0, 0, 0].slice(0, 3 * 2 ** depth)
  const palette = { type: 'PLTE', data: Uint8Array.from(colours) }
  return pngOf(side, [depth, colourType, 0, 0, 0], rows, ...(colourType === 3 ? [palette] : []))
}

/** An indexed picture with two bits per pixel and a palette of three colours. */
const indexed = () => packed({ depth: 2, colourType: 3, side: 40 }, (x) => x % 3)
/** A picture with two samples per pixel: grey and alpha. */
const greyAlpha = (alphaAt: (x: number) => number, greyAt: (x: number) => number) => {
  const side = 32
  const row = Array.from({ length: side }, (_, x) => [greyAt(x), alphaAt(x)])
  return pngOf(side, [8, 4, 0, 0, 0], Array.from({ length: side }, () => [0, ...row.flat()]).flat())
}

/** A picture in shades of red, with one PNG filter for all rows. */
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
    { type: 'IDAT', data: deflateSync(Uint8Array.from(rows)) },
    { type: 'IEND', data: new Uint8Array() },
  ])
}

const validate = async (png: Uint8Array) => validateDrawing(webCodecs.toBase64(png), webCodecs)
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
/** Inserts a chunk after the header. */
const insertFirst = (png: Uint8Array, chunk: PngChunk) => {
  const [header, ...rest] = readChunks(png)
  return writeChunks([...(header ? [header] : []), chunk, ...rest])
}
const withPalette = (bytes: number) =>
  writeChunks(
    readChunks(indexed()).map((chunk) =>
      chunk.type === 'PLTE' ? { type: 'PLTE', data: new Uint8Array(bytes) } : chunk,
    ),
  )
/** Inflates to 8 MB. */
const BOMB = Uint8Array.of(120, 0, 0, ...deflateSync(new Uint8Array(8_000_000)))
const NO_DATA = new Uint8Array()
const INVALID = 'The drawing is not a valid PNG image. Please save it again.'
const hugeHeader = Uint8Array.of(0, 0, 78, 32, 0, 0, 78, 32, 8, 3, 0, 0, 0)

describe('a drawing is accepted', () => {
  test('unchanged, with or without its data prefix', async () => {
    const png = picture()
    const plain = await validate(png)
    expect([...plain.png]).toEqual([...png])
    const prefixed = await validateDrawing(`data:image/png;base64,${webCodecs.toBase64(png)}`, webCodecs)
    expect(prefixed).toEqual(plain)
    expect(plain.pngHash).toBe(webCodecs.sha256(png))
  })

  test('without its strokes, which are stored separately', async () => {
    const png = picture()
    const valid = await validate(await embedStrokes(png, strokes))
    expect([...valid.png]).toEqual([...png])
    expect(valid.strokes && (await decodeStrokes(valid.strokes))).toEqual(strokes)
    expect(valid.sentHash).not.toBe(valid.pngHash)
  })

  test('without its text chunks and private chunks', async () => {
    const png = picture()
    const more = ['tEXt', 'iTXt', 'zTXt', 'prVt'].map((type) => ({ type, data: Uint8Array.of(1, 2) }))
    const valid = await validate(insert(png, ...more, { type: 'gAMA', data: Uint8Array.of(0, 0, 177, 143) }))
    expect(readChunks(valid.png).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(valid.strokes).toBeNull()
  })

  test.each(['eXIf', 'tIME', 'iCCP', 'sPLT', 'sRGB', 'acTL', 'fdAT', 'spAl'])(
    'without its %s chunk, whatever it contains',
    async (type) => {
      const valid = await validate(insertFirst(indexed(), { type, data: BOMB }))
      expect([...valid.png]).toEqual([...indexed()])
    },
  )

  test('without its strokes if they are too large', async () => {
    const data = new Uint8Array(DRAWING.strokeChunkMaxBytes + 1)
    expect((await validate(insert(picture(), { type: 'inKl', data }))).strokes).toBeNull()
  })

  test('with an invalid stroke chunk, which results then omit', async () => {
    const { ann: client, gameId } = await groupGame('Ann')
    await client.startTurn()
    const png = insert(picture(), { type: 'inKl', data: Uint8Array.of(1, 2) })
    await client.submitTurn({ body: { content: { drawing: webCodecs.toBase64(png) }, timeSpent: 1 } })
    const { chain } = await client.getGame({ params: { id: gameId } })
    expect(chain).toMatchObject([{ content: { drawing: webCodecs.toBase64(picture()) } }])
    expect(chain[0]).not.toHaveProperty('strokes')
  })

  test('with strokes, which results include but its guesser does not get', async () => {
    const { ann, ben } = await groupGame('Ann', 'Ben')
    await ann.startTurn()
    const drawing = webCodecs.toBase64(await embedStrokes(picture({ side: 80 }), strokes))
    await ann.submitTurn({ body: { content: { drawing }, timeSpent: 1 } })
    const { gameId, previousEntry } = await ben.startTurn()
    expect(previousEntry).toEqual({ drawing: webCodecs.toBase64(picture({ side: 80 })) })
    await ben.skipTurn()
    const { chain } = await ann.getGame({ params: { id: gameId } })
    expect(chain).toMatchObject([{ content: previousEntry, strokes }])
  })

  test.each([1, 2, 4, 8] as const)(
    'with %i bits per pixel, grey or indexed, unless it is blank',
    async (depth) => {
      for (const colourType of [0, 3] as const) {
        const kind = { depth, colourType, side: 35 }
        await expect(validate(packed(kind, (x, y) => Number(x === 34 && y === 33)))).resolves.toBeDefined()
        await expect(validate(packed(kind, () => 1))).rejects.toThrow('The drawing is empty')
      }
    },
  )

  test('with ink in the low half of every byte', async () => {
    const kind = { depth: 4, colourType: 3, side: 32 } as const
    await expect(validate(packed(kind, (x) => 1 + (x % 2)))).resolves.toBeDefined()
  })

  test('with grey and alpha, unless it is blank with transparent pixels as white', async () => {
    const opaque = () => 255
    const firstHalf = (x: number) => Number(x < 16)
    await expect(validate(greyAlpha(opaque, (x) => x))).resolves.toBeDefined()
    await expect(validate(greyAlpha(firstHalf, () => 0))).resolves.toBeDefined()
    await expect(validate(greyAlpha(firstHalf, () => 255))).rejects.toThrow('The drawing is empty')
  })

  test('unless all its ink is in transparent palette entries, which count as white', async () => {
    const key = { type: 'tRNS', data: Uint8Array.of(255, 0, 0) }
    const [header, palette, ...rest] = readChunks(indexed())
    if (!header || !palette) throw new Error('The picture should have a palette')
    await expect(validate(writeChunks([header, palette, key, ...rest]))).rejects.toThrow(
      'The drawing is empty',
    )
  })

  test.each([0, 1, 2, 3, 4])(
    'with ink anywhere and rows with filter %i, unless it is blank',
    async (filter) => {
      for (const [x, y] of [
        [0, 0],
        [5, 3],
        [0, 16],
        [20, 16],
        [32, 16],
        [32, 32],
      ]) {
        const dotted = filtered(filter, (column, row) => (column === x && row === y ? 9 : 200))
        await expect(validate(dotted), `a dot at ${x}, ${y}`).resolves.toBeDefined()
      }
      await expect(validate(filtered(filter, (_, row) => row))).resolves.toBeDefined()
      await expect(validate(filtered(filter, () => 200))).rejects.toThrow('The drawing is empty')
    },
  )

  test('in RGB, and with the min and max size', async () => {
    await expect(validate(picture({ channels: 3 }))).resolves.toBeDefined()
    await expect(validate(picture({ side: 1024 }))).resolves.toBeDefined()
    await expect(validate(picture({ side: 32 }))).resolves.toBeDefined()
  })
})

describe('decoding', () => {
  const counted = () => ({ ...webCodecs, inflate: vi.fn(webCodecs.inflate) })
  const blank = (side: number) => webCodecs.toBase64(picture({ ink: false, side }))

  test('of the same drawing gives the same result, accepted or refused', () => {
    const inked = webCodecs.toBase64(picture({ side: 71 }))
    const valid = validateDrawing(inked, webCodecs)
    expect(validateDrawing(inked, webCodecs)).toEqual(valid)
    for (let time = 0; time < 3; time++) {
      expect(() => validateDrawing(blank(72), webCodecs)).toThrow('The drawing is empty')
    }
  })

  test('does not happen for a bit depth or for dimensions that are refused', () => {
    const codecs = counted()
    const [deep, wide] = [withHeader(picture(), 8, 0x10_06_00_00), withHeader(picture(), 0, 1025)]
    for (const png of [deep, wide]) {
      expect(() => validateDrawing(webCodecs.toBase64(png), codecs)).toThrow(PngError)
    }
    expect(codecs.inflate).not.toHaveBeenCalled()
  })

  test('does not happen for a text that is longer than any drawing', () => {
    const codecs = { ...webCodecs, fromBase64: vi.fn(webCodecs.fromBase64) }
    expect(() => validateDrawing('A'.repeat(800_000), codecs)).toThrow('the maximum is 512 KiB')
    expect(codecs.fromBase64).not.toHaveBeenCalled()
  })

  test('comes after the check of whose turn it is', async () => {
    const { ann, ben } = await groupGame('Ann', 'Ben')
    const submit = (client: Client, drawing: string) =>
      client.submitTurn({ body: { content: { drawing }, timeSpent: 1 } })
    await expect(submit(ben, blank(73))).rejects.toMatchObject({ code: 'CONFLICT' })
    await ann.startTurn()
    await expect(submit(ben, blank(74))).rejects.toMatchObject({ code: 'CONFLICT' })

    const inked = webCodecs.toBase64(picture({ side: 75 }))
    const accepted = await submit(ann, inked)
    await ben.startTurn()
    await expect(submit(ben, blank(76))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(submit(ann, blank(77))).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(submit(ann, 'no base64!')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await submit(ann, inked)).toEqual(accepted)
  })
})

describe('a drawing is refused with a sentence for the player', () => {
  test.each([
    ['not base64', async () => validateDrawing('hello there!', webCodecs), 'The drawing is not a PNG image.'],
    ['not a PNG', () => validate(Uint8Array.of(1, 2, 3, 4)), 'The drawing is not a PNG image.'],
    ['blank', () => validate(picture({ ink: false })), 'The drawing is empty. Please draw something first.'],
    [
      'of one colour',
      () => validate(picture({ ink: false, colour: 90 })),
      'The drawing is empty. Please draw something first.',
    ],
    [
      'transparent',
      () => validate(picture({ ink: false, alpha: 0 })),
      'The drawing is empty. Please draw something first.',
    ],
    [
      'too wide',
      () => validate(withHeader(picture(), 0, 1025)),
      'The drawing is too large: the maximum is 1024 pixels per side.',
    ],
    [
      'too small',
      () => validate(picture({ side: 31 })),
      'The drawing is too small: the minimum is 32 pixels per side.',
    ],
    ['cut off', () => validate(picture().subarray(0, -20)), 'The drawing is incomplete. Please try again.'],
    [
      'over 512 KiB',
      () => validate(insert(picture(), { type: 'prVt', data: new Uint8Array(512 * 1024) })),
      'The drawing is too large: the maximum is 512 KiB.',
    ],
    [
      'with huge dimensions in its header',
      () => validate(withHeader(withHeader(picture(), 0, 20_000), 4, 20_000)),
      'The drawing is too large: the maximum is 1024 pixels per side.',
    ],
    [
      'with more pixels than its header says',
      () => validate(withHeader(picture(), 4, 32)),
      'The drawing is damaged. Please try again.',
    ],
    [
      'with a second, larger header',
      () => validate(insert(picture(), { type: 'IHDR', data: hugeHeader })),
      INVALID,
    ],
    [
      'interlaced',
      () => validate(withHeader(picture(), 9, 0x06_00_00_01)),
      'The drawing is an interlaced PNG image. Please save it without interlacing.',
    ],
    [
      'with 16 bits per channel',
      () => validate(withHeader(picture(), 8, 0x10_06_00_00)),
      'The drawing has 16 bits per channel. Please save it with at most 8 bits per channel.',
    ],
    [
      'with a critical chunk that browsers do not know',
      () => validate(insert(picture(), { type: 'CgBI', data: Uint8Array.of(1) })),
      'The drawing has a part that browsers cannot show (CgBI). Please save it as a plain PNG image.',
    ],
    [
      'with NULs in a chunk type',
      () => validate(insert(picture(), { type: 'a\0b\0', data: NO_DATA })),
      INVALID,
    ],
    ['with a palette of four bytes', () => validate(withPalette(4)), INVALID],
    ['with an empty palette', () => validate(withPalette(0)), INVALID],
    ['with more colours than its bit depth allows', () => validate(withPalette(15)), INVALID],
    [
      'with two palettes',
      () => validate(insertFirst(indexed(), { type: 'PLTE', data: new Uint8Array(9) })),
      INVALID,
    ],
    [
      'grey, with a palette',
      () =>
        validate(
          insertFirst(
            greyAlpha(
              () => 255,
              (x) => x,
            ),
            { type: 'PLTE', data: new Uint8Array(9) },
          ),
        ),
      INVALID,
    ],
    [
      'with a palette after its pixels',
      () => validate(insert(picture({ channels: 3 }), { type: 'PLTE', data: new Uint8Array(9) })),
      INVALID,
    ],
    [
      'with a transparent colour of the wrong length',
      () => validate(insertFirst(picture({ channels: 3 }), { type: 'tRNS', data: Uint8Array.of(0, 0) })),
      INVALID,
    ],
    [
      'with both a transparent colour and an alpha channel',
      () => validate(insertFirst(picture(), { type: 'tRNS', data: new Uint8Array(6) })),
      INVALID,
    ],
    [
      'with data in its end chunk',
      () =>
        validate(
          writeChunks([...readChunks(picture()).slice(0, -1), { type: 'IEND', data: Uint8Array.of(1) }]),
        ),
      INVALID,
    ],
    [
      'with a bit depth that its colour type does not allow',
      () => validate(withHeader(picture(), 8, 0x10_03_00_00)),
      'The drawing is not a PNG image.',
    ],
    ['without pixels', () => validate(without(picture(), 'IDAT')), INVALID],
    ['indexed without a palette', () => validate(without(indexed(), 'PLTE')), INVALID],
    [
      'white except for ink in its transparent colour',
      () =>
        validate(
          insertFirst(picture({ channels: 3 }), { type: 'tRNS', data: Uint8Array.of(0, 0, 0, 0, 0, 0) }),
        ),
      'The drawing is empty. Please draw something first.',
    ],
    [
      'damaged',
      () => validate(picture().map((byte, at) => (at === 50 ? byte ^ 255 : byte))),
      'The drawing is damaged. Please try again.',
    ],
  ])('%s', async (_, taking, sentence) => {
    await expect(taking()).rejects.toThrow(sentence)
  })
})
