import { guessAttempt, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod'

/** Actions of bots that take several calls or a picture. */
export const ACTIONS = ['draw', 'guess', 'play-turn'] as const
export type Action = (typeof ACTIONS)[number]

export const isAction = (name: string): name is Action => (ACTIONS as readonly string[]).includes(name)

/** Invalid pictures for `draw`. */
const WRONG_PICTURES = ['blank', 'transparent', 'tiny', 'wide', 'text'] as const
export type WrongPicture = (typeof WRONG_PICTURES)[number]

/** The `with` fields of each action. */
export const ACTION_FIELDS = {
  draw: z.strictObject({ text: z.string(), png: z.string(), picture: z.enum(WRONG_PICTURES) }).partial(),
  guess: z.strictObject({ guesses: z.union([z.string(), z.array(z.string())]), final: z.string() }).partial(),
  'play-turn': z.strictObject({}),
}

/** The reply of an action: what the bot did, or why the server refused it. */
export const ACTION_REPLY = z.object({
  turnId: z.string(),
  gameId: z.string(),
  type: turnType,
  outcome: z.string().nullable(),
  attempts: z.array(guessAttempt),
  timeSpent: z.number(),
  picture: z.string().nullable(),
  validationError: z.string().nullable(),
  success: z.boolean(),
  score: z.number().nullable(),
})
