import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { CARD, PICTURE, type Progress, paintCard } from '@inkling/mock-server/picture/cards/card'
import { paintPaper } from '@inkling/mock-server/picture/cards/hand-drawn'
import { COLOURS, FONT } from '@inkling/mock-server/picture/cards/look'
import { StrokeReplay } from '@inkling/mock-server/picture/painting/stroke-replay'
import {
  loadAvatarImage,
  loadDrawingImage,
  loadFonts,
  makeCanvas,
  yieldToPage,
} from '../../../ui/gif/canvas.ts'
import { GifEncoding } from '../../../ui/gif/gif-encoding.ts'
import { replayMs } from '../chain/replay-length.ts'
import { type CardScene, cardsOf } from '../scenes.ts'
import type { PictureRequest } from './picture-request.ts'

const MARGIN = 22
const TOP = 26
const FOOT = 40
const WIDTH = CARD.width + 2 * MARGIN
const HEIGHT = TOP + CARD.height + FOOT
const CARD_AT = { x: MARGIN, y: TOP }

const FRAME_MS = 90
const WORD_MS = 2000
const LOOK_MS = 1500
const STILL_MS = 2600
const THINK_MS = 500
const TRY_MS = 600
const WRITTEN_MS = 900
const SCORED_MS = 1700
const END_MS = 4000

/** The maximum number of frames, shared by all drawings of a chain, so that the file fits into a message. */
const MAX_FRAMES = 400
/** Only every nth pixel is sampled for the palette. A prime number includes all columns. */
const SAMPLE_EVERY = 7

/**
 * The chain as an animation: the word, the drawings stroke by stroke, the guesses letter by letter.
 * @returns a GIF
 */
export async function makeAnimatedGif({
  results,
  caption,
  onProgress,
  signal,
}: PictureRequest): Promise<Blob> {
  await loadFonts()
  const scenes = cardsOf(results)
  const painter = new CardPainter(caption)
  const pictures = new Map<CardScene, HTMLImageElement>()
  const faces = new Map<CardScene, HTMLImageElement | null>()
  for (const scene of scenes) {
    const png = scene.kind === 'drawing' ? scene.png : scene.kind === 'guess' ? scene.seen : null
    if (png !== null) pictures.set(scene, await loadDrawingImage(png))
    if ('step' in scene) faces.set(scene, await loadAvatarImage(scene.step.avatar))
  }
  const whole = (scene: CardScene): Progress => ({
    face: faces.get(scene) ?? null,
    picture: pictures.get(scene) ?? null,
    isWritten: true,
    isScored: true,
  })

  const samples: Int32Array[] = []
  for (const [at, scene] of scenes.entries()) {
    await yieldToPage(signal)
    samples.push(sampleOf(painter.paint(scene, at, whole(scene))))
  }
  const worker = new Worker(new URL('../../../ui/gif/gif-worker.ts', import.meta.url), { type: 'module' })
  const gif = new GifEncoding(worker, signal)
  await gif.start(WIDTH, HEIGHT, samples)
  const drawings = scenes.filter(({ kind }) => kind === 'drawing').length
  const maxFrames = Math.max(6, Math.floor(MAX_FRAMES / Math.max(1, drawings)))

  for (const [at, scene] of scenes.entries()) {
    const paint = (progress: Partial<Progress>, ms: number) =>
      gif.add(painter.paint(scene, at, { ...whole(scene), ...progress }), ms)
    if (scene.kind === 'drawing' && scene.step.strokes?.length) {
      const blank = painter.paint(scene, at, { ...whole(scene), picture: null })
      for (const ms of replayFrames(scene.step.strokes, blank, maxFrames)) {
        await gif.add(blank, ms)
      }
    } else if (scene.kind === 'guess') {
      for (let tried = 0; tried <= scene.tries.length; tried++)
        await paint({ isWritten: false, isScored: false, tried }, tried === 0 ? THINK_MS : TRY_MS)
      await paint({ isScored: false }, WRITTEN_MS)
      await paint({}, SCORED_MS)
    } else await paint({}, scene.kind === 'word' ? WORD_MS : scene.kind === 'end' ? END_MS : STILL_MS)
    onProgress((at + 1) / (scenes.length + 1))
  }
  return new Blob([await gif.finish()], { type: 'image/gif' })
}

/** Replays a drawing into the pixels of a card, one frame per iteration. Yields the duration of each frame in ms. */
function* replayFrames(strokes: readonly Stroke[], pixels: Int32Array, maxFrames: number): Generator<number> {
  const frames = Math.min(maxFrames, Math.ceil(replayMs(strokes) / FRAME_MS))
  const { side } = PICTURE
  const drawing = new StrokeReplay(strokes, side)
  for (let frame = 1; frame <= frames; frame++) {
    drawing.show(frame / frames)
    const from = drawing.screen.pixels
    for (let row = 0; row < side; row++) {
      const to = (CARD_AT.y + PICTURE.y + row) * WIDTH + CARD_AT.x + PICTURE.x
      pixels.set(from.subarray(row * side, (row + 1) * side), to)
    }
    yield frame === frames ? LOOK_MS : FRAME_MS
  }
}

/** Paints scenes on a canvas, one at a time. */
class CardPainter {
  readonly #context = makeCanvas(WIDTH, HEIGHT)
  readonly #caption: string

  constructor(caption: string) {
    this.#caption = caption
  }

  /** @returns the pixels, each 0xAABBGGRR */
  paint(scene: CardScene, at: number, progress: Progress): Int32Array {
    const context = this.#context
    paintPaper(context, WIDTH, HEIGHT)
    paintCard(context, scene, { ...CARD_AT, at }, progress)
    context.fillStyle = COLOURS['ink-soft']
    context.textAlign = 'center'
    context.font = FONT.text(15)
    context.fillText(this.#caption, WIDTH / 2, HEIGHT - 12, WIDTH - 2 * MARGIN)
    context.textAlign = 'start'
    return new Int32Array(context.getImageData(0, 0, WIDTH, HEIGHT).data.buffer)
  }
}

function sampleOf(pixels: Int32Array): Int32Array {
  return Int32Array.from(
    { length: Math.floor(pixels.length / SAMPLE_EVERY) },
    (_, at) => pixels[at * SAMPLE_EVERY] as number,
  )
}
