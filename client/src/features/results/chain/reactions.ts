import { REACTION } from '@inkling/mock-server/contract/constants'
import type {
  ReactionMessage,
  ReactionType,
  StepReactions,
} from '@inkling/mock-server/contract/schemas/reactions'

export type ReactionEvent = ReactionMessage['data']
type Reactions = StepReactions['reactions']

export const reactionsOf = (steps: readonly StepReactions[], stepIndex: number): Reactions =>
  steps.find((step) => step.stepIndex === stepIndex)?.reactions ?? []

export const ownReaction = (reactions: Reactions): ReactionType | null =>
  reactions.find(({ hasUserReacted }) => hasUserReacted)?.reactionType ?? null

/** The steps after the player's reaction, which replaces an earlier one; the same reaction again removes it. */
export function withOwn(
  steps: readonly StepReactions[],
  stepIndex: number,
  reactionType: ReactionType,
  username: string,
): StepReactions[] {
  const before = reactionsOf(steps, stepIndex)
  const own = ownReaction(before)
  const without = own ? subtract(before, own, username, true) : before
  return withStep(
    steps,
    stepIndex,
    own === reactionType ? without : add(without, reactionType, username, true),
  )
}

/** The steps after another player's event; null for a changed reaction, after which the reactions are reloaded. */
export function withEvent(steps: readonly StepReactions[], event: ReactionEvent): StepReactions[] | null {
  const { action, stepIndex, reactionType, username } = event
  const before = reactionsOf(steps, stepIndex)
  if (action === 'added') return withStep(steps, stepIndex, add(before, reactionType, username, false))
  if (action === 'removed') return withStep(steps, stepIndex, subtract(before, reactionType, username, false))
  return null
}

export function withStep(
  steps: readonly StepReactions[],
  stepIndex: number,
  reactions: Reactions,
): StepReactions[] {
  return [...steps.filter((step) => step.stepIndex !== stepIndex), { stepIndex, reactions }]
}

/** @param username null for somebody who is counted and not named */
function add(
  reactions: Reactions,
  reactionType: ReactionType,
  username: string | null,
  isOwn: boolean,
): Reactions {
  const named = username === null ? [] : [username]
  const known = reactions.find((one) => one.reactionType === reactionType)
  if (!known) {
    return [...reactions, { reactionType, count: 1, hasUserReacted: isOwn, recentReactors: named }]
  }
  return reactions.map((one) =>
    one === known
      ? {
          ...one,
          count: one.count + 1,
          hasUserReacted: one.hasUserReacted || isOwn,
          recentReactors: [...named, ...one.recentReactors.filter((name) => name !== username)].slice(
            0,
            REACTION.recentReactors,
          ),
        }
      : one,
  )
}

/** Decrements a reaction, and removes it at zero. */
function subtract(
  reactions: Reactions,
  reactionType: ReactionType,
  username: string | null,
  isOwn: boolean,
): Reactions {
  return reactions.flatMap((one) => {
    if (one.reactionType !== reactionType) return [one]
    if (one.count <= 1) return []
    return [
      {
        ...one,
        count: one.count - 1,
        hasUserReacted: one.hasUserReacted && !isOwn,
        recentReactors: one.recentReactors.filter((name) => name !== username),
      },
    ]
  })
}
