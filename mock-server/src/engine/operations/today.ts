import { createGame, holdsHidden, joinGame, skipPlayer } from '../../core/rules/game/game.ts'
import { gamesToJoin } from '../../core/rules/game/matchmaking.ts'
import { publicWord } from '../../core/rules/game/word-choice.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { noGameToday } from '../../core/rules/views/player-view.ts'
import type { Operations, PlayerContext } from '../context.ts'
import {
  createGroupGame,
  gamesInPlay,
  gameToday,
  groupGameToday,
  publicGameToday,
  putGame,
  updateGame,
} from '../games/stored-games.ts'
import { blockedEitherWay } from '../moderation/blocked-pairs.ts'
import { showToday } from '../view-data.ts'

/** Today's game: viewing, joining and skipping (API.md, The day). */
export const todayOperations = {
  async getToday(context) {
    const { player } = context
    const game = await gameToday(context, player)
    if (game) return allow(await showToday(context, game, player))
    return player.groupId === null
      ? refuse('VALIDATION_FAILED', 'User is not in a group')
      : allow(noGameToday)
  },

  async jumpIn(context) {
    const { tx, player } = context
    if (await groupGameToday(context, player)) {
      return refuse('ALREADY_HAS_GROUP_GAME', 'You already have a group game today')
    }
    const group = player.groupId === null ? undefined : await tx.get('groups', player.groupId)
    const game = group ? await createGroupGame(context, group) : await joinPublicGame(context)
    return allow(await showToday(context, game, player))
  },

  async skipTurn(context) {
    const { player, now } = context
    const [game] = await gamesInPlay(context, player)
    const you = game?.players.find(({ userId }) => userId === player.id)
    if (!game || game.completedAt !== null || (you?.status !== 'playing' && you?.status !== 'pending')) {
      return refuse('CONFLICT', 'You have no turn to skip')
    }
    const skipped = skipPlayer(game, player.id, now, holdsHidden(game, player.id))
    putGame(context, game, skipped)
    // After midnight, the skipped game may be yesterday's.
    const today = await gameToday(context, player)
    return allow(today ? await showToday(context, today, player) : noGameToday)
  },

  async pingActivity({ tx, player, day, maintenance }) {
    if (player.activeOn !== day && maintenance === null)
      tx.replace('users', player, { ...player, activeOn: day })
    return allow({ success: true as const })
  },

  async getDailyStats({ tx, day }) {
    return allow({ totalPlayers: await tx.peekCount({ playersOf: day }) })
  },
} satisfies Operations

async function joinPublicGame(context: PlayerContext) {
  const { tx, ids, day, now, player, ports } = context
  const own = await publicGameToday(context, player)
  if (own) return own
  const avoided = await blockedEitherWay(context)
  const [open] = gamesToJoin(await tx.peekSearch('openPublicGames', day, now, avoided), now, avoided)
  if (open) {
    const game = updateGame(context, open)
    const joined = joinGame(game, player.id, now)
    putGame(context, game, joined)
    return joined
  }
  const id = ids.publicGame(day, player.id, now)
  const words = ports.content.words.map(({ word }) => word)
  const game = createGame({
    id,
    kind: 'public',
    groupId: null,
    day,
    word: publicWord(words, ids.wordSeed(id)),
    now,
    userIds: [player.id],
  })
  putGame(context, undefined, game)
  return game
}
