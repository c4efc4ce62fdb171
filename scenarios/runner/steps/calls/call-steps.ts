import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { adminKeyOf } from '../../../bots/server-access.ts'
import { milliseconds } from '../../../text/duration.ts'
import { ADMIN_CALLS, isAction, PLAYER_CALLS } from '../../language/call-names.ts'
import type { StepOf } from '../../language/steps.ts'
import { valueAtPath } from '../../language/values/json-path.ts'
import { shapeOf } from '../../language/values/object-shape.ts'
import { performAction } from '../actions.ts'
import { pause, waitLimit } from '../limits.ts'
import { callAs, type Player } from '../player.ts'
import type { Session } from '../session.ts'
import { failure, isRetryable, type Located } from '../step-failure.ts'
import { digest } from './digest.ts'
import { type Answer, exchange, failedAnswer } from './exchange.ts'
import { conclude } from './expectation.ts'
import { stepSignal } from './step-calls.ts'

/* Calls of bots and admins. Each function returns a short summary of the reply, or throws a StepFailure. */

const WAIT_EVERY = '1s'

export async function performCall(step: StepOf<'bot'>, session: Session, located: Located): Promise<string> {
  const players = session.playersOf(step.bot)
  const details: string[] = []
  for (const player of players) {
    const work = performBotCall(step, player, session)
    if (step.background) session.inBackground(player.bot.name, work, located)
    else details.push(await work)
  }
  if (step.background) return 'in the background'
  return players.length === 1 ? (details[0] ?? '') : [...new Set(details)].join(' | ')
}

async function performBotCall(step: StepOf<'bot'>, player: Player, session: Session): Promise<string> {
  const fields = session.variables.fill(step.with ?? {})
  if (isAction(step.do)) {
    const { answer, detail } = await performAction(step.do, fields, player, session)
    conclude(answer, step, session)
    return detail
  }
  const name = PLAYER_CALLS.get(step.do)
  if (!name) throw failure(`there is no call '${step.do}'`, ['do'])
  const answer = await callAs(player, name, fields, session.access)
  conclude(answer, step, session)
  return digest(name, answer)
}

export async function performAdminCall(step: StepOf<'admin'>, session: Session): Promise<string> {
  const name = ADMIN_CALLS.get(step.admin)
  if (!name) throw failure(`there is no admin call '${step.admin}'`, ['admin'])
  const player = step.as === undefined ? null : session.player(step.as)
  const fields = session.variables.fill(step.with ?? {})
  const userId = player && 'userId' in shapeOf(endpoints[name].body) ? { userId: player.values.userId } : {}
  const answer = await exchange(session.access, name, { ...userId, ...fields }, player?.bot.token ?? null)
  conclude(answer, step, session)
  return digest(name, answer)
}

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
      return await performCall(step['wait-until'], session, located)
    } catch (error) {
      if (!isRetryable(error) || waited + every > within) throw error
    }
    await pause(every, session, stepSignal())
  }
}

export async function performHttp(step: StepOf<'http'>, session: Session): Promise<string> {
  const { method, path, headers = {}, body, raw } = session.variables.fill(step.http)
  if (!path.startsWith('/')) throw failure(`'${path}' is not a path: it must start with /`, ['http', 'path'])
  const token = step.as === undefined ? null : session.player(step.as).bot.token
  const key = step.needs === 'controls' ? adminKeyOf(session.access) : undefined
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const init = {
    method,
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { [HEADER.adminKey]: key }),
      // In lower case, so that a header of the step replaces the one of the run.
      ...Object.fromEntries(Object.entries(headers).map(([header, text]) => [header.toLowerCase(), text])),
    },
    ...(sent !== undefined && { body: sent }),
  }
  const answer = await sendRequest(session.access.baseUrl + path, init, session)
  conclude(answer, step, session)
  return answer.error ? `${answer.status || ''} ${answer.error.code}`.trim() : String(answer.status)
}

async function sendRequest(address: string, init: RequestInit, { access }: Session): Promise<Answer> {
  let request: Request
  try {
    // Validate the request as fetch does, because an in-process target would not.
    request = new Request(address, init)
  } catch (error) {
    throw failure(`this request cannot be made: ${(error as Error).message}`, ['http'])
  }
  let response: Response
  try {
    response = await access.fetch(request.url, init)
  } catch (error) {
    return failedAnswer(error)
  }
  const text = await response.text()
  const answered = parsed(text)
  const error = response.ok
    ? null
    : { code: String(valueAtPath(answered, '$.error.code') ?? ''), message: '' }
  const message = String(valueAtPath(answered, '$.error.message') ?? text.slice(0, 80))
  const received = { status: response.status, headers: Object.fromEntries(response.headers), body: answered }
  return { ...received, error: error && { ...error, message } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A body that is not JSON is compared as text.
    return text
  }
}
