import { createHash } from 'node:crypto'
import { PRODUCT } from '../../../../core/contract/constants.ts'
import { cleanGroupCode } from '../../../../core/contract/group-code.ts'
import type { GroupSummary } from '../../../../core/contract/schemas/group.ts'
import type { GameResults } from '../../../../core/contract/schemas/results.ts'
import type { CardScene } from '../../../../core/picture/cards/card.ts'
import type { Engine } from '../../../../engine/engine.ts'
import { publicSummary } from '../../../../engine/operations/results.ts'
import { loadPictures } from '../../../../engine/view-data.ts'

interface Card {
  readonly scene: CardScene
  /** A PNG in base64. */
  readonly drawing: string | null
}

/** What the picture of a link shows. */
export type PreviewPicture =
  | { readonly kind: 'plain' }
  | {
      readonly kind: 'results'
      readonly date: string
      /** In the order of the chain. */
      readonly cards: readonly Card[]
    }
  | {
      readonly kind: 'group'
      readonly name: string
      readonly avatar: string | null
      readonly players: number
    }

/** What a link previews as. All of it stands on the page itself. */
export interface PagePreview {
  readonly title: string
  readonly description: string
  /** Path and query of the page. */
  readonly path: string
  /** Path and query of the picture. */
  readonly picturePath: string
}

type Results = Omit<GameResults, 'chain'>
type Reader = Pick<Engine, 'read'>

const SLOGAN = 'One drawing or one guess a day, passed along a chain of friends.'
/** Changes whenever the same content is painted differently. */
const LAYOUT = 3
/** The drawings that the picture has places for, beside the end. */
const PLACES = 2

export const PLAIN: PagePreview = {
  title: PRODUCT,
  description: SLOGAN,
  path: '/',
  picturePath: '/previews/plain.jpg',
}

/** A page, and the picture of its link. */
interface Preview {
  readonly page: PagePreview
  readonly picture: Versioned
}

/** A picture with a name of its content, which is loaded when the picture is painted. */
export interface Versioned {
  /** The same content has the same version. */
  readonly version: string
  readonly load: () => Promise<PreviewPicture>
}

/** The page of public results as a link that must not spoil them previews it; null if the page does not show them. */
export async function quietPreview(engine: Reader, gameId: string): Promise<Pick<Preview, 'page'> | null> {
  const found = await engine.read((context) => publicSummary(context, gameId))
  if (!found) return null
  const { results, players } = found
  const page = {
    title: `A chain of ${players === 1 ? 'one player' : `${players} players`}, ${dayText(results.date)}`,
    description: 'Guess the first drawing, then watch where its word went.',
    // Crawlers read the page of this address.
    path: `/public/results/${encodeURIComponent(gameId)}?quiet=1`,
    picturePath: PLAIN.picturePath,
  }
  return { page }
}

/** The preview of the public results of a game; null if the page of the link does not show them. */
export async function resultsPreview(engine: Reader, gameId: string): Promise<Preview | null> {
  const found = await engine.read((context) => publicSummary(context, gameId))
  if (!found) return null
  const { results, players, drawings } = found
  const version = `${LAYOUT}${found.version}`
  const page = {
    title: storyTitle(results),
    description: `${players === 1 ? 'One player' : `${players} players`}, ${dayText(results.date)}. Watch the word pass from hand to hand.`,
    path: `/public/results/${encodeURIComponent(gameId)}`,
    picturePath: `/previews/results/${encodeURIComponent(gameId)}.jpg?v=${version.slice(0, 12)}`,
  }
  const load = async (): Promise<PreviewPicture> => {
    const shown = spread(drawings, PLACES)
    const pictures = await engine.read((context) =>
      loadPictures(
        context,
        shown.map(({ drawing }) => drawing),
      ),
    )
    const cards = shown.map(({ by: { username, avatar }, drawing }) => ({
      scene: { kind: 'drawing' as const, step: { username, avatar } },
      drawing: pictures.get(drawing) ?? null,
    }))
    return { kind: 'results', date: results.date, cards: withEnd(results, cards) }
  }
  return { page, picture: { version, load } }
}

/** Drawings, and what became of the word; without a guess, the word. */
function withEnd(
  { word, finalGuess, matchType, similarityScore }: Results,
  drawings: readonly Card[],
): readonly Card[] {
  if (finalGuess === null) return [{ scene: { kind: 'word', word }, drawing: null }, ...drawings]
  const end = { kind: 'end' as const, results: { word, finalGuess, matchType, similarityScore } }
  return [...drawings, { scene: end, drawing: null }]
}

/** The preview of an invitation to a group; null if no group has the code. */
export async function groupPreview(engine: Pick<Engine, 'dispatch'>, code: string): Promise<Preview | null> {
  const call = {
    name: 'getInvitation',
    params: { code },
    query: {},
    body: {},
    headers: {},
    origin: '',
  } as const
  const { status, body } = await engine.dispatch(call)
  if (status !== 200) return null
  const group = body as GroupSummary
  const { name, avatar, memberCount } = group
  const picture: PreviewPicture = { kind: 'group', name, avatar, players: memberCount }
  const known = versioned(picture)
  const shown = cleanGroupCode(code)
  const page = {
    title: `Join ${name} on ${PRODUCT}`,
    description: `${playersText(memberCount)}. ${SLOGAN}`,
    path: `/?code=${shown}`,
    picturePath: `/previews/group/${shown}.jpg?v=${known.version.slice(0, 12)}`,
  }
  return { page, picture: known }
}

/** A picture that needs no loading. */
export const versioned = (picture: PreviewPicture): Versioned => ({
  version: createHash('sha256')
    .update(JSON.stringify([LAYOUT, picture]))
    .digest('hex'),
  load: async () => picture,
})

export const playersText = (players: number): string =>
  players === 1 ? '1 player is in' : `${players} players are in`

/** Making one takes longer than the rest of a view. */
const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Such as "November 21". */
export const dayText = (day: string): string => DAY_FORMAT.format(new Date(day))

function storyTitle({ word, finalGuess }: Results): string {
  if (finalGuess === null) return `The word was “${word}”`
  return `“${word}” ${word === finalGuess ? 'stayed' : 'became'} “${finalGuess}”`
}

/** At most `places` of the list, the first and the last among them, with even distances. */
function spread<T>(list: readonly T[], places: number): T[] {
  if (list.length <= places) return [...list]
  return Array.from({ length: places }, (_, at) => {
    const chosen = Math.round((at * (list.length - 1)) / (places - 1))
    return list[chosen] as T
  })
}
