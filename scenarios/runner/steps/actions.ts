import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import type * as z from 'zod'
import type { TurnTaken } from '../../bots/bot.ts'
import { ACTION_FIELDS } from '../language/action-fields.ts'
import type { Action } from '../language/call-names.ts'
import { digest } from './calls/digest.ts'
import { type Answer, failedAnswer } from './calls/exchange.ts'
import { callAs, type Player } from './player.ts'
import type { Session } from './session.ts'
import { failure } from './step-failure.ts'
import { wrongPicture } from './wrong-pictures.ts'

/** The result of an action. The body of its answer is a {@link TurnTaken} with its score. */
export interface ActionResult {
  readonly answer: Answer
  readonly detail: string
}

/** The result of a bot whose persona never starts a turn. */
const STAYED_AWAY: ActionResult = {
  answer: { status: 200, headers: {}, body: { success: true, outcome: null, attempts: [] }, error: null },
  detail: 'stays away',
}

/** Lets a bot draw, guess, or play a whole turn. Starts the turn if the bot does not hold one. */
export async function performAction(
  action: Action,
  fields: Readonly<Record<string, unknown>>,
  player: Player,
  { access }: Session,
): Promise<ActionResult> {
  if (action === 'play-turn' && !player.bot.persona.plays) return STAYED_AWAY
  try {
    const turn = await performTurn(action, fields, player, access)
    player.turn = null
    player.setValues({ gameId: turn.gameId, word: turn.outcome, drawing: turn.picture })
    return resultOf(turn)
  } catch (error) {
    const answer = failedAnswer(error)
    return { answer, detail: digest('submitTurn', answer) }
  }
}

async function performTurn(
  action: Action,
  fields: Readonly<Record<string, unknown>>,
  player: Player,
  access: Session['access'],
): Promise<TurnTaken> {
  if (action === 'play-turn') {
    checked('play-turn', fields)
    return player.bot.playTurn()
  }
  const turn = player.turn ?? (await startTurn(player, access))
  if (action === 'draw') {
    const { text, png, picture } = checked('draw', fields)
    const given = picture === undefined ? png : wrongPicture(picture)
    return player.bot.draw(turn, {
      ...(text !== undefined && { text }),
      ...(given !== undefined && { png: given }),
    })
  }
  const { guesses, final } = checked('guess', fields)
  const instead = {
    ...(guesses !== undefined && { guesses: [guesses].flat() }),
    ...(final !== undefined && { final }),
  }
  return player.bot.guess(turn, instead)
}

async function startTurn(player: Player, access: Session['access']): Promise<TurnView> {
  const { error, status } = await callAs(player, 'startTurn', {}, access)
  if (error) throw new ApiError(error.code, error.message, status)
  if (!player.turn) throw failure('the server started no turn')
  return player.turn
}

function checked<A extends Action>(
  action: A,
  fields: Readonly<Record<string, unknown>>,
): z.infer<(typeof ACTION_FIELDS)[A]> {
  const result = ACTION_FIELDS[action].safeParse(fields)
  if (result.success) return result.data as z.infer<(typeof ACTION_FIELDS)[A]>
  const [issue] = result.error.issues
  const names = Object.keys(ACTION_FIELDS[action].shape).join(', ') || 'nothing'
  throw failure(`${action} takes ${names}: ${issue?.message}`, ['with', ...(issue?.path ?? [])])
}

function resultOf(turn: TurnTaken): ActionResult {
  const score = turn.attempts.find(({ guess }) => guess === turn.outcome)?.similarityScore ?? null
  const said = turn.attempts.map(({ guess, similarityScore }) => `${guess} ${similarityScore}`).join(', ')
  const body = { ...turn, success: turn.validationError === null, score }
  const detail =
    turn.validationError ?? (turn.type === 'drawing' ? `drew ${turn.outcome}` : `guessed ${said}`)
  return {
    answer: { status: 200, headers: {}, body, error: null },
    detail: turn.outcome === null ? 'abandoned' : detail,
  }
}
