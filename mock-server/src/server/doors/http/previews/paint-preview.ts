import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { isAvatarText } from '../../../../core/contract/avatar-text.ts'
import { CARD, type CardScene, paintCard } from '../../../../core/picture/cards/card.ts'
import { paintPaper } from '../../../../core/picture/cards/hand-drawn.ts'
import { paintLine } from '../../../../core/picture/cards/lettering.ts'
import { COLOURS, FONT } from '../../../../core/picture/cards/look.ts'
import { paintWordmark, wordmarkWidth } from '../../../../core/picture/cards/wordmark.ts'
import { dayText, type PreviewPicture, playersText } from './page-preview.ts'

/** The size that Open Graph pages and messengers expect, in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 630 }
/** Messengers drop larger pictures. */
const MAX_PICTURE_BYTES = 300_000

const MARGIN = 56
const HEAD = 104
const FOOT = 70
const GAP = 36
const MIDDLE = PICTURE_SIZE.width / 2
const WHOLE_WIDTH = PICTURE_SIZE.width - 2 * MARGIN
/** Pictures, and what joins and colours them. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}/gu

type Library = typeof import('@napi-rs/canvas')

/**
 * Paints link previews, with the cards of shared pictures. The native canvas and the game's fonts are loaded for the first
 * one.
 * @param clientDir folder of the built client, which contains the fonts
 * @returns a function that returns a JPEG of at most {@link MAX_PICTURE_BYTES}
 */
export function previewPainter(clientDir: string): (picture: PreviewPicture) => Promise<Buffer> {
  let loaded: Promise<Library> | undefined
  return async (picture) => {
    loaded ??= loadLibrary(clientDir)
    const library = await loaded
    const { width, height } = PICTURE_SIZE
    const canvas = library.createCanvas(width, height)
    const context = canvas.getContext('2d')
    paintPaper(context, width, height)
    if (picture.kind === 'results') await paintResults(context, library, picture)
    else if (picture.kind === 'group') await paintGroup(context, library, picture)
    else paintPlain(context, library)
    for (const quality of [88, 70, 50, 30]) {
      const bytes = await canvas.encode('jpeg', quality)
      if (bytes.length <= MAX_PICTURE_BYTES) return bytes
    }
    throw new Error(`A link preview cannot be encoded in ${MAX_PICTURE_BYTES} bytes`)
  }
}

/** The families of the client's style sheets, by the names of their files. */
const FAMILIES: Readonly<Record<string, string>> = {
  fredoka: 'Fredoka Variable',
  nunito: 'Nunito',
  'patrick-hand': 'Patrick Hand',
}

async function loadLibrary(clientDir: string): Promise<Library> {
  const library = await import('@napi-rs/canvas')
  const assets = join(clientDir, 'assets')
  for (const name of await readdir(assets).catch(() => [])) {
    const family = FAMILIES[/^(fredoka|nunito|patrick-hand)-.*\.woff2$/.exec(name)?.[1] ?? '']
    if (family) library.GlobalFonts.register(await readFile(join(assets, name)), family)
  }
  return library
}

/** Text without the emoji that this machine has no font for. */
const known = (text: string, { GlobalFonts }: Library): string =>
  GlobalFonts.families.some(({ family }) => /emoji/i.test(family)) ? text : text.replace(EMOJI, '').trim()

interface Line {
  readonly x?: number
  readonly y: number
  readonly px: number
  readonly width?: number
  readonly font?: (px: number) => string
  readonly colour?: string
  readonly align?: CanvasTextAlign
}

function write(context: SKRSContext2D, text: string, line: Line): void {
  const { x = MIDDLE, y, px, width = WHOLE_WIDTH, font = FONT.text, colour = COLOURS.ink } = line
  context.fillStyle = colour
  context.textAlign = line.align ?? 'center'
  paintLine(context, text, font, { x, y, width, px })
}

