import * as z from 'zod/mini'
import { MATCH_TYPES } from '../match-categories.ts'
import { activity, entryContent, guessAttempt, participant } from './game.ts'
import { count, gameDay, id, score } from './primitives.ts'
import { hidden, review } from './safety.ts'
import { stroke } from './strokes.ts'

export const chainStep = z.object({
  stepIndex: count,
  type: activity,
  /** Null in public results for a caller who is not signed in. */
  userId: z.nullable(id),
  username: z.string(),
  avatar: z.nullable(z.string()),
  /** Made by the house player, which is no person. */
  house: z.optional(z.literal(true)),
  content: entryContent,
  /** Guesses only: the score of the guess against the prompt of the drawing. */
  similarityScore: z.optional(score),
  timeSpent: z.number(),
  /** The strokes of the drawing, if the client sent them. */
  strokes: z.optional(z.array(stroke)),
  /** For whom it is hidden. With 'all', the content is a placeholder. */
  hidden: z.optional(hidden),
  /** Only for its author. */
  review: z.optional(review),
})
export type ChainStep = z.infer<typeof chainStep>

/** An attempt of a chain. */
export const resultAttempt = z.extend(guessAttempt, {
  /** The step that it belongs to. An addition to the documented API, which a server may leave out. */
  stepIndex: z.optional(count),
})
export type ResultAttempt = z.infer<typeof resultAttempt>

export const gameResults = z.object({
  gameId: id,
  date: gameDay,
  word: z.string(),
  finalGuess: z.nullable(z.string()),
  similarityScore: score,
  matchType: z.enum(MATCH_TYPES),
  matchedWord: z.nullable(z.string()),
  totalAttempts: count,
  chain: z.array(chainStep),
  /** In the order of the steps. */
  guessAttempts: z.array(resultAttempt),
  participants: z.array(z.object({ username: z.string(), avatar: z.nullable(z.string()) })),
})
export type GameResults = z.infer<typeof gameResults>

export const yesterdayResults = z.object({
  gameId: id,
  word: z.string(),
  chain: z.array(chainStep),
  participants: z.array(participant),
})
export type YesterdayResults = z.infer<typeof yesterdayResults>
