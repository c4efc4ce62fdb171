import type { Step } from '../language/language.ts'
import { performAdminCall, performCall, performHttp, performWait } from './call-steps.ts'
import {
  performCheck,
  performClock,
  performFault,
  performServer,
  performStage,
  performWorld,
} from './control-steps.ts'
import type { Session } from './session.ts'
import { performSocket } from './socket-step.ts'
import { failure } from './step-failure.ts'

/**
 * Performs a step that has no inner steps. Returns a short summary of the result.
 * @throws {StepFailure}, or the error of the call.
 */
export async function performLeaf(step: Step, session: Session): Promise<string> {
  if ('bot' in step) return performCall(step, session)
  if ('admin' in step) return performAdminCall(step, session)
  if ('http' in step) return performHttp(step, session)
  if ('clock' in step) return performClock(step, session)
  if ('fault' in step) return performFault(step, session)
  if ('stage' in step) return performStage(step, session)
  if ('world' in step) return performWorld(step, session)
  if ('server' in step) return performServer(step, session)
  if ('check' in step) return performCheck(session)
  if ('socket' in step) return performSocket(step, session)
  if ('wait-until' in step) return performWait(step, session)
  if ('barrier' in step) {
    await session.waitForBackground(session.playersOf(step.barrier).map(({ bot }) => bot.name))
    return ''
  }
  if ('set' in step) {
    const values = session.variables.fill(step.set)
    for (const [name, value] of Object.entries(values)) session.variables.set(name, value)
    return Object.values(values).map(String).join(', ')
  }
  if ('say' in step) return String(session.variables.fill(step.say))
  throw failure(`this program does not know how to perform ${JSON.stringify(step)}`)
}
