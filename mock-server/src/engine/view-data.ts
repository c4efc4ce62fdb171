import type { Today, TurnView } from '../core/contract/schemas/game.ts'
import { BROKEN_PICTURE } from '../core/picture/broken-picture.ts'
import { HIDDEN_PICTURE } from '../core/picture/hidden-picture.ts'
import type { Game, Turn } from '../core/rules/game/game.ts'
import { HIDDEN, type Pictures } from '../core/rules/game/shown-entries.ts'
import {
  groupKey,
  NO_VEIL,
  type People,
  personKey,
  shownPerson,
  stepKey,
  userIdsIn,
  type Veil,
} from '../core/rules/players/people.ts'
import type { User } from '../core/rules/players/user.ts'
import { groupSummary } from '../core/rules/views/group-view.ts'
import { picturesFor, todayView, turnView } from '../core/rules/views/player-view.ts'
import type { Context, PlayerContext } from './context.ts'

/* Loads the data that the views need, and only data that they may show, in as many reads for many as for one. */

/** Players as other players see them, with hidden names and avatars replaced. */
export async function loadPeople({ tx }: Context, userIds: Iterable<string>): Promise<People> {
  const users = await tx.peek('users', 'id', [...new Set(userIds)])
  return new Map(users.map((user) => [user.id, shownPerson(user)]))
}

/** Players with their names and avatars, hidden ones included. For moderators only. */
export async function loadPeopleAsTheyAre({ tx }: Context, userIds: Iterable<string>): Promise<People> {
  const users = await tx.peek('users', 'id', [...new Set(userIds)])
  return new Map(users.map(({ id, username, avatar }) => [id, { username, avatar }]))
}

/** What a player does not want to see. Players who have reported and blocked nobody cost no read. */
export async function loadVeil({ tx }: Context, player: User): Promise<Veil> {
  const { id, reportsMade = 0, blocksMade = 0 } = player
  if (reportsMade === 0 && blocksMade === 0) return NO_VEIL
  const reports = reportsMade > 0 ? await tx.peek('reports', 'reporter', [id]) : []
  const blocks = blocksMade > 0 ? await tx.peek('blocks', 'by', [id]) : []
  return {
    reported: new Set(
      reports.map(({ gameId, stepIndex, authorId, groupId }) => {
        if (groupId !== undefined) return groupKey(groupId)
        return gameId === null || stepIndex === null ? personKey(authorId) : stepKey(gameId, stepIndex)
      }),
    ),
    blocked: new Set(blocks.map(({ userId }) => userId)),
  }
}

/** @param keys as `pictureKey` returns them */
export async function loadPictures(context: Context, keys: Iterable<string>): Promise<Pictures> {
  const wanted = [...new Set(keys)].filter((key) => key !== HIDDEN)
  return picturesOf(context, wanted, await context.tx.blobs(wanted))
}

/** A base64 PNG for each hash, the broken picture if the drawing is lost, and the one that replaces hidden drawings. */
export function picturesOf(
  { ports }: Context,
  hashes: Iterable<string>,
  blobs: ReadonlyMap<string, Uint8Array>,
): Pictures {
  const pictures = new Map([[HIDDEN, HIDDEN_PICTURE]])
  for (const hash of hashes) {
    const png = blobs.get(hash)
    pictures.set(hash, png ? ports.codecs.toBase64(png) : BROKEN_PICTURE)
  }
  return pictures
}

export async function showToday(context: Context, game: Game, player: User): Promise<Today> {
  const [group] = game.groupId === null ? [] : await context.tx.peek('groups', 'id', [game.groupId])
  const veil = await loadVeil(context, player)
  const data = {
    game,
    people: await loadPeople(context, userIdsOf(game)),
    pictures: await loadPictures(context, picturesFor(game, player.id)),
    group: group ? groupSummary(group, veil) : null,
    veil,
  }
  return todayView(data, player.id)
}

export async function showTurn(context: PlayerContext, game: Game, turn: Turn): Promise<TurnView> {
  const pictures = await loadPictures(context, picturesFor(game, turn.userId))
  return turnView(game, turn, pictures, await loadVeil(context, context.player))
}

/** The players of a game and the authors of its entries. */
export const userIdsOf = ({ players, entries }: Game): string[] => userIdsIn([...players, ...entries])
