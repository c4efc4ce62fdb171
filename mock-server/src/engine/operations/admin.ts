import { createGame, type Game } from '../../core/rules/game/game.ts'
import { publicWord } from '../../core/rules/game/word-choice.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import { addDays, dayEnd, dayStart } from '../../core/rules/time/day.ts'
import { earlier, msOf, plus } from '../../core/rules/time/instant.ts'
import { playerDay } from '../collections.ts'
import type { Context, Operations } from '../context.ts'
import { gameToday, putGame } from '../games/stored-games.ts'
import { playOut, playTurn } from '../simulation/simulated-play.ts'
import { simulatedPlayers } from '../simulation/simulated-players.ts'

/** The time of day of a mock game: noon. */
const NOON_MS = 12 * 60 * 60 * 1000
/** The time from one turn of a mock game to the next. */
const PAUSE_MS = 10 * 60 * 1000
const MOCK_OTHER_PLAYERS = { min: 3, spread: 4 }

/** Admin calls (API.md, Admin). */
export const adminOperations = {
  async createMockGame(context, { body }) {
    const { tx, day, ids } = context
    const user = await tx.get('users', body.userId)
    if (!user) return refuse('NOT_FOUND', 'No such user')
    const date = addDays(day, -body.daysAgo)
    if ((await tx.find('games', 'playerDay', playerDay(user.id, date))).length > 0) {
      return refuse('CONFLICT', `This user already has a game on ${date}`)
    }
    const id = ids.mockGame(user.id, date)
    const fellows = await simulatedPlayers(
      context,
      id,
      MOCK_OTHER_PLAYERS.min + (ids.chance(id) % MOCK_OTHER_PLAYERS.spread),
    )
    const players = fellows.map((fellow) => fellow.id)
    players.splice(ids.chance(`place ${id}`) % (players.length + 1), 0, user.id)
    putGame(context, undefined, await playedGame(context, id, date, players))
    return allow({ gameId: id, date })
  },

  async completeUserGame(context) {
    const open = await gameToday(context, context.player)
    return open ? finishGame(context, open) : refuse('NOT_FOUND', 'There is no game for you today')
  },

  async regenerateHistory({ tx }, { body }) {
    const user = await tx.get('users', body.userId)
    if (!user) return refuse('NOT_FOUND', 'No such user')
    // The index is derived from the games on every change and read, so it cannot be stale.
    const games = await tx.peekSearch('gamesOfPlayer', user.id)
    return allow({ userId: user.id, entries: games.length })
  },
} satisfies Operations

/** Lets simulated players finish a game. Refused for a completed game or one of an earlier day. */
export async function finishGame(context: Context, open: Game) {
  if (open.completedAt !== null || open.day < context.day) return refuse('CONFLICT', 'This game is over')
  const game = await playOut(context, open)
  putGame(context, open, game)
  const turnsFilled = game.entries.length - open.entries.length
  return allow({ gameId: game.id, completed: true as const, turnsFilled })
}

/** A completed game of today or an earlier day, played by simulated players. */
async function playedGame(context: Context, id: string, day: string, userIds: string[]): Promise<Game> {
  const { ids, ports, settings } = context
  const words = ports.content.words.map(({ word }) => word)
  const start = dayStart(day, settings.timeZone)
  const end = earlier(dayEnd(day, settings.timeZone), context.now)
  // Today's game ends by now, so in the first hour of the day its turns take less time.
  const pause = Math.max(1, Math.min(PAUSE_MS, Math.floor((msOf(end) - msOf(start)) / userIds.length)))
  let now = earlier(plus(start, NOON_MS), plus(end, -pause * userIds.length))
  const word = publicWord(words, ids.wordSeed(id))
  let game = createGame({ id, kind: 'public', groupId: null, day, word, now: start, userIds })
  for (const userId of userIds) {
    const next = plus(now, pause)
    game = await playTurn(context, game, userId, { now, dayEnd: next })
    now = next
  }
  return { ...game, completedAt: end }
}
