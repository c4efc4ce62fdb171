import { PngError } from '../../contract/png-chunks.ts'
import { dayEnd } from '../../rules/day.ts'
import type { Game, Turn } from '../../rules/game.ts'
import {
  answerOf,
  attemptGuess,
  attemptsRemaining,
  attemptViews,
  bestAttempt,
  guessingIsOver,
} from '../../rules/guess.ts'
import { person } from '../../rules/player-view.ts'
import { allow, refuse } from '../../rules/refusal.ts'
import { accepted, repeatedSubmission, submitTurn, type TurnSubmission } from '../../rules/submission.ts'
import { heldTurn, startTurn } from '../../rules/turn.ts'
import type { Operations, PlayerContext } from '../context.ts'
import { type TakenDrawing, takeDrawing } from '../drawings.ts'
import { gamesInPlay, gameToday } from '../players-game.ts'
import { loadPeople, showTurn } from '../scene.ts'

/** A turn from start to submission (spec section 4; api.md, The day and its games). */
export const turnOperations = {
  async startTurn(context) {
    const { tx, ids, player, now, settings } = context
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
    tx.put('games', started.value)
    return allow(await showTurn(context, started.value, ownTurn(started.value)))
  },

  async submitGuess(context, { body }) {
    const { tx, player, now, ports } = context
    const [game] = await gamesInPlay(context, player)
    if (!game) return refuse('CONFLICT', 'There is no game for you today')
    const held = heldTurn(game, player.id, now)
    if (!held.ok) return held
    const { score, category } = ports.scorer.judge(body.guess, answerOf(game))
    const guessed = attemptGuess(game, player.id, { guess: body.guess, score, category }, now)
    if (!guessed.ok) return guessed
    tx.put('games', guessed.value)
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
    const { tx, player, now, ports } = context
    const { drawing, guess = '' } = body.content
    let taken: TakenDrawing | null = null
    try {
      taken = drawing === undefined ? null : takeDrawing(drawing, ports.bytes)
    } catch (error) {
      if (!(error instanceof PngError)) throw error
      return refusedDrawing(context, error)
    }
    const { timeSpent, strokeCount } = body
    const submission: TurnSubmission = taken
      ? {
          type: 'drawing',
          drawing: taken.pngHash,
          sent: taken.sentHash,
          strokes: taken.strokesHash,
          strokeCount,
          timeSpent,
        }
      : { type: 'guess', guess: guess.trim(), timeSpent }

    const games = await gamesInPlay(context, player)
    const [game] = games
    if (!game) return refuse('CONFLICT', 'There is no game for you today')
    if (game.turn?.userId !== player.id) {
      const before = games.flatMap((played) => repeatedSubmission(played, player.id, submission) ?? [])[0]
      if (before) return allow(before)
    }
    const submitted = submitTurn(game, player.id, submission, now)
    if (!submitted.ok) return submitted
    if (taken) keepDrawing(context, taken)
    tx.put('games', submitted.value)
    const entry = submitted.value.entries.at(-1)
    if (!entry) throw new Error('The entry just made is missing')
    return allow(accepted(entry))
  },
} satisfies Operations

/** The turn that a rule has just given or kept. */
function ownTurn(game: Game): Turn {
  if (!game.turn) throw new Error('The turn just taken is missing')
  return game.turn
}

/** A drawing that cannot be taken costs no turn: its maker is told why and goes on. */
async function refusedDrawing(context: PlayerContext, problem: PngError) {
  const [game] = await gamesInPlay(context, context.player)
  if (!game) return refuse('CONFLICT', 'There is no game for you today')
  const held = heldTurn(game, context.player.id, context.now)
  if (!held.ok) return held
  return allow({ success: false, gameCompleted: false, validationError: problem.message })
}

function keepDrawing({ tx }: PlayerContext, { png, pngHash, strokes, strokesHash }: TakenDrawing): void {
  tx.putBlob(pngHash, png)
  if (strokes && strokesHash) tx.putBlob(strokesHash, strokes)
}
