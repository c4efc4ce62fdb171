import { CANVAS } from '@inkling/mock-server/contract/constants'
import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { avatarFallback } from '../../../ui/avatar-image.ts'
import { MATCH_MESSAGE } from '../match-message.ts'
import type { Scene } from '../scenes.ts'
import { tapeColour } from '../tape-colour.ts'
import { type Box, paintScrap, paintTape } from './hand-drawn.ts'
import { paintHandwriting, paintLine } from './lettering.ts'
import { type Colours, FONT } from './look.ts'

type Context = CanvasRenderingContext2D

export const CARD = { width: 400, height: 456 } as const
/** The position and size of the drawing on a card. */
export const PICTURE = { x: 25, y: 82, side: CANVAS.size } as const

/** The visible parts of a card. */
export interface Progress {
  /** The player's avatar, if it has an image. */
  face: CanvasImageSource | null
  /** The finished drawing; null for a blank sheet. */
  picture: CanvasImageSource | null
  /** For a guess: whether its text and its score are visible. */
  isWritten: boolean
  isScored: boolean
}

/** Paints one scene of the chain as a card; `at` is its index. */
export function paintCard(
  context: Context,
  colours: Colours,
  scene: Scene,
  { x, y, at }: { x: number; y: number; at: number },
  progress: Progress,
): void {
  context.save()
  context.translate(x, y)
  const left = at % 2 === 0
  const box = { x: 0, y: 0, width: CARD.width, height: CARD.height }
  paintScrap(context, colours, box, fillOf(scene, colours))
  paintTape(context, colours[tapeColour(at)], left ? 76 : CARD.width - 76, 0, left ? -6 : 5)
  context.textBaseline = 'alphabetic'
  switch (scene.kind) {
    case 'word':
      paintCaption(context, colours, 'The word was', 150)
      paintHandwriting(context, colours, scene.word, { x: 24, y: 170, width: 352, height: 150 }, 72)
      break
    case 'drawing':
      paintWho(context, colours, scene.step, progress.face, 'drew')
      paintSheet(context, colours, progress.picture)
      break
    case 'guess':
      paintWho(context, colours, scene.step, progress.face, 'guessed')
      if (progress.isWritten) {
        paintHandwriting(context, colours, scene.guess, { x: 24, y: 100, width: 352, height: 220 })
      }
      if (progress.isScored && scene.step.similarityScore !== undefined) {
        paintScore(context, colours, scene.step.similarityScore, CARD.width / 2, 366)
      }
      break
    case 'end':
      paintEnd(context, colours, scene)
  }
  context.restore()
}

function paintEnd(context: Context, colours: Colours, { results }: Extract<Scene, { kind: 'end' }>): void {
  paintCaption(context, colours, 'It began as', 66)
  paintHandwriting(context, colours, results.word, { x: 24, y: 74, width: 352, height: 74 })
  paintCaption(context, colours, 'It ended as', 186)
  paintHandwriting(context, colours, results.finalGuess ?? '...', { x: 24, y: 194, width: 352, height: 90 })
  context.save()
  context.textAlign = 'center'
  context.fillStyle = colours.ink
  paintLine(context, MATCH_MESSAGE[results.matchType], FONT.display, {
    x: CARD.width / 2,
    y: 336,
    width: 352,
    px: 27,
  })
  context.restore()
  paintScore(context, colours, results.similarityScore, CARD.width / 2, 390)
}

function fillOf(scene: Scene, colours: Colours): string {
  if (scene.kind === 'word') return colours['wash-yellow']
  return scene.kind === 'end' ? colours['wash-pink'] : colours.scrap
}

function paintCaption(context: Context, colours: Colours, text: string, y: number): void {
  context.save()
  context.textAlign = 'center'
  context.fillStyle = colours.ink
  context.font = FONT.text(23)
  context.fillText(text, CARD.width / 2, y)
  context.restore()
}

/** The avatar, the name and the label. */
function paintWho(
  context: Context,
  colours: Colours,
  { username, avatar }: ChainStep,
  face: CanvasImageSource | null,
  did: string,
): void {
  const sign = avatarFallback(username, avatar)
  context.beginPath()
  context.arc(46, 44, 23, 0, 2 * Math.PI)
  context.fillStyle = colours['wash-blue']
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = colours.outline
  context.stroke()
  if (face) {
    context.save()
    context.clip()
    context.drawImage(face, 23, 21, 46, 46)
    context.restore()
    context.stroke()
  } else {
    context.save()
    context.fillStyle = colours.ink
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = FONT.display(24)
    context.fillText(sign, 46, 46)
    context.restore()
  }
  context.fillStyle = colours.ink
  const width = paintLine(context, username, FONT.display, { x: 82, y: 53, width: 205, px: 25 })
  context.font = FONT.text(22)
  context.fillText(did, 82 + width + 9, 53)
}

/** The white sheet with its frame. The drawing is not scaled. */
function paintSheet(context: Context, colours: Colours, picture: CanvasImageSource | null): void {
  const { x, y, side } = PICTURE
  const frame: Box = { x: x - 6, y: y - 6, width: side + 12, height: side + 12 }
  context.fillStyle = '#fff'
  context.fillRect(frame.x, frame.y, frame.width, frame.height)
  context.strokeStyle = colours.outline
  context.lineWidth = 2.5
  context.strokeRect(frame.x, frame.y, frame.width, frame.height)
  if (picture) context.drawImage(picture, x, y, side, side)
}

/** A score badge as on the results, with text and colour. */
function paintScore(context: Context, colours: Colours, score: number, x: number, y: number): void {
  const tone = tierOf('badge', score)
  context.save()
  context.font = FONT.display(27)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const text = `${score}%`
  const width = context.measureText(text).width + 40
  context.beginPath()
  context.roundRect(x - width / 2, y - 24, width, 48, [24, 20, 25, 19])
  context.fillStyle = tone === 'grey' ? colours['wash-grey'] : colours[tone]
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = colours.outline
  context.stroke()
  context.fillStyle = tone === 'grey' ? colours.ink : colours['ink-on-colour']
  context.fillText(text, x, y + 2)
  context.restore()
}
