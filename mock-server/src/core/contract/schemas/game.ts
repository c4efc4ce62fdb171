import * as z from 'zod/mini'
import { GUESS } from '../constants.ts'
import { MATCH_CATEGORIES } from '../match-categories.ts'
import { daysTogether, groupSummary } from './group.ts'
import { count, id, instant, line, pngBase64, score } from './primitives.ts'
import { hidden, review } from './safety.ts'

export const gameStatus = z.enum(['waiting', 'active', 'completed'])
export type GameStatus = z.infer<typeof gameStatus>

export const playerStatus = z.enum(['pending', 'playing', 'completed', 'skipped'])
export type PlayerStatus = z.infer<typeof playerStatus>

/** The type of a turn in today's game and in the chain. A started turn uses {@link turnType} instead. */
export const activity = z.enum(['drawing', 'guessing'])
export type Activity = z.infer<typeof activity>

export const turnType = z.enum(['drawing', 'guess'])
export type TurnType = z.infer<typeof turnType>

export const participant = z.object({
  userId: id,
  username: z.string(),
  avatar: z.nullable(z.string()),
  status: playerStatus,
  playedAt: z.nullable(instant),
  joinedAt: instant,
  /** For whom the player's name and avatar are hidden. */
  hidden: z.optional(hidden),
  /** Skipped without a mark: sent to the player only, whose streak does not count it. */
  excused: z.optional(z.boolean()),
})
export type Participant = z.infer<typeof participant>

/** Either a drawing or a guess. */
export const entryContent = z.object({
  drawing: z.optional(pngBase64),
  guess: z.optional(z.string()),
  /** For whom it is hidden, where it is not part of a chain step. With 'all', it is a placeholder. */
  hidden: z.optional(hidden),
})
export type EntryContent = z.infer<typeof entryContent>

export const today = z.object({
  hasGame: z.boolean(),
  gameId: z.nullable(id),
  status: z.nullable(gameStatus),
  yourStatus: z.nullable(playerStatus),
  canStartTurn: z.boolean(),
  yourNextTurnType: z.nullable(activity),
  currentTurn: z.nullable(z.object({ userId: id, username: z.string(), type: activity })),
  participants: z.array(participant),
  yourSubmission: z.nullable(
    z.extend(entryContent, {
      /** What became of it after it was hidden for everybody. */
      review: z.optional(review),
    }),
  ),
  yourPreviousEntry: z.nullable(entryContent),
  word: z.nullable(z.string()),
  gameType: z.nullable(z.enum(['group', 'public'])),
  group: z.nullable(z.extend(groupSummary, { daysTogether: z.optional(daysTogether) })),
})
export type Today = z.infer<typeof today>

export const guessAttempt = z.object({
  guess: z.string(),
  similarityScore: score,
  matchCategory: z.enum(MATCH_CATEGORIES),
  isCorrect: z.boolean(),
  /** Whether no further attempt is allowed. */
  isLocked: z.boolean(),
  timestamp: instant,
  categoryMessage: z.string(),
})
export type GuessAttempt = z.infer<typeof guessAttempt>

export const turn = z.object({
  turnId: id,
  gameId: id,
  type: turnType,
  expiresAt: instant,
  word: z.nullable(z.string()),
  previousEntry: z.nullable(entryContent),
  currentAttempts: z.array(guessAttempt),
  attemptsRemaining: count,
})
export type TurnView = z.infer<typeof turn>

const guessTooLong = `A guess has at most ${GUESS.maxLength} characters`

/** A drawing, which is checked when it is decoded, or the final guess, which is one of the attempts. */
const submittedContent = z.object({
  drawing: z.optional(pngBase64),
  guess: z.optional(z.string().check(z.trim(), z.maxLength(GUESS.maxLength, guessTooLong))),
})

export const submission = z.object({
  content: submittedContent.check(
    z.refine(
      (content) => (content.drawing === undefined) !== (content.guess === undefined),
      'The content is either a drawing or a guess',
    ),
  ),
  timeSpent: z.number().check(z.nonnegative('The time spent is a number of seconds, 0 or more')),
  strokeCount: z._default(count, 0),
})
export type Submission = z.infer<typeof submission>

export const submissionReply = z.object({
  success: z.boolean(),
  gameCompleted: z.boolean(),
  /** Why the drawing was refused, as a sentence for the player. */
  validationError: z.nullable(z.string()),
})
export type SubmissionReply = z.infer<typeof submissionReply>

export const guess = z.object({
  guess: line('A guess', GUESS.maxLength, { empty: 'Please enter a guess', tooLong: guessTooLong }),
})

export const guessReply = z.object({
  attempt: guessAttempt,
  attemptsRemaining: count,
  turnComplete: z.boolean(),
  selectedBestGuess: z.nullable(z.string()),
})
export type GuessReply = z.infer<typeof guessReply>

export const dailyStats = z.object({ totalPlayers: count })
