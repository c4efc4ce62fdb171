import type { Today, TurnView } from '../../contract/schemas/game.ts'
import type { Stroke } from '../../contract/schemas/strokes.ts'
import { BROKEN_PICTURE } from '../../picture/broken-picture.ts'
import { decodeStrokes } from '../../picture/decode-strokes.ts'
import type { Pictures } from '../../rules/entry-content.ts'
import type { Game, Turn } from '../../rules/game.ts'
import type { People } from '../../rules/people.ts'
import { drawingsOf, type ResultsData } from '../../rules/results.ts'
import { groupSummary } from '../../rules/views/group-view.ts'
import { picturesFor, todayView, turnView } from '../../rules/views/player-view.ts'
import type { Context } from '../context.ts'

/* Loads the data that the views need, and only data that they may show, in as many reads for many as for one. */

type Blobs = ReadonlyMap<string, Uint8Array>

export async function loadPeople({ tx }: Context, userIds: Iterable<string>): Promise<People> {
  const users = await tx.getMany('users', [...new Set(userIds)])
  return new Map(users.map(({ id, username, avatar }) => [id, { username, avatar }]))
}

export async function loadPictures(context: Context, hashes: Iterable<string>): Promise<Pictures> {
  const wanted = [...new Set(hashes)]
  return picturesOf(context, wanted, await context.tx.blobs(wanted))
}

/** A base64 PNG for each hash: the broken picture if the drawing is lost. */
function picturesOf({ ports }: Context, hashes: Iterable<string>, blobs: Blobs): Pictures {
  const pictures = new Map<string, string>()
  for (const hash of hashes) {
    const png = blobs.get(hash)
    pictures.set(hash, png ? ports.codecs.toBase64(png) : BROKEN_PICTURE)
  }
  return pictures
}

export async function showToday(context: Context, game: Game, userId: string): Promise<Today> {
  const [group] = game.groupId === null ? [] : await context.tx.getMany('groups', [game.groupId])
  const data = {
    game,
    people: await loadPeople(context, userIdsOf(game)),
    pictures: await loadPictures(context, picturesFor(game, userId)),
    group: group ? groupSummary(group) : null,
  }
  return todayView(data, userId)
}

export async function showTurn(context: Context, game: Game, turn: Turn): Promise<TurnView> {
  return turnView(game, turn, await loadPictures(context, picturesFor(game, turn.userId)))
}

/** All content of a game. For completed games only. */
export async function loadResultsData(context: Context, game: Game, people: People): Promise<ResultsData> {
  const entries = drawingsOf(game)
  const drawings = new Set(entries.map(({ drawing }) => drawing))
  const strokes = new Set(entries.flatMap(({ strokes }) => strokes ?? []))
  const blobs = await context.tx.blobs([...new Set([...drawings, ...strokes])])
  return {
    game,
    people,
    pictures: picturesOf(context, drawings, blobs),
    strokes: await strokesOf(context, strokes, blobs),
  }
}

async function strokesOf(
  { ports }: Context,
  hashes: Iterable<string>,
  blobs: Blobs,
): Promise<Map<string, Stroke[]>> {
  const strokes = new Map<string, Stroke[]>()
  for (const hash of hashes) {
    const data = blobs.get(hash)
    const list = data && (await decodeStrokes(data, ports.codecs.inflate))
    if (list) strokes.set(hash, list)
  }
  return strokes
}

/** The players of a game and the authors of its entries. */
export const userIdsOf = (game: Game): string[] => [
  ...game.players.map(({ userId }) => userId),
  ...game.entries.map(({ userId }) => userId),
]
