import { TURN } from '../../contract/constants.ts'
import type { SubmissionReply } from '../../contract/schemas/game.ts'
import { allow, type Ruling, refuse } from '../refusal.ts'
import { earlier, type Instant, plus } from '../time/instant.ts'
import {
  completeIfOver,
  type DrawingEntry,
  type Entry,
  type Game,
  type GuessEntry,
  hasPlayed,
  nextTurnType,
  playerOf,
  shownToNext,
  type Turn,
  turnDeadline,
  withStatus,
} from './game.ts'

/* A turn from start to submission. The attempts in between are in guess.ts. */

export interface TurnStart {
  userId: string
  turnId: string
  now: Instant
  /** The midnight that ends the game's day. No turn lasts beyond it. */
  dayEnd: Instant
  usernameOf: (userId: string) => string
}

/**
 * Gives a pending player the turn if nobody else holds it. Does nothing if the player already holds it.
 */
export function startTurn(game: Game, { userId, turnId, now, dayEnd, usernameOf }: TurnStart): Ruling<Game> {
  const player = playerOf(game, userId)
  if (!player) return refuse('NOT_FOUND', 'You are not in this game')
  if (game.turn?.userId === userId) return allow(game)
  if (hasPlayed(player)) return refuse('CONFLICT', "You've already completed your turn for today!")
  if (game.completedAt !== null || now >= dayEnd) return refuse('CONFLICT', 'This game is over')
  if (game.turn) return refuse('CONFLICT', `${usernameOf(game.turn.userId)} is currently playing`)
  const shows = shownToNext(game)
  return allow({
    ...game,
    players: withStatus(game.players, userId, 'playing', null),
    turnsStarted: game.turnsStarted + 1,
    turn: {
      id: turnId,
      userId,
      type: nextTurnType(game),
      startedAt: now,
      expiresAt: earlier(plus(now, TURN.limitMs), dayEnd),
      attempts: [],
      ...(shows !== undefined && { shows }),
    },
  })
}

/** The turn that the player holds, until its grace period ends. Refused if there is none. */
export function heldTurn(game: Game, userId: string, now: Instant): Ruling<Turn> {
  const player = playerOf(game, userId)
  if (game.turn?.userId === userId && now < turnDeadline(game.turn)) return allow(game.turn)
  if (player && (hasPlayed(player) || player.status === 'playing')) {
    return refuse('CONFLICT', 'Your turn is over')
  }
  return refuse('CONFLICT', 'It is not your turn. Please start a turn first.')
}

export interface DrawingSubmission {
  type: 'drawing'
  /** SHA-256 of the picture as stored. */
  drawing: string
  /** SHA-256 of the picture as sent. */
  sent: string
  /** SHA-256 of the stroke data, if any. */
  strokes: string | null
  strokeCount: number
  timeSpent: number
}

export interface GuessSubmission {
  type: 'guess'
  guess: string
  timeSpent: number
}

export type TurnSubmission = DrawingSubmission | GuessSubmission

/** The turn that the player holds. Refused if they hold none or its type is not `type`. */
export function turnFor(
  game: Game,
  userId: string,
  type: TurnSubmission['type'],
  now: Instant,
): Ruling<Turn> {
  const held = heldTurn(game, userId, now)
  if (!held.ok || held.value.type === type) return held
  const wanted = held.value.type
  return refuse('VALIDATION_FAILED', `This turn is a ${wanted}, so the content must be a ${wanted}`)
}

/** Ends the player's turn with a drawing or with one of the attempted guesses (API.md, Turns). */
export function submitTurn(
  game: Game,
  userId: string,
  submission: TurnSubmission,
  now: Instant,
): Ruling<Game> {
  const held = turnFor(game, userId, submission.type, now)
  if (!held.ok) return held
  const turn = held.value
  if (submission.type === 'drawing') return allow(endWithDrawing(game, turn, submission, now))
  if (turn.attempts.length === 0) {
    return refuse('VALIDATION_FAILED', 'Please make at least one guess before finalizing')
  }
  if (!turn.attempts.some(({ guess }) => guess === submission.guess)) {
    return refuse('VALIDATION_FAILED', 'The final guess must be one of your attempts')
  }
  return allow(endWithGuess(game, turn, submission, now))
}

/** The fields that identify a submission. */
export type SubmissionIdentity =
  | Pick<DrawingSubmission, 'type' | 'sent'>
  | Pick<GuessSubmission, 'type' | 'guess'>

/** The response to the player's earlier submission if this one repeats it; undefined otherwise. */
export function repeatedSubmission(
  game: Game,
  userId: string,
  submission: SubmissionIdentity,
): SubmissionReply | undefined {
  const entry = game.entries.find((candidate) => candidate.userId === userId)
  return entry && isSame(entry, submission) ? accepted(entry) : undefined
}

const isSame = (entry: Entry, submission: SubmissionIdentity): boolean =>
  entry.type === 'drawing'
    ? submission.type === 'drawing' && entry.sent === submission.sent
    : submission.type === 'guess' && entry.guess === submission.guess

export const accepted = (entry: Entry): SubmissionReply => ({
  success: true,
  gameCompleted: entry.completedGame,
  validationError: null,
})

function endWithDrawing(game: Game, turn: Turn, submission: DrawingSubmission, now: Instant): Game {
  const { type, drawing, sent, strokes, strokeCount, timeSpent } = submission
  const { id: turnId, userId } = turn
  // No spread: it would give every entry its own hidden class in V8, which costs memory.
  return endTurn(game, turn, now, (completedGame): DrawingEntry => {
    return { type, turnId, userId, drawing, sent, strokes, strokeCount, timeSpent, at: now, completedGame }
  })
}

export function endWithGuess(
  game: Game,
  turn: Turn,
  { guess, timeSpent }: Omit<GuessSubmission, 'type'>,
  now: Instant,
): Game {
  return endTurn(game, turn, now, (completedGame): GuessEntry => {
    const { id: turnId, userId, attempts } = turn
    return { type: 'guess', turnId, userId, guess, attempts, timeSpent, at: now, completedGame }
  })
}

function endTurn(game: Game, turn: Turn, now: Instant, entry: (completedGame: boolean) => Entry): Game {
  const players = withStatus(game.players, turn.userId, 'completed', now)
  const ended = completeIfOver({ ...game, turn: null, players }, now)
  const made = entry(ended.completedAt !== null)
  const { shows } = turn
  return { ...ended, entries: [...game.entries, shows === undefined ? made : { ...made, shows }] }
}
