import { PRODUCT } from '@inkling/mock-server/contract/constants'
import { paintPaper } from '@inkling/mock-server/picture/cards/hand-drawn'
import { paintInkText } from '@inkling/mock-server/picture/cards/lettering'
import { COLOURS, FONT } from '@inkling/mock-server/picture/cards/look'
import { loadDrawingImage, loadFonts, makeCanvas, yieldToPage } from '../../ui/gif/canvas.ts'
import { GifEncoding } from '../../ui/gif/gif-encoding.ts'

/** One of the player's drawings. */
export interface FlipPage {
  readonly date: string
  /** Such as "Friday, November 20". */
  readonly day: string
  /** The word of the day; null before it is revealed. */
  readonly word: string | null
  /** Base64 PNG. */
  readonly png: string
}

const SIDE = 320
const MARGIN = 24
const HEAD = 64
const FOOT = 84
const WIDTH = SIDE + 2 * MARGIN
const HEIGHT = HEAD + SIDE + FOOT

const PAGE_MS = 900
const TURN_MS = 70
const LAST_MS = 2500
/** The width of a sheet while it is turned, in parts of the whole. */
const TURNING = [0.25, 0.7]
/** Only every nth pixel is sampled for the palette. A prime number includes all columns. */
const SAMPLE_EVERY = 7

/**
 * A month's drawings as a book that is leafed through.
 * @param title such as "November 2026"
 * @returns a GIF
 */
export async function makeFlipBook(
  pages: readonly FlipPage[],
  { title, signal }: { title: string; signal: AbortSignal },
): Promise<Blob> {
  await loadFonts()
  const context = makeCanvas(WIDTH, HEIGHT)
  const pictures = await Promise.all(pages.map(({ png }) => loadDrawingImage(png)))
  /** @param part how much of the sheet is visible */
  const paint = (at: number, part: number): Int32Array => {
    const picture = pictures[at]
    const page = pages[at]
    paintPaper(context, WIDTH, HEIGHT)
    context.fillStyle = COLOURS.ink
    context.textAlign = 'center'
    context.font = FONT.display(24)
    context.fillText(`${PRODUCT}, ${title}`, WIDTH / 2, 42)
    context.fillStyle = '#fff'
    context.fillRect(MARGIN, HEAD, SIDE * part, SIDE)
    if (picture) context.drawImage(picture, MARGIN, HEAD, SIDE * part, SIDE)
    context.strokeStyle = COLOURS.outline
    context.lineWidth = 2.5
    context.strokeRect(MARGIN, HEAD, SIDE * part, SIDE)
    if (page && part === 1) {
      if (page.word !== null)
        paintInkText(context, page.word, { x: MARGIN, y: HEAD + SIDE + 4, width: SIDE, height: 48 }, 30)
      context.fillStyle = COLOURS['ink-soft']
      context.textAlign = 'center'
      context.font = FONT.text(16)
      context.fillText(page.day, WIDTH / 2, HEIGHT - 14)
    }
    return new Int32Array(context.getImageData(0, 0, WIDTH, HEIGHT).data.buffer)
  }

  const samples = pages.map((_, at) => sampleOf(paint(at, 1)))
  const worker = new Worker(new URL('../../ui/gif/gif-worker.ts', import.meta.url), { type: 'module' })
  const gif = new GifEncoding(worker, signal)
  await gif.start(WIDTH, HEIGHT, samples)
  for (const at of pages.keys()) {
    await yieldToPage(signal)
    if (at > 0) for (const part of TURNING) await gif.add(paint(at, part), TURN_MS)
    await gif.add(paint(at, 1), at === pages.length - 1 ? LAST_MS : PAGE_MS)
  }
  return new Blob([await gif.finish()], { type: 'image/gif' })
}

const sampleOf = (pixels: Int32Array): Int32Array =>
  Int32Array.from(
    { length: Math.floor(pixels.length / SAMPLE_EVERY) },
    (_, at) => pixels[at * SAMPLE_EVERY] as number,
  )
