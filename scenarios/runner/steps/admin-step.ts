import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS } from '../language/call-names.ts'
import type { StepOf } from '../language/steps.ts'
import { shapeOf } from '../language/values/object-shape.ts'
import { digest } from './calls/digest.ts'
import { type Answer, exchange } from './calls/exchange.ts'
import { conclude } from './calls/expectation.ts'
import type { Session } from './session.ts'
import { failure } from './step-failure.ts'

export async function performAdmin(step: StepOf<'admin'>, session: Session): Promise<string> {
  const answer = await adminAnswer(step, session)
  conclude(answer, step, session)
  return digest(rowOf(step), answer)
}

/** Makes the call. @throws {StepFailure} if it cannot be made. */
export async function adminAnswer(step: StepOf<'admin'>, session: Session): Promise<Answer> {
  const name = rowOf(step)
  const player = step.as === undefined ? null : session.player(step.as)
  const fields = session.variables.fill(step.with ?? {})
  const missing = Object.keys(shapeOf(endpoints[name].params)).find((field) => !(field in fields))
  if (missing) throw failure(`${step.admin} needs a value: set ${missing} in with`, ['admin'])
  const userId = player && 'userId' in shapeOf(endpoints[name].body) ? { userId: player.values.userId } : {}
  return exchange(session.access, name, { ...userId, ...fields }, player?.bot.token ?? null)
}

function rowOf({ admin }: StepOf<'admin'>): EndpointName {
  const name = ADMIN_CALLS.get(admin)
  if (!name) throw failure(`there is no admin call '${admin}'`, ['admin'])
  return name
}
