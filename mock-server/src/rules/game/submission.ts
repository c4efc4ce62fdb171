import type { SubmissionReply } from '../../contract/schemas/game.ts'
import { allow, type Decision, refuse } from '../refusal.ts'
import type { Instant } from '../time/instant.ts'
import {
  completeIfOver,
  type DrawingEntry,
  type Entry,
  type Game,
  type GuessEntry,
  type Turn,
  withStatus,
} from './game.ts'
import { heldTurn } from './turn.ts'

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
): Decision<Turn> {
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
): Decision<Game> {
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
