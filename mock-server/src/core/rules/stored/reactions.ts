import * as z from 'zod/mini'
import { count, id, instant } from '../../contract/schemas/primitives.ts'
import { reactionType } from '../../contract/schemas/reactions.ts'
import type { Stored } from './fields.ts'

/** One player's reaction to one step. */
const reaction = z.strictObject({ stepIndex: count, userId: id, reactionType, at: instant })
export type Reaction = Stored<typeof reaction>

/** The reactions to one game, oldest first; one per player and step. */
export const reactionsOfGame = z.strictObject({ gameId: id, reactions: z.array(reaction) })
export type ReactionsOfGame = Stored<typeof reactionsOfGame>
