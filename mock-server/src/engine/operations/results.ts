import type { GameResults } from '../../contract/schemas/results.ts'
import { addDays, dayEnd } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import { NO_VEIL, type Veil } from '../../rules/people.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import { chainSteps, finalGuess, gameResults, maySeeResults } from '../../rules/results.ts'
import { participantViews } from '../../rules/views/player-view.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import { playerDay } from '../store.ts'
import { updateGame } from '../update-games.ts'
import { loadPeople, loadResultsData, loadVeil, userIdsOf } from '../view-data/load-view-data.ts'

const noResults = refuse('NOT_FOUND', 'Game results not found')

/** Results of games that are over (spec sections 1 and 2; api.md, GameResults). */
export const resultsOperations = {
  async getGame(context, { params }) {
    const game = await completedGame(context, params.id)
    return game && (await maySee(context, game))
      ? allow(await show(context, game, await loadVeil(context, context.player)))
      : noResults
  },

  async getPublicResults(context, { params }) {
    const game = await completedGame(context, params.gameId)
    if (!game) return noResults
    const [group] = game.groupId === null ? [] : await context.tx.getMany('groups', [game.groupId])
    if (group?.publicResults === false) return refuse('NOT_FOUND', 'Game results not found or not public')
    const callerId = context.callerId()
    const [caller] = callerId === null ? [] : await context.tx.getMany('users', [callerId])
    const veil = caller ? await loadVeil(context, caller) : NO_VEIL
    const results = await show(context, game, veil)
    if (caller && caller.deletedAt === undefined) return allow(results)
    return allow({ ...results, chain: results.chain.map((step) => ({ ...step, userId: null })) })
  },

  async getYesterdayResults(context) {
    const { tx, day, player } = context
    const games = await tx.find('games', 'playerDay', playerDay(player.id, addDays(day, -1)))
    const [game] = games
      .map((each) => updateGame(context, each))
      .filter(({ completedAt }) => completedAt !== null)
      .sort((a, b) => Number(b.kind === 'group') - Number(a.kind === 'group'))
    if (!game) return refuse('NOT_FOUND', 'You were not in a game yesterday')
    const veil = await loadVeil(context, player)
    const data = await loadResultsData(context, game, await loadPeople(context, userIdsOf(game)), veil)
    return allow({
      gameId: game.id,
      word: game.word,
      chain: chainSteps(data),
      participants: participantViews(game, data.people, veil, player.id),
    })
  },
} satisfies Operations

async function completedGame(context: Context, id: string): Promise<Game | null> {
  const game = await context.tx.get('games', id)
  const now = game && updateGame(context, game)
  return now && now.completedAt !== null ? now : null
}

/** Whether the player may see the results of a game that is over. */
export async function maySee({ tx, player, settings }: PlayerContext, game: Game): Promise<boolean> {
  const group = game.groupId === null ? undefined : await tx.get('groups', game.groupId)
  return maySeeResults(game, group, player.id, dayEnd(game.day, settings.timeZone))
}

async function show(context: Context, game: Game, veil: Veil): Promise<GameResults> {
  const people = await loadPeople(context, userIdsOf(game))
  const last = finalGuess(game)
  const score = last === null ? 0 : context.ports.scorer.judge(last, game.word).score
  return gameResults(await loadResultsData(context, game, people, veil), score)
}
