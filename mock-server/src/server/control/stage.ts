import { PUBLIC_GAME } from '../../core/contract/constants.ts'
import { createGame, type Game, leaveGame, skipPlayer } from '../../core/rules/game/game.ts'
import { publicWord } from '../../core/rules/game/word-choice.ts'
import type { Group } from '../../core/rules/players/group.ts'
import type { User } from '../../core/rules/players/user.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { dayEnd, dayStart } from '../../core/rules/time/day.ts'
import { later, plus } from '../../core/rules/time/instant.ts'
import { groupDay } from '../../engine/collections.ts'
import type { Context, Operation } from '../../engine/context.ts'
import { latestGames, newGroupGame } from '../../engine/games/group-game.ts'
import { publicGameToday, putGame, removeGame } from '../../engine/games/stored-games.ts'
import { dropMember, foundGroup } from '../../engine/membership.ts'
import { MAX_SIMULATED_MS, playOut, playTurn, takeTurn } from '../../engine/simulation/simulated-play.ts'
import { simulatedIds, simulatedPlayers } from '../../engine/simulation/simulated-players.ts'
import { showToday } from '../../engine/view-data.ts'
import { planStage, type StagePlan, type StageRequest } from './stage-plan.ts'

/** The maximum number of simulated players in a staged game. */
const MAX_SIMULATED = 9

/**
 * Brings today's game of a player into the requested state by playing it with simulated players (API.md, Controls). It
 * replaces today's game of the player's group; a player without a group gets one. With `inGroup: false` the player
 * leaves the group and plays a public game.
 */
export const stage: Operation<'stage'> = async (context, { body }) => {
  const { tx, ids, day } = context
  const user = await tx.get('users', body.userId)
  if (!user) return refuse('NOT_FOUND', 'No such user')
  const plan = planStage(body, ids.chance(`stage ${user.id} ${day}`))
  if (!plan.ok) return plan
  const { players } = plan.value
  // The game and its simulated turns begin earlier, because a turn must not end in the future.
  const { timeZone } = context.settings
  const before = { ...context, now: later(plus(context.now, -MAX_SIMULATED_MS), dayStart(day, timeZone)) }
  const game =
    body.inGroup === false
      ? await publicGame(before, user, players, body.difficulty)
      : await groupGame(before, user, players, body.difficulty)
  const staged = await play(context, before, game, user.id, plan.value)
  putGame(context, undefined, staged)
  return allow(await showToday(context, staged, user))
}

type Difficulty = StageRequest['difficulty']

async function groupGame(context: Context, user: User, size: number, difficulty: Difficulty): Promise<Game> {
  const { tx } = context
  const elsewhere = await publicGameToday(context, user)
  if (elsewhere) putGame(context, elsewhere, leaveGame(elsewhere, user.id, context.now))
  const own = user.groupId === null ? undefined : await tx.get('groups', user.groupId)
  const group = own ?? (await foundGroup(context, user, { name: 'Staged group', avatar: null }))
  const staged = await ofSize(context, group, user.id, size)
  const changed = { ...staged, difficulty: difficulty ?? staged.difficulty }
  tx.replace('groups', staged, changed)
  const latest = await latestGames(context, [changed])
  const game = newGroupGame(context, changed, latest.get(changed.id))
  const [before] = await tx.find('games', 'groupDay', groupDay(group.id, game.day))
  return before ? { ...game, id: await replaceGame(context, before) } : game
}

/**
 * Removes a game that was staged or played before. The new game needs a different id: turn ids derive from it, and
 * clients store drawings and results under these ids.
 */
async function replaceGame(context: Context, before: Game): Promise<string> {
  const { tx } = context
  removeGame(context, before.id)
  for (const collection of ['reactions', 'outbox'] as const)
    if (await tx.get(collection, before.id)) tx.remove(collection, before.id)
  return freeGameId(context, before.id)
}

/** The first unused id derived from an id. The same player may be staged several times at one instant. */
async function freeGameId({ tx, ids }: Context, from: string): Promise<string> {
  let id = from
  do id = ids.stagedGame(id)
  while (await tx.get('games', id))
  return id
}

/** Resizes the group. Real members stay before simulated ones, and the player always stays. */
async function ofSize(context: Context, group: Group, userId: string, size: number): Promise<Group> {
  const { tx, now } = context
  const purpose = `stage ${group.id}`
  const simulated = simulatedIds(context, purpose, MAX_SIMULATED)
  const rank = (id: string) => (id === userId ? 0 : simulated.includes(id) ? 2 : 1)
  const leaving = group.members
    .map((member) => member.userId)
    .sort((a, b) => rank(a) - rank(b))
    .slice(size)
  let rest = group
  for (const id of leaving) rest = (await dropMember(context, rest, id)) ?? rest
  const staying = new Set(rest.members.map((member) => member.userId))
  const free = size - staying.size
  const fellows = await simulatedPlayers(
    context,
    purpose,
    free + simulated.filter((id) => staying.has(id)).length,
  )
  const coming = fellows.filter(({ id }) => !staying.has(id))
  for (const fellow of coming) tx.replace('users', fellow, { ...fellow, groupId: group.id })
  return { ...rest, members: [...rest.members, ...coming.map(({ id }) => ({ userId: id, joinedAt: now }))] }
}

async function publicGame(context: Context, user: User, size: number, difficulty: Difficulty): Promise<Game> {
  const { tx, ids, day, now, ports } = context
  const group = user.groupId === null ? undefined : await tx.get('groups', user.groupId)
  if (group) await dropMember(context, group, user.id)
  const before = await publicGameToday(context, user)
  const id = await (before
    ? replaceGame(context, before)
    : freeGameId(context, ids.publicGame(day, user.id, now)))
  const fellows = await simulatedPlayers(context, id, Math.min(size, PUBLIC_GAME.players) - 1)
  const words = ports.content.words.filter(
    (word) => difficulty === undefined || word.difficulty === difficulty,
  )
  return createGame({
    id,
    kind: 'public',
    groupId: null,
    day,
    word: publicWord(
      words.map(({ word }) => word),
      ids.wordSeed(id),
    ),
    now,
    userIds: [user.id, ...fellows.map((fellow) => fellow.id)],
  })
}

/** @param before the context in which the turns that the plan completes begin */
async function play(
  context: Context,
  before: Context,
  open: Game,
  userId: string,
  plan: StagePlan,
): Promise<Game> {
  const times = { now: context.now, dayEnd: dayEnd(open.day, context.settings.timeZone) }
  const starts = (game: Game, id: string) => takeTurn(context, game, id, times)
  const acts = {
    waits: (game: Game) => game,
    starts,
    plays: (game: Game, id: string) => playTurn(before, game, id, { ...times, now: before.now }),
    skips: (game: Game, id: string) => skipPlayer(starts(game, id), id, context.now),
  }
  const others = open.players.map((player) => player.userId).filter((id) => id !== userId)
  let game = open
  for (const [at, act] of plan.before.entries()) {
    const id = others[at]
    if (id === undefined) throw new Error('The plan needs more players than the game has')
    game = await acts[act](game, id)
  }
  game = await acts[plan.own](game, userId)
  return plan.toTheEnd && game.completedAt === null ? playOut(before, game) : game
}
