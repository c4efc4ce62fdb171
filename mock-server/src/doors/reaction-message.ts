import type { ReactionMessage } from '../contract/schemas/reactions.ts'
import type { TimedEvent } from '../engine/events.ts'

/** The message to the listeners of a game about a reaction (API.md, Reactions). */
export function reactionMessageOf(event: TimedEvent & { type: 'reaction' }): ReactionMessage {
  const { action, stepIndex, reactionType, username, userId, previousType } = event
  return {
    type: 'reaction_event',
    data: { action, stepIndex, reactionType, username, userId, ...(previousType && { previousType }) },
  }
}
