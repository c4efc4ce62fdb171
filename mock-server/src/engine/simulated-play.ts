import type { Game, Turn } from '../rules/game.ts'
import { promptAt } from '../rules/game.ts'
import { answerOf, attemptGuess } from '../rules/guess.ts'
import { type Instant, plus } from '../rules/instant.ts'
import type { Decision } from '../rules/refusal.ts'
import { submitTurn, type TurnSubmission } from '../rules/submission.ts'
import { startTurn } from '../rules/turn.ts'
import type { Context } from './context.ts'

/** Of how many guesses one is right. */
const RIGHT_IN_TEN = 6
/** Seconds that a simulated turn takes, at the least and beyond. */
const SECONDS = { least: 20, spread: 120 }

/** When a simulated player plays. */
export interface Play {
  readonly now: Instant
  /** No turn is started from here on. */
  readonly dayEnd: Instant
}

/** Plays the turn of one player, whether they hold it already or still wait for it, by the rules of the game. */
export async function playTurn(context: Context, game: Game, userId: string, play: Play): Promise<Game> {
  const turnId = context.ids.turn(game.id, game.turnsStarted)
  const started = allowed(startTurn(game, { userId, turnId, ...play, usernameOf: () => 'Somebody' }))
  const { turn } = started
  if (!turn) throw new Error('The turn just started is missing')
  const chance = context.ids.chance(turn.id)
  const timeSpent = SECONDS.least + (chance % SECONDS.spread)
  const now = plus(play.now, timeSpent * 1000)
  return turn.type === 'drawing'
    ? submitDrawing(context, started, turn, timeSpent, now)
    : submitGuess(context, started, turn, timeSpent, now)
}

async function submitDrawing(
  { ports, tx }: Context,
  game: Game,
  turn: Turn,
  timeSpent: number,
  now: Instant,
): Promise<Game> {
  const { png, strokes, strokeCount } = await ports.content.draw(promptAt(game, game.entries.length), turn.id)
  const drawing = ports.bytes.sha256(png)
  tx.putBlob(drawing, png)
  const strokesHash = ports.bytes.sha256(strokes)
  tx.putBlob(strokesHash, strokes)
  const submission: TurnSubmission = {
    type: 'drawing',
    drawing,
    sent: drawing,
    strokes: strokesHash,
    strokeCount,
    timeSpent,
  }
  return allowed(submitTurn(game, turn.userId, submission, now))
}

function submitGuess(context: Context, game: Game, turn: Turn, timeSpent: number, now: Instant): Game {
  const guess = guessAt(context, answerOf(game), context.ids.chance(`guess ${turn.id}`))
  const { score, category } = context.ports.scorer.judge(guess, answerOf(game))
  const guessed = allowed(attemptGuess(game, turn.userId, { guess, score, category }, now))
  return allowed(submitTurn(guessed, turn.userId, { type: 'guess', guess, timeSpent }, now))
}

/** The answer most times, else another word of its kind. */
function guessAt({ ports }: Context, answer: string, chance: number): string {
  const { words } = ports.content
  if (chance % 10 < RIGHT_IN_TEN) return answer
  const kind = words.find(({ word }) => word === answer)?.category
  const others = words.filter(
    ({ word, category }) => word !== answer && (kind === undefined || category === kind),
  )
  return others[chance % others.length]?.word ?? answer
}

/** What the rules must allow, since everything was chosen by them. */
function allowed<T>(decision: Decision<T>): T {
  if (!decision.ok) throw new Error(`A simulated turn was refused: ${decision.refusal.message}`)
  return decision.value
}
