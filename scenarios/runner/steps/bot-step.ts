import type { TurnView } from '@inkling/mock-server/contract/schemas/game'
import type * as z from 'zod'
import type { TurnTaken } from '../../bots/bot.ts'
import { milliseconds } from '../../text/duration.ts'
import { ACTION_FIELDS, type Action, isAction } from '../language/actions.ts'
import { PLAYER_CALLS } from '../language/call-names.ts'
import type { StepOf } from '../language/steps.ts'
import { digest } from './calls/digest.ts'
import { type Answer, failedAnswer } from './calls/exchange.ts'
import { conclude } from './calls/expectation.ts'
import { stepSignal } from './calls/made-calls.ts'
import { pause, waitLimit } from './limits.ts'
import { callAs, type Player } from './player.ts'
import type { Session } from './session.ts'
import { failure, isRetryable, type Located, StepFailure } from './step-failure.ts'
import { wrongPicture } from './wrong-pictures.ts'

/* Calls and actions of bots. */

export async function performBot(step: StepOf<'bot'>, session: Session, located: Located): Promise<string> {
  const players = session.playersOf(step.bot)
  const details: string[] = []
  for (const player of players) {
    const call = performBotCall(step, player, session)
    const work = players.length === 1 ? call : call.catch((error) => Promise.reject(named(player, error)))
    if (step.background) session.inBackground(player.bot.name, work, located)
    else details.push(await work)
  }
  if (step.background) return 'in the background'
  return players.length === 1 ? (details[0] ?? '') : [...new Set(details)].join(' | ')
}

/** The failure of one of several bots, with its name. */
const named = ({ bot }: Player, error: unknown): unknown =>
  error instanceof StepFailure
    ? new StepFailure(
        error.problems.map((problem) => ({ ...problem, message: `${bot.name}: ${problem.message}` })),
      )
    : error

async function performBotCall(step: StepOf<'bot'>, player: Player, session: Session): Promise<string> {
  const fields = session.variables.fill(step.with ?? {})
  if (isAction(step.do)) {
    const { answer, detail } = await performAction(step.do, fields, player)
    conclude(answer, step, session)
    return detail
  }
  const name = PLAYER_CALLS.get(step.do)
  if (!name) throw failure(`there is no call '${step.do}'`, ['do'])
  const answer = await callAs(player, name, fields, session.access)
  conclude(answer, step, session)
  return digest(name, answer)
}

const WAIT_EVERY = '1s'

/** Repeats the call until its expectation is met. A frozen clock is advanced between tries. */
export async function performWait(
  step: StepOf<'wait-until'>,
  session: Session,
  located: Located,
): Promise<string> {
  const every = milliseconds(step.every ?? WAIT_EVERY)
  const within = milliseconds(waitLimit(step))
  for (let waited = 0; ; waited += every) {
    try {
      return await performBot(step['wait-until'], session, located)
    } catch (error) {
      if (!isRetryable(error) || waited + every > within) throw error
    }
    await pause(every, session, stepSignal())
  }
}

/** The result of an action. The body of its answer is a {@link TurnTaken} with its score. */
interface ActionResult {
  readonly answer: Answer
  readonly detail: string
}

/** The result of a bot whose persona never starts a turn. */
const STAYED_AWAY: ActionResult = {
  answer: { status: 200, headers: {}, body: { success: true, outcome: null, attempts: [] }, error: null },
  detail: 'stays away',
}

/** Lets a bot draw, guess, or play a whole turn. Starts the turn if the bot does not hold one. */
async function performAction(
  action: Action,
  fields: Readonly<Record<string, unknown>>,
  player: Player,
): Promise<ActionResult> {
  if (action === 'play-turn' && !player.bot.persona.plays) return STAYED_AWAY
  try {
    const turn = await performTurn(action, fields, player)
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
): Promise<TurnTaken> {
  if (action === 'play-turn') {
    checked('play-turn', fields)
    return player.bot.playTurn()
  }
  const turn = player.turn ?? (await startTurn(player))
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

async function startTurn(player: Player): Promise<TurnView> {
  const turn = await player.bot.client.startTurn()
  player.storeReply('startTurn', { body: turn })
  return turn
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
