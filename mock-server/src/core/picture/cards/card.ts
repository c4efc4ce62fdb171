import { avatarFallback } from '../../contract/avatar-text.ts'
import { CANVAS } from '../../contract/constants.ts'
import { MATCH_MESSAGE } from '../../contract/match-message.ts'
import { nearnessText } from '../../contract/nearness.ts'
import type { ChainStep, GameResults } from '../../contract/schemas/results.ts'
import { tierOf } from '../../contract/score-tiers.ts'
import { type Box, type CanvasContext, paintPaperCard, paintTape } from './hand-drawn.ts'
import { paintInkText, paintLine } from './lettering.ts'
import { COLOURS, FONT } from './look.ts'
import { tapeColour } from './tape-colour.ts'

/* The cards of a chain on any canvas: of the picture and the GIF that players share, and of link previews. */

export const CARD = { width: 400, height: 456 } as const
/** The position and size of the drawing on a card. */
export const PICTURE = { x: 25, y: 82, side: CANVAS.size } as const

type Person = Pick<ChainStep, 'username' | 'avatar'>

/** What a card shows. */
export type CardScene =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'drawing'; readonly step: Person }
  | {
      readonly kind: 'guess'
      readonly guess: string
      /** What was guessed in vain before. */
      readonly tries?: readonly string[]
      readonly prompt: string
      readonly step: Person & Pick<ChainStep, 'similarityScore'>
    }
  | {
      readonly kind: 'end'
      readonly results: Pick<GameResults, 'word' | 'finalGuess' | 'matchType' | 'similarityScore'>
    }

/** The visible parts of a card. Images are those of the canvas's own library. */
export interface Progress {
  /** The player's avatar, if it has an image. */
  face: object | null
  /** The finished drawing; null for a blank sheet. For a guess, what was guessed; null to leave it out. */
  picture: object | null
  /** For a guess: whether its text and its score are visible. */
  isWritten: boolean
  isScored: boolean
  /** How many of the vain tries are visible; all without it. */
  tried?: number
}

/** Paints one scene of the chain as a card; `at` is its index. */
export function paintCard(
  context: CanvasContext,
  scene: CardScene,
  { x, y, at }: { x: number; y: number; at: number },
  progress: Progress,
): void {
  context.save()
  context.translate(x, y)
  const left = at % 2 === 0
  const box = { x: 0, y: 0, width: CARD.width, height: CARD.height }
  paintPaperCard(context, box, fillOf(scene))
  paintTape(context, COLOURS[tapeColour(at)], left ? 76 : CARD.width - 76, 0, left ? -6 : 5)
  context.textBaseline = 'alphabetic'
  context.textAlign = 'start'
  switch (scene.kind) {
    case 'word':
      paintCaption(context, 'The word was', 150)
      paintInkText(context, scene.word, { x: 24, y: 170, width: 352, height: 150 }, 72)
      break
    case 'drawing':
      paintWho(context, scene.step, progress.face, 'drew')
      paintSheet(context, progress.picture)
      break
    case 'guess':
      paintWho(context, scene.step, progress.face, 'guessed')
      if (progress.picture) paintSeen(context, progress.picture)
      paintTries(context, scene.tries ?? [], progress.tried, progress.picture ? SEEN.side + 12 : 0)
      if (progress.isWritten) {
        const top = progress.picture ? 200 : scene.tries?.length ? 168 : 100
        paintInkText(context, scene.guess, { x: 24, y: top, width: 352, height: 320 - top })
      }
      if (progress.isScored && scene.step.similarityScore !== undefined) {
        paintScore(context, scene.step.similarityScore, scene.prompt, 358)
      }
      break
    case 'end':
      paintEnd(context, scene)
  }
  context.restore()
}

function paintEnd(context: CanvasContext, { results }: Extract<CardScene, { kind: 'end' }>): void {
  paintCaption(context, 'It began as', 66)
  paintInkText(context, results.word, { x: 24, y: 74, width: 352, height: 74 })
  if (results.finalGuess === null) {
    paintCaption(context, 'It waits for somebody.', 250)
    return
  }
  paintCaption(context, 'It ended as', 186)
  paintInkText(context, results.finalGuess, { x: 24, y: 194, width: 352, height: 90 })
  context.save()
  context.textAlign = 'center'
  context.fillStyle = COLOURS.ink
  paintLine(context, MATCH_MESSAGE[results.matchType], FONT.display, {
    x: CARD.width / 2,
    y: 336,
    width: 352,
    px: 27,
  })
  context.restore()
  paintScore(context, results.similarityScore, results.word, 382)
}

function fillOf(scene: CardScene): string {
  if (scene.kind === 'word') return COLOURS['wash-yellow']
  return scene.kind === 'end' ? COLOURS['wash-pink'] : COLOURS.card
}

