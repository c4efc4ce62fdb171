import type { ReactionMessage } from '../../core/contract/schemas/reactions.ts'
import type { Game } from '../../core/rules/game/game.ts'
import {
  addReaction,
  mayReact,
  type ReactionChange,
  removeReaction,
  stepReactions,
} from '../../core/rules/game/reactions.ts'
import { maySeeResults } from '../../core/rules/game/results.ts'
import { shownPerson, userIdsIn, veilsName } from '../../core/rules/players/people.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { dayEnd } from '../../core/rules/time/day.ts'
import type { ReactionsOfGame } from '../collections.ts'
import type { Context, Operations, PlayerContext } from '../context.ts'
import type { GameReaction } from '../events.ts'
import { updateGame } from '../games/stored-games.ts'
import { loadPeople, loadVeil } from '../view-data.ts'

/** Reactions to the steps of a completed game (API.md, Reactions). */
export const reactionOperations = {
  async getReactions(context, { params }) {
    const game = await visibleGame(context, params.gameId)
    if (!game.ok) return game
    const { reactions = [] } = (await storedReactions(context, game.value.id)) ?? {}
    const people = await loadPeople(context, userIdsIn(reactions))
    const veil = await loadVeil(context, context.player)
    const steps = [...new Set(reactions.map(({ stepIndex }) => stepIndex))].sort((a, b) => a - b)
    return allow({
      gameId: game.value.id,
      stepReactions: steps.map((stepIndex) =>
        stepReactions(reactions, stepIndex, people, context.player.id, veil),
      ),
    })
  },

  async addReaction(context, { params, body }) {
    const { player, now } = context
    const game = await visibleGame(context, params.gameId)
    if (!game.ok) return game
    const may = mayReact(game.value, player.id, body.stepIndex)
    if (!may.ok) return may
    const before = await storedReactions(context, game.value.id)
    const change = addReaction(before?.reactions ?? [], { ...body, userId: player.id, at: now })
    return allow(await save(context, game.value, before, change, body.stepIndex))
  },

  async removeReaction(context, { params }) {
    const { player } = context
    const game = await visibleGame(context, params.gameId)
    if (!game.ok) return game
    const may = mayReact(game.value, player.id, params.stepIndex)
    if (!may.ok) return may
    const before = await storedReactions(context, game.value.id)
    const change = removeReaction(before?.reactions ?? [], player.id, params.stepIndex)
    return allow(await save(context, game.value, before, change, params.stepIndex))
  },
} satisfies Operations

/** The game. Refused if the player may not see its reactions. */
export async function visibleGame(context: PlayerContext, gameId: string): Promise<Ruling<Game>> {
  const { tx, player, settings } = context
  const game = await tx.get('games', gameId)
  if (!game) return refuse('NOT_FOUND', 'No such game')
  const group = game.groupId === null ? undefined : await tx.get('groups', game.groupId)
  return maySeeResults(game, group, player.id, dayEnd(game.day, settings.timeZone))
    ? allow(updateGame(context, game))
    : refuse('FORBIDDEN', 'Only participants can see the reactions to a game')
}

/**
 * The message about a reaction (API.md, Reactions) for each of these players, as they may see it. Players who may not see
 * the game, or no longer, get none.
 */
export async function reactionMessages(
  context: Context,
  { gameId, action, stepIndex, reactionType, username, userId, previousType }: GameReaction,
  listenerIds: readonly string[],
): Promise<Map<string, ReactionMessage>> {
  const { tx, settings } = context
  const [game] = await tx.peek('games', 'id', [gameId])
  if (!game) return new Map()
  const [group] = game.groupId === null ? [] : await tx.peek('groups', 'id', [game.groupId])
  const ends = dayEnd(game.day, settings.timeZone)
  const messages = new Map<string, ReactionMessage>()
  for (const listener of await tx.peek('users', 'id', listenerIds)) {
    if (!maySeeResults(game, group, listener.id, ends)) continue
    const reactor = veilsName(await loadVeil(context, listener), userId)
      ? { username: null, userId: null }
      : { username, userId }
    const data = { action, stepIndex, reactionType, ...reactor, ...(previousType && { previousType }) }
    messages.set(listener.id, { type: 'reaction_event', data })
  }
  return messages
}

/** Undefined until the first reaction. */
const storedReactions = ({ tx }: PlayerContext, gameId: string): Promise<ReactionsOfGame | undefined> =>
  tx.get('reactions', gameId)

/** Stores changed reactions, publishes the event, and returns the step's new state. */
async function save(
  context: PlayerContext,
  { id: gameId }: Game,
  before: ReactionsOfGame | undefined,
  { reactions, event }: ReactionChange,
  stepIndex: number,
) {
  if (event) {
    if (before) context.tx.replace('reactions', before, { gameId, reactions })
    else context.tx.insert('reactions', { gameId, reactions })
    const { username } = shownPerson(context.player)
    context.publish({ ...event, type: 'reaction', gameId, username })
  }
  const ofStep = reactions.filter((each) => each.stepIndex === stepIndex)
  const people = await loadPeople(context, userIdsIn(ofStep))
  const veil = await loadVeil(context, context.player)
  return stepReactions(reactions, stepIndex, people, context.player.id, veil)
}