/** The wordmark, in the middle without `x`. */
function paintLogo(
  context: SKRSContext2D,
  { Path2D }: Library,
  { x, y, height }: { x?: number; y: number; height: number },
): void {
  const place = { x: x ?? MIDDLE - wordmarkWidth(height) / 2, y, height }
  paintWordmark(context, (data) => new Path2D(data), place)
}

async function paintResults(
  context: SKRSContext2D,
  library: Library,
  { date, cards }: Extract<PreviewPicture, { kind: 'results' }>,
): Promise<void> {
  paintLogo(context, library, { x: MARGIN, y: 18, height: 74 })
  const right = { x: PICTURE_SIZE.width - MARGIN, align: 'right', colour: COLOURS['ink-soft'] } as const
  write(context, dayText(date), { ...right, y: 68, px: 34 })
  const room = { width: WHOLE_WIDTH - (cards.length - 1) * GAP, height: PICTURE_SIZE.height - HEAD - FOOT }
  const scale = Math.min(room.width / (cards.length * CARD.width), room.height / CARD.height)
  const width = cards.length * CARD.width * scale + (cards.length - 1) * GAP
  const top = HEAD + (room.height - CARD.height * scale) / 2
  for (const [at, { scene, drawing }] of cards.entries()) {
    const face = 'step' in scene ? await avatarImage(library, scene.step.avatar) : null
    const picture = drawing === null ? null : await library.loadImage(Buffer.from(drawing, 'base64'))
    context.save()
    context.translate((PICTURE_SIZE.width - width) / 2 + at * (CARD.width * scale + GAP), top)
    context.scale(scale, scale)
    const progress = { face, picture, isWritten: true, isScored: true }
    paintCard(context, shown(scene, library), { x: 0, y: 0, at }, progress)
    context.restore()
  }
  const foot = 'See what happened in between'
  write(context, foot, { y: PICTURE_SIZE.height - 24, px: 30, colour: COLOURS['ink-soft'] })
}

/** The scene with texts that this machine can show. */
function shown(scene: CardScene, library: Library): CardScene {
  if (!('step' in scene)) return scene
  const { username, avatar } = scene.step
  const sign = avatar !== null && isAvatarText(avatar) ? known(avatar, library) || null : avatar
  return { ...scene, step: { ...scene.step, username: known(username, library), avatar: sign } }
}

async function paintGroup(
  context: SKRSContext2D,
  library: Library,
  { name, avatar, players }: Extract<PreviewPicture, { kind: 'group' }>,
): Promise<void> {
  paintLogo(context, library, { y: 20, height: 74 })
  const centre = { x: MIDDLE, y: 220, radius: 100 }
  context.save()
  context.beginPath()
  context.arc(centre.x, centre.y, centre.radius, 0, 2 * Math.PI)
  context.fillStyle = COLOURS['wash-yellow']
  context.fill()
  const image = await avatarImage(library, avatar)
  if (image) {
    context.clip()
    const { radius } = centre
    context.drawImage(image, centre.x - radius, centre.y - radius, 2 * radius, 2 * radius)
  } else {
    const sign = known(avatar && !avatar.startsWith('http') ? avatar : '', library)
    const first = Array.from(known(name, library))[0] ?? '?'
    write(context, sign || first.toUpperCase(), { y: centre.y + 36, width: 160, px: 100, font: FONT.display })
  }
  context.restore()
  context.beginPath()
  context.arc(centre.x, centre.y, centre.radius, 0, 2 * Math.PI)
  context.strokeStyle = COLOURS.outline
  context.lineWidth = 5
  context.stroke()
  write(context, known(name, library), { y: 430, px: 88, font: FONT.display })
  write(context, `${playersText(players)}. Come and draw with us!`, { y: 506, px: 40 })
  write(context, 'One drawing or one guess a day', { y: 598, px: 32, colour: COLOURS['ink-soft'] })
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

function paintPlain(context: SKRSContext2D, library: Library): void {
  paintLogo(context, library, { y: 130, height: 220 })
  const slogan = 'One drawing or one guess a day, passed along a chain of friends'
  write(context, slogan, { y: 420, px: 42, colour: COLOURS['ink-soft'] })
}
