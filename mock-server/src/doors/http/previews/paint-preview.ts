import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { PRODUCT } from '../../../contract/constants.ts'
import { dayText, type PreviewPicture, playersText } from './page-preview.ts'

/** The size that Open Graph pages and messengers expect, in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 630 }
/** Messengers drop larger pictures. */
const MAX_PICTURE_BYTES = 300_000

const PAPER = '#fdf7e8'
const INK = '#2a241e'
const SOFT_INK = '#655a4c'
const TAPES = ['#f3d27a', '#9fd0c4', '#f0a9a0']
const CARD = { side: 300, gap: 60, top: 222 }
const MARGIN = 60
const EMOJI_FONT = /emoji/i
/** Pictures, and what joins and colours them. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu

type Library = typeof import('@napi-rs/canvas')

/**
 * Paints link previews. The native canvas and the game's fonts are loaded for the first picture.
 * @param clientDir folder of the built client, which contains the fonts
 */
export class PreviewPainter {
  readonly #clientDir: string
  #library: Promise<Library> | null = null

  constructor(clientDir: string) {
    this.#clientDir = clientDir
  }

  /** @returns a JPEG of at most {@link MAX_PICTURE_BYTES} */
  async paint(picture: PreviewPicture): Promise<Buffer> {
    this.#library ??= loadLibrary(this.#clientDir)
    const library = await this.#library
    const { width, height } = PICTURE_SIZE
    const canvas = library.createCanvas(width, height)
    const context = canvas.getContext('2d')
    context.fillStyle = PAPER
    context.fillRect(0, 0, width, height)
    context.textBaseline = 'alphabetic'
    const lettering = new Lettering(context, library)
    if (picture.kind === 'results') await paintResults(context, library, lettering, picture)
    else if (picture.kind === 'group') await paintGroup(context, library, lettering, picture)
    else paintPlain(lettering)
    for (const quality of [88, 70, 50, 30]) {
      const bytes = await canvas.encode('jpeg', quality)
      if (bytes.length <= MAX_PICTURE_BYTES) return bytes
    }
    throw new Error(`A link preview cannot be encoded in ${MAX_PICTURE_BYTES} bytes`)
  }
}

async function loadLibrary(clientDir: string): Promise<Library> {
  const library = await import('@napi-rs/canvas')
  const assets = join(clientDir, 'assets')
  for (const name of await readdir(assets).catch(() => [])) {
    const family = /^(fredoka|nunito|patrick-hand)-.*\.woff2$/.exec(name)?.[1]
    if (family) library.GlobalFonts.register(await readFile(join(assets, name)), `inkling-${family}`)
  }
  return library
}

const DISPLAY = 'inkling-fredoka'
const TEXT = 'inkling-nunito'
const HAND = 'inkling-patrick-hand'

/** Lines of text that fit. */
class Lettering {
  readonly #context: SKRSContext2D
  readonly #canShowEmoji: boolean

  constructor(context: SKRSContext2D, { GlobalFonts }: Library) {
    this.#context = context
    this.#canShowEmoji = GlobalFonts.families.some(({ family }) => EMOJI_FONT.test(family))
  }

  /** Text without the emoji that this machine has no font for. */
  known(text: string): string {
    return this.#canShowEmoji ? text : text.replace(EMOJI, '').trim()
  }

  /** Writes one line, smaller if it is long, and shortened if it is too long even at half its size. */
  line(text: string, { x, y, width, font, px, colour = INK, align = 'center', weight = 600 }: Line): void {
    const context = this.#context
    let shown = this.known(text)
    context.fillStyle = colour
    context.textAlign = align
    context.font = fontOf(weight, px, font)
    const size = Math.max(px / 2, Math.min(px, (px * width) / Math.max(1, context.measureText(shown).width)))
    context.font = fontOf(weight, size, font)
    if (context.measureText(shown).width > width + 1) {
      const parts = Array.from(new Intl.Segmenter('en').segment(shown), ({ segment }) => segment)
      while (parts.length > 0 && context.measureText(`${parts.join('')}…`).width > width) parts.pop()
      shown = `${parts.join('')}…`
    }
    context.fillText(shown, x, y)
  }
}

interface Line {
  x: number
  y: number
  width: number
  font: string
  px: number
  colour?: string
  align?: 'left' | 'center' | 'right'
  weight?: number
}

const fontOf = (weight: number, px: number, family: string): string =>
  `${weight} ${px}px "${family}", "Noto Sans", "DejaVu Sans", "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif`

const MIDDLE = PICTURE_SIZE.width / 2
const WHOLE_WIDTH = PICTURE_SIZE.width - 2 * MARGIN

