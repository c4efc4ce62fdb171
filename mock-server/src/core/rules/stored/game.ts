import * as z from 'zod/mini'
import { MATCH_CATEGORIES } from '../../contract/match-categories.ts'
import { playerStatus, turnType } from '../../contract/schemas/game.ts'
import { count, gameDay, id, instant, score } from '../../contract/schemas/primitives.ts'
import { review } from '../../contract/schemas/safety.ts'
import { type Stored, sha256, text } from './fields.ts'

const player = z.strictObject({
  userId: id,
  joinedAt: instant,
  status: playerStatus,
  /** When the turn was completed or skipped. */
  playedAt: z.nullable(instant),
  /** Skipped because of what the turn showed, so without a mark against the player. */
  excused: z.exactOptional(z.literal(true)),
})
export type Player = Stored<typeof player>

const attempt = z.strictObject({ guess: text, score, category: z.enum(MATCH_CATEGORIES), at: instant })
export type Attempt = Stored<typeof attempt>

/** The index of the entry that the player of a turn sees, -1 for none. */
const shows = z.int().check(z.gte(-1))

/** The turn that one player holds. */
const turn = z.strictObject({
  id,
  userId: id,
  type: turnType,
  startedAt: instant,
  expiresAt: instant,
  /** Guesses made in a guessing turn, oldest first. Empty for a drawing turn. */
  attempts: z.array(attempt),
  /** Absent if it is the last entry. */
  shows: z.exactOptional(shows),
  /** Its player has hidden what it shows, and is not excused again so soon. */
  unexcused: z.exactOptional(z.literal(true)),
})
export type Turn = Stored<typeof turn>

const entryBase = {
  turnId: id,
  userId: id,
  /** Seconds, as sent by the client. */
  timeSpent: z.number().check(z.nonnegative()),
  at: instant,
  /** Whether this entry completed the game. Stored so that a repeated submission gets the same response. */
  completedGame: z.boolean(),
  /** Since when it is hidden for everybody. In an open game, it then counts as a skipped turn. */
  hiddenAt: z.exactOptional(instant),
  /** What its author is told, if it was hidden for everybody until a review or by moderators. */
  review: z.exactOptional(review),
  /** As in the turn that made this entry. */
  shows: z.exactOptional(shows),
}

const drawingEntry = z.strictObject({
  ...entryBase,
  type: z.literal('drawing'),
  /** SHA-256 of the PNG in the blob store. */
  drawing: sha256,
  /** SHA-256 of the PNG as sent, private chunks included. Identifies a repeated submission. */
  sent: sha256,
  strokeCount: count,
  /** SHA-256 of the stroke chunk's data in the blob store, if there is one. */
  strokes: z.nullable(sha256),
})
export type DrawingEntry = Stored<typeof drawingEntry>

const guessEntry = z.strictObject({
  ...entryBase,
  type: z.literal('guess'),
  guess: text,
  attempts: z.array(attempt),
  /** The score of the guess for the word of the game, if the account of its author is deleted, and the guess with it. */
  finalScore: z.exactOptional(score),
})
export type GuessEntry = Stored<typeof guessEntry>

export type Entry = DrawingEntry | GuessEntry

/** A game: its players, the current turn, and the chain so far. */
export const game = z.strictObject({
  id,
  kind: z.enum(['group', 'public']),
  groupId: z.nullable(id),
  /** Set when the group ends while its results are public: those of a group that is gone are private without it. */
  publicResults: z.exactOptional(z.literal(true)),
  day: gameDay,
  word: text,
  /** On how many days in a row before this game everybody of the group played; absent for none. */
  together: z.exactOptional(count),
  createdAt: instant,
  /** Set when the game is over. */
  completedAt: z.nullable(instant),
  /** In join order. */
  players: z.array(player),
  turn: z.nullable(turn),
  /** How many turns were started. Part of the seed of the next turn's id. */
  turnsStarted: count,
  /** The chain: a drawing, a guess of it, a drawing of that guess, and so on. Skipped turns are not in it. */
  entries: z.array(z.discriminatedUnion('type', [drawingEntry, guessEntry])),
})
export type Game = Stored<typeof game>

/** A game whose results are announced to its players from `dueAt` on. */
export const unannouncedGame = z.strictObject({ gameId: id, dueAt: instant })
export type UnannouncedGame = Stored<typeof unannouncedGame>
