import type { Submission, SubmissionReply } from '../../core/contract/schemas/game.ts'
import { readSent, validateDrawing } from '../../core/picture/drawings.ts'
import { PngError } from '../../core/picture/png-chunks.ts'
import { type Entry, type Game, hasPlayed, playerOf, type Turn } from '../../core/rules/game/game.ts'
import {
  answerOf,
  attemptGuess,
  attemptsRemaining,
  attemptViews,
  bestAttempt,
  guessingIsOver,
} from '../../core/rules/game/guess.ts'
import {
  accepted,
  heldTurn,
  repeatedSubmission,
  type SubmissionIdentity,
  startTurn,
  submitTurn,
  type TurnSubmission,
  turnFor,
} from '../../core/rules/game/turn.ts'
import { loadGuessCheck } from '../../core/rules/guess-check.ts'
import { person } from '../../core/rules/players/people.ts'
import { allow, type Ruling, refuse } from '../../core/rules/refusal.ts'
import { dayEnd } from '../../core/rules/time/day.ts'
import type { Operations, PlayerContext } from '../context.ts'
import { gamesInPlay, gameToday, putGame, recentGames, updateGame } from '../games/stored-games.ts'
import { loadPeople, showTurn } from '../view-data.ts'

/** A turn from start to submission (API.md, Turns). */
export const turnOperations = {
  async startTurn(context) {
    const { ids, player, now, settings } = context
    const game = await gameToday(context, player)
    if (!game) return refuse('NOT_FOUND', 'There is no game for you today')
    const people = await loadPeople(context, game.turn ? [game.turn.userId] : [])
    const started = startTurn(game, {
      userId: player.id,
      turnId: ids.turn(game.id, game.turnsStarted),
      now,
      dayEnd: dayEnd(game.day, settings.timeZone),
      usernameOf: (userId) => person(people, userId).username,
    })
    if (!started.ok) return started
    putGame(context, game, started.value)
    return allow(await showTurn(context, started.value, ownTurn(started.value)))
  },

  async submitGuess(context, { body }) {
    const { player, now, ports } = context
    const [game] = await gamesInPlay(context, player)
    if (!game) return refuse('CONFLICT', 'There is no game for you today')
    const held = heldTurn(game, player.id, now)
    if (!held.ok) return held
    const problem = (await loadGuessCheck())(body.guess, game.kind === 'public')
    if (problem !== null) return refuse('VALIDATION_FAILED', problem)
    const { score, category } = ports.scorer.judge(body.guess, answerOf(game))
    const guessed = attemptGuess(game, player.id, { guess: body.guess, score, category }, now)
    if (!guessed.ok) return guessed
    putGame(context, game, guessed.value)
    const turn = ownTurn(guessed.value)
    const turnComplete = guessingIsOver(turn.attempts)
    const attempt = attemptViews(turn.attempts).at(-1)
    if (!attempt) throw new Error('The attempt just made is missing')
    return allow({
      attempt,
      attemptsRemaining: attemptsRemaining(turn),
      turnComplete,
      selectedBestGuess: turnComplete ? (bestAttempt(turn.attempts)?.guess ?? null) : null,
    })
  },

  async submitTurn(context, { body }) {
    const { player, now } = context
    const type = body.content.drawing === undefined ? 'guess' : 'drawing'
    const [game] = await gamesInPlay(context, player)
    if (!game) return earlierReply(context, body, refuse('CONFLICT', 'There is no game for you today'))
    const held = turnFor(game, player.id, type, now)
    if (!held.ok) return held.refusal.code === 'CONFLICT' ? earlierReply(context, body, held) : held
    // Decode last: decoding a drawing costs the server much more than sending one costs the client.
    const read = readSubmission(context, body)
    if (read instanceof PngError) {
      return allow({ success: false, gameCompleted: false, validationError: read.message })
    }
    const submitted = submitTurn(game, player.id, read, now)
    if (!submitted.ok) return submitted
    putGame(context, game, submitted.value)
    // In the grace period after midnight, the submission is the last one of the game.
    const entry = updateGame(context, submitted.value).entries.at(-1)
    if (!entry) throw new Error('The entry just made is missing')
    return allow(accepted(entry))
  },
} satisfies Operations

/** The current turn of a game that must have one. */
function ownTurn(game: Game): Turn {
  if (!game.turn) throw new Error('The game has no current turn')
  return game.turn
}

/** Converts a submission for the rules, and stores its drawing. Returns the error of an invalid drawing. */
function readSubmission(
  { tx, ports: { codecs } }: PlayerContext,
  body: Submission,
): TurnSubmission | PngError {
  const { content, timeSpent, strokeCount } = body
  const { drawing, guess = '' } = content
  if (drawing === undefined) return { type: 'guess', guess, timeSpent }
  const valid = orRefusal(() => validateDrawing(drawing, codecs))
  if (valid instanceof PngError) return valid
  const { png, pngHash, sentHash, strokes, strokesHash } = valid
  tx.putBlob(pngHash, png)
  if (strokes && strokesHash) tx.putBlob(strokesHash, strokes)
  return { type: 'drawing', drawing: pngHash, sent: sentHash, strokes: strokesHash, strokeCount, timeSpent }
}

/**
 * The reply to an identical submission of today, or of yesterday before the player's turn today; `refusal` if there was
 * none. Drawings are compared by hash, without decoding.
 */
async function earlierReply(
  context: PlayerContext,
  { content }: Submission,
  refusal: ReturnType<typeof refuse>,
): Promise<Ruling<SubmissionReply>> {
  const { player, ports } = context
  const { drawing, guess = '' } = content
  const recent = await recentGames(context, player)
  const today = recent.filter(({ day }) => day === context.day)
  // After a turn today, a guess that equals yesterday's belongs to today.
  const games = today.some((game) => hasHadTurn(game, player.id)) ? today : recent
  const isOwnDrawing = ({ userId, type }: Entry) => userId === player.id && type === 'drawing'
  let identity: SubmissionIdentity = { type: 'guess', guess }
  if (drawing !== undefined) {
    if (!games.some(({ entries }) => entries.some(isOwnDrawing))) return refusal
    const sent = orRefusal(() => readSent(drawing, ports.codecs))
    if (sent instanceof PngError) return refusal
    identity = { type: 'drawing', sent: sent.hash }
  }
  const [reply] = games.flatMap((game) => repeatedSubmission(game, player.id, identity) ?? [])
  return reply ? allow(reply) : refusal
}

function hasHadTurn(game: Game, userId: string): boolean {
  const player = playerOf(game, userId)
  return player !== undefined && hasPlayed(player)
}

function orRefusal<T>(read: () => T): T | PngError {
  try {
    return read()
  } catch (error) {
    if (error instanceof PngError) return error
    throw error
  }
}
