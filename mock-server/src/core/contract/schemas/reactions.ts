import * as z from 'zod/mini'
import { REACTION } from '../constants.ts'
import { count, id } from './primitives.ts'

export const REACTION_TYPES = [
  'love',
  'laugh',
  'wow',
  'fire',
  'thumbs_up',
  'thumbs_down',
  'mind_blown',
] as const
export const reactionType = z.enum(REACTION_TYPES)
export type ReactionType = z.infer<typeof reactionType>

export const stepReactions = z.object({
  stepIndex: count,
  reactions: z.array(
    z.object({
      reactionType,
      count: z.int().check(z.positive()),
      hasUserReacted: z.boolean(),
      /** Usernames, newest first. */
      recentReactors: z.array(z.string()).check(z.maxLength(REACTION.recentReactors)),
    }),
  ),
})
export type StepReactions = z.infer<typeof stepReactions>

export const gameReactions = z.object({ gameId: id, stepReactions: z.array(stepReactions) })
export const reaction = z.object({ stepIndex: count, reactionType })

export const reactionMessage = z.object({
  type: z.literal('reaction_event'),
  data: z.object({
    action: z.enum(['added', 'removed', 'changed']),
    stepIndex: count,
    reactionType,
    /** Both are null if the listener has blocked the player or reported their name. */
    username: z.nullable(z.string()),
    userId: z.nullable(id),
    previousType: z.optional(reactionType),
  }),
})
export type ReactionMessage = z.infer<typeof reactionMessage>