function paintCaption(context: CanvasContext, text: string, y: number): void {
  context.save()
  context.textAlign = 'center'
  context.fillStyle = COLOURS.ink
  context.font = FONT.text(23)
  context.fillText(text, CARD.width / 2, y)
  context.restore()
}

/** The avatar, the name and the label. */
function paintWho(
  context: CanvasContext,
  { username, avatar }: Person,
  face: object | null,
  did: string,
): void {
  const sign = avatarFallback(username, avatar)
  context.beginPath()
  context.arc(46, 44, 23, 0, 2 * Math.PI)
  context.fillStyle = COLOURS['wash-blue']
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = COLOURS.outline
  context.stroke()
  if (face) {
    context.save()
    context.clip()
    context.drawImage(face, 23, 21, 46, 46)
    context.restore()
    context.stroke()
  } else {
    context.save()
    context.fillStyle = COLOURS.ink
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = FONT.display(24)
    context.fillText(sign, 46, 46)
    context.restore()
  }
  context.fillStyle = COLOURS.ink
  const width = paintLine(context, username, FONT.display, { x: 82, y: 53, width: 205, px: 25 })
  context.font = FONT.text(22)
  context.fillText(did, 82 + width + 9, 53)
}

/** The position and size of a drawing on the card of its guess. */
const SEEN = { x: 27, y: 84, side: 104 } as const

/** What was guessed, as a small sheet. */
function paintSeen(context: CanvasContext, picture: object): void {
  const { x, y, side } = SEEN
  context.fillStyle = '#fff'
  context.fillRect(x, y, side, side)
  context.drawImage(picture, x, y, side, side)
  context.strokeStyle = COLOURS.outline
  context.lineWidth = 2
  context.strokeRect(x, y, side, side)
}

/**
 * Crossed-out bubbles, two in a row; one, if there are no more than two and one of them is long.
 * @param shown how many of them are visible; all without it
 * @param indent the space on the left that they leave
 */
function paintTries(
  context: CanvasContext,
  tries: readonly string[],
  shown: number | undefined,
  indent: number,
): void {
  context.save()
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = FONT.hand(22)
  const [half, height, gap] = [168 - indent / 2, 34, 10]
  const isLong = tries.some((guess) => context.measureText(guess).width > half - 24)
  const perRow = isLong && tries.length <= 2 ? 1 : 2
  const width = perRow === 1 ? 2 * half + gap : half
  const middle = (CARD.width + indent) / 2
  for (const [at, guess] of tries.slice(0, shown).entries()) {
    const x = middle + ((at % perRow) - (perRow - 1) / 2) * (width + gap)
    const y = 102 + Math.floor(at / perRow) * (height + 8)
    context.beginPath()
    context.roundRect(x - width / 2, y - height / 2, width, height, [17, 15, 18, 14])
    context.fillStyle = COLOURS['wash-grey']
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = COLOURS.outline
    context.stroke()
    context.fillStyle = COLOURS['ink-soft']
    const long = paintLine(context, guess, FONT.hand, { x, y: y + 1, width: width - 24, px: 22 })
    context.beginPath()
    context.moveTo(x - long / 2 - 4, y + 3)
    context.lineTo(x + long / 2 + 4, y - 2)
    context.lineWidth = 2.5
    context.strokeStyle = COLOURS.pink
    context.stroke()
  }
  context.restore()
}

/** The white sheet with its frame. The drawing is not scaled. */
function paintSheet(context: CanvasContext, picture: object | null): void {
  const { x, y, side } = PICTURE
  const frame: Box = { x: x - 6, y: y - 6, width: side + 12, height: side + 12 }
  context.fillStyle = '#fff'
  context.fillRect(frame.x, frame.y, frame.width, frame.height)
  context.strokeStyle = COLOURS.outline
  context.lineWidth = 2.5
  context.strokeRect(frame.x, frame.y, frame.width, frame.height)
  if (picture) context.drawImage(picture, x, y, side, side)
}

/** How near a guess is: in words, as a badge in the colour of the results; below it in figures, and to what. */
function paintScore(context: CanvasContext, score: number, prompt: string, y: number): void {
  const x = CARD.width / 2
  const tone = tierOf('badge', score)
  const words = nearnessText(score)
  context.save()
  context.font = FONT.display(27)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const width = context.measureText(words).width + 40
  context.beginPath()
  context.roundRect(x - width / 2, y - 24, width, 48, [24, 20, 25, 19])
  context.fillStyle = tone === 'grey' ? COLOURS['wash-grey'] : COLOURS[tone]
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = COLOURS.outline
  context.stroke()
  context.fillStyle = tone === 'grey' ? COLOURS.ink : COLOURS['ink-on-colour']
  context.fillText(words, x, y + 2)
  context.fillStyle = COLOURS['ink-soft']
  const line = { x, y: y + 44, width: PICTURE.side, px: 21 }
  paintLine(context, `${score}% of ${prompt}`, FONT.text, line)
  context.restore()
}
