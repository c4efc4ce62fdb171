import { CARD, paintCard } from '@inkling/mock-server/picture/cards/card'
import { paintPaper } from '@inkling/mock-server/picture/cards/hand-drawn'
import { paintLine } from '@inkling/mock-server/picture/cards/lettering'
import { COLOURS, FONT } from '@inkling/mock-server/picture/cards/look'
import { paintWordmark } from '@inkling/mock-server/picture/cards/wordmark'
import {
  loadAvatarImage,
  loadDrawingImage,
  loadFonts,
  makeCanvas,
  yieldToPage,
} from '../../../ui/gif/canvas.ts'
import { cardsOf } from '../scenes.ts'
import type { PictureRequest } from './picture-request.ts'

const MARGIN = 28
const GAP = 30
const HEAD = 84
const WORDMARK_AT = { x: MARGIN, y: 10, height: 58 }
const FOOT = 60
const SCALE = 1.5
/** Some phones cannot paint larger canvases. */
const MAX_PIXELS = 14_000_000

/** The number of columns with which the picture is about twice as tall as it is wide. */
export const columnsFor = (cards: number): number => Math.max(1, Math.round(Math.sqrt(cards / 2)))

/**
 * The whole chain in one picture, as a page of the sketchbook.
 * @returns a PNG
 */
export async function makePictureStrip({
  results,
  caption,
  onProgress,
  signal,
}: PictureRequest): Promise<Blob> {
  await loadFonts()
  const scenes = cardsOf(results)
  const columns = columnsFor(scenes.length)
  const rows = Math.ceil(scenes.length / columns)
  const width = 2 * MARGIN + columns * CARD.width + (columns - 1) * GAP
  const height = HEAD + rows * CARD.height + (rows - 1) * GAP + FOOT
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height)))
  const context = makeCanvas(Math.round(width * scale), Math.round(height * scale))
  context.scale(scale, scale)
  paintPaper(context, width, height)
  paintWordmark(context, (data) => new Path2D(data), WORDMARK_AT)
  for (const [at, scene] of scenes.entries()) {
    await yieldToPage(signal)
    const [row, column] = [Math.floor(at / columns), at % columns]
    // An incomplete last row is centred.
    const inRow = Math.min(columns, scenes.length - row * columns)
    const indent = ((columns - inRow) * (CARD.width + GAP)) / 2
    const place = {
      x: MARGIN + indent + column * (CARD.width + GAP),
      y: HEAD + row * (CARD.height + GAP),
      at,
    }
    const png = scene.kind === 'drawing' ? scene.png : scene.kind === 'guess' ? scene.seen : null
    const picture = png === null ? null : await loadDrawingImage(png)
    const face = 'step' in scene ? await loadAvatarImage(scene.step.avatar) : null
    paintCard(context, scene, place, { face, picture, isWritten: true, isScored: true })
    onProgress((at + 1) / (scenes.length + 1))
  }
  context.fillStyle = COLOURS['ink-soft']
  context.textAlign = 'center'
  paintLine(context, caption, FONT.text, { x: width / 2, y: height - 20, width: width - 2 * MARGIN, px: 20 })
  return toPng(context.canvas)
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The browser could not encode the picture as PNG'))
    }, 'image/png')
  })
