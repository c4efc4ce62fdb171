import { playerStatus, turnType } from '@inkling/mock-server/contract/schemas/game'
import * as z from 'zod/mini'

const attempt = z.looseObject({ guess: z.string(), score: z.number() })
const entry = z.looseObject({
  type: turnType,
  userId: z.string(),
  timeSpent: z.number(),
  at: z.optional(z.string()),
  drawing: z.optional(z.string()),
  strokes: z.optional(z.nullable(z.string())),
  guess: z.optional(z.string()),
  attempts: z.optional(z.array(attempt)),
})

/** The fields of a reference server's game documents that the console and `game show` use. */
const gameDocument = z.looseObject({
  id: z.string(),
  groupId: z.nullable(z.string()),
  day: z.string(),
  word: z.string(),
  createdAt: z.optional(z.string()),
  completedAt: z.nullable(z.string()),
  turnsStarted: z.number(),
  players: z.array(
    z.looseObject({
      userId: z.string(),
      status: playerStatus,
      playedAt: z.optional(z.nullable(z.string())),
    }),
  ),
  turn: z.nullable(
    z.looseObject({
      userId: z.string(),
      type: turnType,
      startedAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  entries: z.array(entry),
})
export type GameDocument = z.infer<typeof gameDocument>

/** Null if the document does not have the expected fields. */
export function readGame(document: unknown): GameDocument | null {
  const read = gameDocument.safeParse(document)
  return read.success ? read.data : null
}

/** The score of the guess that was submitted. */
export const scoreOf = ({ guess, attempts }: GameDocument['entries'][number]): number =>
  attempts?.find((each) => each.guess === guess)?.score ?? 0
