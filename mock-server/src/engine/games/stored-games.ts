import { TURN } from '../../core/contract/constants.ts'
import { gameAt } from '../../core/rules/game/expiry.ts'
import type { Game } from '../../core/rules/game/game.ts'
import type { Group } from '../../core/rules/players/group.ts'
import type { User } from '../../core/rules/players/user.ts'
import { addDays, dayEnd, dayStart, type GameDay } from '../../core/rules/time/day.ts'
import { plus } from '../../core/rules/time/instant.ts'
import { groupDay, playerDay } from '../collections.ts'
import type { Context } from '../context.ts'
import { isDue, latestGames, newGroupGame } from './group-game.ts'

/*
 * Games are read and brought up to date here: turns expire, days end, and games that are due are created. These changes
 * are stored.
 */

/**
 * Stores a game, and notes the change for its events and push messages.
 *
 * @param before as this transaction has read it; undefined for a new game
 */
export function putGame({ tx, changedGames }: Context, before: Game | undefined, after: Game): void {
  if (before) tx.replace('games', before, after)
  else tx.insert('games', after)
  const earlier = changedGames.get(after.id)
  changedGames.set(after.id, { before: earlier ? earlier.before : before, after })
}

/** The game of a link. The ids of older games may end with `-` or `_`, which some messengers leave out of a link. */
export async function linkedGame({ tx }: Pick<Context, 'tx'>, id: string): Promise<Game | undefined> {
  const game = await tx.get('games', id)
  if (game) return game
  const [found] = await tx.peek('games', 'id', [`${id}-`, `${id}_`])
  return found
}

/** Removes a game without an event. */
export function removeGame({ tx, changedGames }: Context, id: string): void {
  tx.remove('games', id)
  changedGames.delete(id)
}

/** The game as of now, stored if the passing of time has changed it. */
export function updateGame(context: Context, game: Game): Game {
  if (game.completedAt !== null && game.day < context.day) return game
  const now = gameAt(game, dayEnd(game.day, context.settings.timeZone), context.now)
  if (now !== game) putGame(context, game, now)
  return now
}

/** Stores a new game of today for one group. */
export async function createGroupGame(context: Context, group: Group): Promise<Game> {
  const latest = await latestGames(context, [group])
  const game = newGroupGame(context, group, latest.get(group.id))
  putGame(context, undefined, game)
  return game
}

/** Today's game of a group. A due game is created if the roll-over has not reached this group yet. */
export async function gameOfGroup(context: Context, groupId: string): Promise<Game | undefined> {
  const { tx, day } = context
  const [game] = await tx.find('games', 'groupDay', groupDay(groupId, day))
  if (game) return updateGame(context, game)
  const group = await tx.get('groups', groupId)
  if (!group || !isDue(context, group)) return undefined
  return createGroupGame(context, group)
}

/** Today's game of the player's group, whether or not the player is in it; undefined without group or game. */
export async function groupGameToday(context: Context, { groupId }: User): Promise<Game | undefined> {
  return groupId === null ? undefined : gameOfGroup(context, groupId)
}

/** Today's public game that the player is in. */
export async function publicGameToday(context: Context, { id }: User): Promise<Game | undefined> {
  const games = await context.tx.find('games', 'playerDay', playerDay(id, context.day))
  const game = games.find(({ kind }) => kind === 'public')
  return game && updateGame(context, game)
}

/** The game that `today` shows: the group's before the public one (API.md, The day). */
export async function gameToday(context: Context, player: User): Promise<Game | undefined> {
  return (await groupGameToday(context, player)) ?? (await publicGameToday(context, player))
}

/**
 * Games that may still accept a submission of the player: today's and, shortly after midnight, yesterday's. A game in
 * which they hold the turn comes first.
 */
export async function gamesInPlay(context: Context, player: User): Promise<Game[]> {
  const { day, now, settings } = context
  const midnight = dayStart(day, settings.timeZone)
  const days = now < plus(midnight, TURN.limitMs) ? [day, addDays(day, -1)] : [day]
  const shown = await gameToday(context, player)
  const games = new Map(shown && [[shown.id, shown]])
  for (const game of await gamesOn(context, player, days)) if (!games.has(game.id)) games.set(game.id, game)
  const holds = (game: Game) => Number(game.turn?.userId === player.id)
  return [...games.values()].sort((a, b) => holds(b) - holds(a))
}

/** The player's games of today and yesterday, latest first. */
export const recentGames = (context: Context, player: User): Promise<Game[]> =>
  gamesOn(context, player, [context.day, addDays(context.day, -1)])

async function gamesOn(context: Context, player: User, days: readonly GameDay[]): Promise<Game[]> {
  const keys = days.map((day) => playerDay(player.id, day))
  // This read need not detect a game created meanwhile: only the game that is written is checked.
  const games = await context.tx.peek('games', 'playerDay', keys)
  return games.sort(latestFirst).map((game) => updateGame(context, game))
}

const latestFirst = (a: Game, b: Game): number =>
  a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day > b.day ? -1 : 1