async function paintResults(
  context: SKRSContext2D,
  library: Library,
  lettering: Lettering,
  { date, word, finalGuess, score, drawings }: Extract<PreviewPicture, { kind: 'results' }>,
): Promise<void> {
  lettering.line(PRODUCT, { x: MARGIN, y: 78, width: 500, font: DISPLAY, px: 44, align: 'left' })
  const right = finalGuess === null ? dayText(date) : `${dayText(date)}, ${score}%`
  const corner = { x: PICTURE_SIZE.width - MARGIN, y: 76, width: 500, font: TEXT, px: 32 } as const
  lettering.line(right, { ...corner, colour: SOFT_INK, align: 'right' })
  const title = finalGuess === null ? `“${word}”` : `“${word}” → “${finalGuess}”`
  const isWordless = drawings.length === 0
  const y = isWordless ? 360 : 176
  lettering.line(title, {
    x: MIDDLE,
    y,
    width: WHOLE_WIDTH,
    font: HAND,
    px: isWordless ? 110 : 84,
    weight: 400,
  })
  const width = drawings.length * CARD.side + (drawings.length - 1) * CARD.gap
  for (const [at, drawing] of drawings.entries()) {
    const image = await library.loadImage(pngOf(drawing))
    const x = (PICTURE_SIZE.width - width) / 2 + at * (CARD.side + CARD.gap)
    paintCard(context, image, { x, y: CARD.top, at })
  }
  lettering.line(drawings.length > 1 ? 'See what happened in between' : 'See the whole story', {
    ...foot,
    colour: SOFT_INK,
  })
}

const foot = { x: MIDDLE, y: 598, width: WHOLE_WIDTH, font: TEXT, px: 32 }

const pngOf = (drawing: string): Buffer => Buffer.from(drawing.slice(drawing.indexOf(',') + 1), 'base64')

/** A sheet of paper with a drawing, taped down a little askew. */
function paintCard(context: SKRSContext2D, image: Image, { x, y, at }: { x: number; y: number; at: number }) {
  const { side } = CARD
  context.save()
  context.translate(x + side / 2, y + side / 2)
  context.rotate(((at % 2 === 0 ? -1.5 : 1.5) * Math.PI) / 180)
  context.fillStyle = '#00000022'
  context.fillRect(-side / 2 - 8, -side / 2 - 4, side + 22, side + 22)
  context.fillStyle = '#ffffff'
  context.fillRect(-side / 2 - 12, -side / 2 - 12, side + 24, side + 24)
  context.strokeStyle = INK
  context.lineWidth = 3
  context.strokeRect(-side / 2 - 12, -side / 2 - 12, side + 24, side + 24)
  context.drawImage(image, -side / 2, -side / 2, side, side)
  context.fillStyle = TAPES[at % TAPES.length] ?? PAPER
  context.fillRect(-50, -side / 2 - 26, 100, 28)
  context.restore()
}

async function paintGroup(
  context: SKRSContext2D,
  library: Library,
  lettering: Lettering,
  { name, avatar, players }: Extract<PreviewPicture, { kind: 'group' }>,
): Promise<void> {
  lettering.line(PRODUCT, { x: MIDDLE, y: 78, width: 500, font: DISPLAY, px: 44 })
  const centre = { x: MIDDLE, y: 220, radius: 100 }
  context.save()
  context.beginPath()
  context.arc(centre.x, centre.y, centre.radius, 0, 2 * Math.PI)
  context.fillStyle = TAPES[0] ?? PAPER
  context.fill()
  const image = await avatarImage(library, avatar)
  if (image) {
    context.clip()
    const { radius } = centre
    context.drawImage(image, centre.x - radius, centre.y - radius, 2 * radius, 2 * radius)
  } else {
    const letter = lettering.known(avatar && !avatar.startsWith('http') ? avatar : '')
    const first = Array.from(lettering.known(name))[0] ?? '?'
    lettering.line(letter || first.toUpperCase(), {
      x: centre.x,
      y: centre.y + 36,
      width: 160,
      font: DISPLAY,
      px: 100,
    })
  }
  context.restore()
  context.beginPath()
  context.arc(centre.x, centre.y, centre.radius, 0, 2 * Math.PI)
  context.strokeStyle = INK
  context.lineWidth = 5
  context.stroke()
  lettering.line(name, { x: MIDDLE, y: 430, width: WHOLE_WIDTH, font: DISPLAY, px: 88 })
  lettering.line(`${playersText(players)}. Come and draw with us!`, { ...foot, y: 506, px: 40 })
  lettering.line('One drawing or one guess a day', { ...foot, colour: SOFT_INK })
}

/** An avatar of the game. Images of other sites are not fetched: anyone may enter any address. */
async function avatarImage(library: Library, avatar: string | null): Promise<Image | null> {
  if (!avatar?.startsWith('http') || !URL.canParse(avatar)) return null
  const { pathname, searchParams } = new URL(avatar)
  const [, custom, style] = /^\/avatars\/(?:custom\/([^/]+)|([^/]+))\.svg$/.exec(pathname) ?? []
  if (!custom && !style) return null
  const { customAvatarReply, generatedAvatarReply } = await import('../../../platform/avatar-picture.ts')
  const reply = custom
    ? customAvatarReply(custom)
    : generatedAvatarReply(style ?? '', Object.fromEntries(searchParams))
  return 'svg' in reply ? library.loadImage(Buffer.from(reply.svg)) : null
}

function paintPlain(lettering: Lettering): void {
  lettering.line(PRODUCT, { x: MIDDLE, y: 320, width: WHOLE_WIDTH, font: DISPLAY, px: 170 })
  const slogan = 'One drawing or one guess a day, passed along a chain of friends'
  lettering.line(slogan, { x: MIDDLE, y: 420, width: WHOLE_WIDTH, font: TEXT, px: 42, colour: SOFT_INK })
}
