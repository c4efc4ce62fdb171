import { currentKey } from '@inkling/mock-server/contract/client/client'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { jsonOr } from '../../text/json.ts'
import type { StepOf } from '../language/steps.ts'
import { valueAtPath } from '../language/values/json-path.ts'
import { type Answer, failedAnswer } from './calls/exchange.ts'
import { conclude } from './calls/expectation.ts'
import type { Session } from './session.ts'
import { failure } from './step-failure.ts'

export async function performHttp(step: StepOf<'http'>, session: Session): Promise<string> {
  const answer = await httpAnswer(step, session)
  conclude(answer, step, session)
  return answer.error ? `${answer.status || ''} ${answer.error.code}`.trim() : String(answer.status)
}

/** Sends the request. @throws {StepFailure} if it cannot be made. */
export async function httpAnswer(step: StepOf<'http'>, session: Session): Promise<Answer> {
  const { method, path, headers = {}, body, raw } = session.variables.fill(step.http)
  if (!path.startsWith('/')) throw failure(`'${path}' is not a path: it must start with /`, ['http', 'path'])
  const token = step.as === undefined ? null : session.player(step.as).bot.token
  const key = step.needs === 'controls' ? currentKey(session.access.adminKey) : undefined
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
  return sendRequest(session.access.baseUrl + path, init, session)
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
  // A body that is not JSON is compared as text.
  const answered = jsonOr(text, text)
  const error = response.ok
    ? null
    : { code: String(valueAtPath(answered, '$.error.code') ?? ''), message: '' }
  const message = String(valueAtPath(answered, '$.error.message') ?? text.slice(0, 80))
  const received = { status: response.status, headers: Object.fromEntries(response.headers), body: answered }
  return { ...received, error: error && { ...error, message } }
}
