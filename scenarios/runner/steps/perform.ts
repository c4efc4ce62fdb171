import type { Step, StepOf, StepWord } from '../language/steps.ts'
import { stepWord } from '../language/steps.ts'
import { performAdminCall, performCall, performHttp, performWait } from './calls/call-steps.ts'
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
import type { Located } from './step-failure.ts'

type Perform<S> = (step: S, session: Session, located: Located) => string | Promise<string>

/** How the steps without inner steps are performed. The others are in BLOCKS (sequence.ts). */
const LEAVES = {
  bot: performCall,
  admin: performAdminCall,
  http: performHttp,
  clock: performClock,
  fault: performFault,
  stage: performStage,
  world: performWorld,
  server: performServer,
  check: (_, session) => performCheck(session),
  socket: performSocket,
  'wait-until': performWait,
  async barrier({ barrier }, session) {
    await session.waitForBackground(session.playersOf(barrier).map(({ bot }) => bot.name))
    return ''
  },
  set({ set }, { variables }) {
    const values = variables.fill(set)
    for (const [name, value] of Object.entries(values)) variables.set(name, value)
    return Object.values(values).map(String).join(', ')
  },
  say: ({ say }, { variables }) => String(variables.fill(say)),
} satisfies { readonly [Word in StepWord]?: Perform<StepOf<Word>> }

/** The words of steps with inner steps, or with a file of them. */
export type BlockWord = Exclude<StepWord, keyof typeof LEAVES>

/**
 * Performs a step that has no inner steps. Returns a short summary of the result.
 * @param located for the failures of background work.
 * @throws {StepFailure}, or the error of the call.
 */
export async function performLeaf(step: Step, session: Session, located: Located): Promise<string> {
  const perform = LEAVES[stepWord(step) as keyof typeof LEAVES] as Perform<Step>
  return perform(step, session, located)
}
