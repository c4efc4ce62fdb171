import { createHash } from 'node:crypto'
import { PRODUCT } from '../../../contract/constants.ts'
import { cleanGroupCode } from '../../../contract/group-code.ts'
import type { GameResults } from '../../../contract/schemas/results.ts'
import type { Engine } from '../../../engine/engine.ts'

/** What the picture of a link shows. */
export type PreviewPicture =
  | { readonly kind: 'plain' }
  | {
      readonly kind: 'results'
      readonly date: string
      readonly word: string
      readonly finalGuess: string | null
      readonly score: number
      /** PNG data URLs in the order of the chain. */
      readonly drawings: readonly string[]
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

const SLOGAN = 'One drawing or one guess a day, passed along a chain of friends.'
/** Changes whenever the same content is painted differently. */
const LAYOUT = 1
/** More drawings than the picture has places for are not kept. */
const PLACES = 3

export const PLAIN: PagePreview = {
  title: PRODUCT,
  description: SLOGAN,
  path: '/',
  picturePath: '/previews/plain.jpg',
}

/** The preview of the public results of a game; null if the page of the link does not show them. */
export async function resultsPreview(
  engine: Pick<Engine, 'dispatch'>,
  gameId: string,
): Promise<{ page: PagePreview; picture: PreviewPicture } | null> {
  const { status, body } = await engine.dispatch({
    name: 'getPublicResults',
    params: { gameId },
    query: {},
    body: {},
    headers: {},
    origin: '',
  })
  if (status !== 200) return null
  const results = body as GameResults
  const visible = results.chain.filter(({ hidden }) => hidden !== 'all')
  const drawings = visible.flatMap(({ content: { drawing } }) => (drawing ? [drawing] : []))
  const picture: PreviewPicture = {
    kind: 'results',
    date: results.date,
    word: results.word,
    finalGuess: results.finalGuess,
    score: results.similarityScore,
    drawings: spread(drawings, PLACES),
  }
  // Everybody plays once. Names may be the same: hidden ones all read "Player".
  const count = results.chain.length
  const page = {
    title: storyTitle(results),
    description: `${count === 1 ? 'One player' : `${count} players`}, ${dayText(results.date)}. Watch the word pass from hand to hand.`,
    path: `/public/results/${encodeURIComponent(gameId)}`,
    picturePath: `/previews/results/${encodeURIComponent(gameId)}.jpg?v=${versionOf(picture).slice(0, 12)}`,
  }
  return { page, picture }
}

/** The preview of an invitation to a group; null if no group has the code. */
export async function groupPreview(
  engine: Pick<Engine, 'groupOfInvitation'>,
  code: string,
): Promise<{ page: PagePreview; picture: PreviewPicture } | null> {
  const group = await engine.groupOfInvitation(code)
  if (!group) return null
  const { name, avatar, memberCount } = group
  const picture: PreviewPicture = { kind: 'group', name, avatar, players: memberCount }
  const shown = cleanGroupCode(code)
  const page = {
    title: `Join ${name} on ${PRODUCT}`,
    description: `${playersText(memberCount)}. ${SLOGAN}`,
    path: `/?code=${shown}`,
    picturePath: `/previews/group/${shown}.jpg?v=${versionOf(picture).slice(0, 12)}`,
  }
  return { page, picture }
}

/** Names the content of a picture: the same content has the same version. */
export const versionOf = (picture: PreviewPicture): string =>
  createHash('sha256')
    .update(JSON.stringify([LAYOUT, picture]))
    .digest('hex')

export const playersText = (players: number): string =>
  players === 1 ? '1 player is in' : `${players} players are in`

/** Such as "November 21". */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))

function storyTitle({ word, finalGuess }: GameResults): string {
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
