import { REACTION } from '../../contract/constants.ts'
import { REACTION_TYPES, type ReactionType, type StepReactions } from '../../contract/schemas/reactions.ts'
import { type People, person, type Veil, veilsName } from '../players/people.ts'
import { allow, type Ruling, refuse } from '../refusal.ts'
import type { Reaction } from '../stored/reactions.ts'
import { type Game, playerOf } from './game.ts'

export type { Reaction }

/** The reactions to a game after a change, and the event to publish; null if nothing changed. */
export interface ReactionChange {
  readonly reactions: readonly Reaction[]
  readonly event: ReactionEvent | null
}

export interface ReactionEvent {
  readonly action: 'added' | 'removed' | 'changed'
  readonly stepIndex: number
  readonly reactionType: ReactionType
  readonly userId: string
  readonly previousType?: ReactionType
}

/** Whether a user may react: only participants of a completed game may, to existing steps (API.md, Reactions). */
export function mayReact(game: Game, userId: string, stepIndex: number): Ruling<true> {
  if (!playerOf(game, userId)) return refuse('FORBIDDEN', 'Only participants can react')
  if (game.completedAt === null) return refuse('CONFLICT', 'Reactions open when the game is completed')
  if (!game.entries[stepIndex])
    return refuse('VALIDATION_FAILED', `There is no step ${stepIndex} in this game`)
  return allow(true)
}

/** Adds a reaction, replacing the player's earlier one on that step. Does nothing if it is the same reaction. */
export function addReaction(reactions: readonly Reaction[], added: Reaction): ReactionChange {
  const before = ownReaction(reactions, added.userId, added.stepIndex)
  if (before?.reactionType === added.reactionType) return { reactions, event: null }
  const { stepIndex, reactionType, userId } = added
  return {
    reactions: [...reactions.filter((each) => each !== before), added],
    event: before
      ? { action: 'changed', stepIndex, reactionType, userId, previousType: before.reactionType }
      : { action: 'added', stepIndex, reactionType, userId },
  }
}

/** Removes a player's reaction to a step. Does nothing if there is none. */
export function removeReaction(
  reactions: readonly Reaction[],
  userId: string,
  stepIndex: number,
): ReactionChange {
  const before = ownReaction(reactions, userId, stepIndex)
  if (!before) return { reactions, event: null }
  return {
    reactions: reactions.filter((each) => each !== before),
    event: { action: 'removed', stepIndex, reactionType: before.reactionType, userId },
  }
}

const ownReaction = (
  reactions: readonly Reaction[],
  userId: string,
  stepIndex: number,
): Reaction | undefined => reactions.find((each) => each.userId === userId && each.stepIndex === stepIndex)

/**
 * The reactions to one step as a player sees them, in the fixed order of the reaction types. Players whom the viewer
 * has blocked, or whose name they have reported, are counted and not named.
 */
export function stepReactions(
  reactions: readonly Reaction[],
  stepIndex: number,
  people: People,
  viewerId: string,
  veil: Veil,
): StepReactions {
  return {
    stepIndex,
    reactions: REACTION_TYPES.flatMap((reactionType) => {
      const given = reactions.filter(
        (each) => each.stepIndex === stepIndex && each.reactionType === reactionType,
      )
      if (given.length === 0) return []
      const named = given.filter(({ userId }) => !veilsName(veil, userId))
      const newest = named.reverse().slice(0, REACTION.recentReactors)
      return {
        reactionType,
        count: given.length,
        hasUserReacted: given.some(({ userId }) => userId === viewerId),
        recentReactors: newest.map(({ userId }) => person(people, userId).username),
      }
    }),
  }
}
