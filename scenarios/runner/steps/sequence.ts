import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Path } from '../language/files/source.ts'
import { needOf, type Step, type StepOf, type StepWord, setBy, stepWord, titleOf } from '../language/steps.ts'
import { MissingCapture } from '../language/values/variables.ts'
import { notRun } from '../reports/not-run.ts'
import {
  type Exchange,
  type Outcome,
  type StepProblem,
  type StepResult,
  stepResult,
  type TracedCall,
} from '../reports/report.ts'
import { performAdmin } from './admin-step.ts'
import {
  type PerformBlock,
  performForEach,
  performInclude,
  performParallel,
  performRepeat,
} from './blocks.ts'
import { performBot, performWait } from './bot-step.ts'
import type { StepCalls } from './calls/made-calls.ts'
import {
  performCheck,
  performClock,
  performFault,
  performServer,
  performStage,
  performWorld,
} from './control-steps.ts'
import { performHttp } from './http-step.ts'
import { Leak } from './leak.ts'
import { timeOf, withRetries, withTimeout } from './limits.ts'
import { offers } from './requirements.ts'
import type { Session } from './session.ts'
import { performSocket } from './socket-step.ts'
import { inside, isFailed, isLast, type StepContext, type StepPosition } from './step-context.ts'
import {
  BackgroundFailure,
  failureText,
  type Located,
  StepFailure,
  StrangeReply,
  unexpectedStack,
} from './step-failure.ts'

/** A summary that tells a time, in the time zone of the game, and the same time in UTC. */
interface Timed {
  readonly detail: string
  readonly instant: string
}

/**
 * Performs a step without inner steps. Returns a short summary of the result.
 * @param located for the failures of background work.
 * @param number of the step in the run.
 * @throws {StepFailure}, or the error of the call.
 */
type PerformLeaf<S> = (
  step: S,
  session: Session,
  located: Located,
  number: string,
) => string | Timed | Promise<string | Timed>

/** A step without inner steps has a time limit and retries; a block leaves them to its steps. */
type Performance<S> = { readonly leaf: PerformLeaf<S> } | { readonly block: PerformBlock<S> }

/** How each kind of step is performed. */
const PERFORMANCES: { readonly [Word in StepWord]: Performance<StepOf<Word>> } = {
  bot: { leaf: performBot },
  admin: { leaf: performAdmin },
  http: { leaf: performHttp },
  clock: { leaf: performClock },
  fault: { leaf: performFault },
  stage: { leaf: performStage },
  world: { leaf: performWorld },
  server: { leaf: performServer },
  check: { leaf: performCheck },
  socket: { leaf: performSocket },
  'wait-until': { leaf: performWait },
  barrier: {
    async leaf({ barrier }, session) {
      await session.waitForBackground(session.playersOf(barrier).map(({ bot }) => bot.name))
      return ''
    },
  },
  never: {
    leaf(step, { variables, never }, _, number) {
      never.add({ ...step, never: variables.fill(step.never) }, number)
      return 'from here on'
    },
  },
  set: {
    leaf({ set }, { variables }) {
      const values = variables.fill(set)
      for (const [name, value] of Object.entries(values)) variables.set(name, value)
      return Object.values(values).map(String).join(', ')
    },
  },
  say: { leaf: ({ say }, { variables }) => String(variables.fill(say)) },
  parallel: { block: performParallel },
  repeat: { block: performRepeat },
  'for-each': { block: performForEach },
  include: { block: performInclude },
}

/** Runs steps one after another, until one fails unless the run keeps going. */
export async function performAll(
  steps: readonly Step[],
  position: StepPosition,
  context: StepContext,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const [at, step] of steps.entries()) {
    const isTop = position.number === ''
    if (isTop && at + 1 > context.range.to) break
    // In-process calls never wait for I/O. Yield, so that signals and standard output are handled.
    await yieldToEventLoop()
    // Steps before the requested range run too, but are reported only if they fail.
    const isBeforeRange = isTop && at + 1 < context.range.from
    const result = await performOne(
      step,
      inside(position, at),
      isBeforeRange ? { ...context, onEvent: () => {} } : context,
    )
    if (isBeforeRange && !isFailed(result)) continue
    if (isBeforeRange) context.onEvent({ type: 'step-ended', step: result })
    results.push(result)
    if (isLast(result, context)) {
      results.push(
        ...notRun(
          steps,
          position.number,
          at + 1,
          isTop ? Math.min(context.range.to, steps.length) : undefined,
        ),
      )
      break
    }
  }
  return results
}

async function performOne(step: Step, position: StepPosition, context: StepContext): Promise<StepResult> {
  const { session, onEvent } = context
  const startTime = performance.now()
  const { who, what } = filledTitle(step, session)
  let calls: StepCalls | undefined
  /** Those of every try. */
  const made: StepCalls[] = []
  const end = (outcome: Outcome, detail: string, more: Partial<StepResult> = {}): StepResult => {
    const durationMs = performance.now() - startTime
    const seen = session.variables.redact(detail)
    const { number } = position
    const result = stepResult({ number, who, what, outcome, detail: seen, durationMs, ...more })
    onEvent({ type: 'step-ended', step: result })
    return result
  }
  if (session.signal.aborted) return end('interrupted', '')
  const need = needOf(step)
  if (need && !offers(session.target, need)) return end('skipped', `needs ${need}`)
  try {
    const how = PERFORMANCES[stepWord(step) as StepWord] as Performance<Step>
    if ('block' in how) {
      onEvent({ type: 'block-begun', number: position.number, what })
      const { detail, children } = await how.block(step, position, context, {
        all: performAll,
        one: performOne,
      })
      const failed = children.find(isFailed)
      return end(failed?.outcome ?? 'passed', detail, { children })
    }
    const onCalls = (ofTry: StepCalls) => {
      calls = ofTry
      made.push(ofTry)
    }
    const limit = { ...timeOf(step, context.stepTimeoutMs), session, onCalls }
    const located: Located = async (thrown) => {
      const error = await explained(thrown, calls)
      const latest = await calls?.latest()
      const shown = latest && redacted(latest, session)
      return new BackgroundFailure(
        problemsOf(error, position, session),
        shown ?? undefined,
        unexpectedStack(error),
        error instanceof Leak,
      )
    }
    let instant: string | undefined
    const perform = () =>
      withTimeout(async () => {
        const result = await how.leaf(step, session, located, position.number)
        if (typeof result === 'string') return result
        instant = result.instant
        return result.detail
      }, limit)
    const detail = await withRetries(step, session, perform)
    const leak = session.never.nextLeak()
    if (leak) throw leak
    return end('passed', detail, {
      ...(instant !== undefined && { instant }),
      ...(await traceOf(made, session)),
    })
  } catch (thrown) {
    if (session.signal.aborted) return end('interrupted', '')
    session.variables.notSet(setBy(step), position.number)
    if (thrown instanceof MissingCapture) return end('skipped', thrown.message)
    const error = await explained(thrown, calls)
    const children = error instanceof StepFailure ? error.children : []
    const problems = problemsOf(error, position, session)
    const latest = error instanceof BackgroundFailure ? null : await calls?.latest()
    const exchange = error instanceof BackgroundFailure ? error.exchange : latest && redacted(latest, session)
    const stack = unexpectedStack(error)
    return end('failed', '', {
      problems,
      children,
      ...(exchange && { exchange }),
      ...(await traceOf(made, session)),
      ...(stack !== undefined && { stack: session.variables.redact(stack) }),
      ...((stack !== undefined || isLeak(error)) && { isUnexpected: true as const }),
    })
  }
}

const isLeak = (error: unknown): boolean =>
  error instanceof Leak || (error instanceof BackgroundFailure && error.isLeak)

/** The error of a step, or the reply that is not as documented, over which its own code has stumbled. */
async function explained(error: unknown, calls: StepCalls | undefined): Promise<unknown> {
  if (unexpectedStack(error) === undefined) return error
  const violation = await calls?.violation()
  return violation ? new StrangeReply(violation, { cause: error }) : error
}

/** Who acts in a step and what it does, with variables filled in where known. */
function filledTitle(step: Step, { variables }: Session): { who: string; what: string } {
  const { who, what } = titleOf(step)
  const filled = (text: string) => variables.redact(variables.fillKnown(text))
  return { who: filled(who), what: filled(what) }
}

const redacted = <E extends Exchange>(exchange: E, { variables }: Session): E => ({
  ...exchange,
  curl: variables.redact(exchange.curl),
  reply: variables.redact(exchange.reply),
})

/** The calls of a step, for a report that lists them. */
async function traceOf(
  made: readonly StepCalls[],
  session: Session,
): Promise<{ calls?: readonly TracedCall[] }> {
  const traced = await Promise.all(made.map((each) => each.traced()))
  const calls = traced
    .flat()
    .map((call) => ({ ...redacted(call, session), call: session.variables.redact(call.call) }))
  return calls.length === 0 ? {} : { calls }
}

/** The problems of a failed step, with their positions. */
function problemsOf(
  error: unknown,
  { loaded: { source }, path }: StepPosition,
  session: Session,
): StepProblem[] {
  const at = (inner: Path, message: string, place?: readonly PropertyKey[]): StepProblem => ({
    file: source.file,
    ...source.positionOf([...path, ...inner]),
    message: session.variables.redact(message),
    ...(place && { at: place.map((part) => (typeof part === 'number' ? part : String(part))) }),
  })
  if (error instanceof BackgroundFailure) return [...error.located]
  if (error instanceof StepFailure)
    return error.problems.map((problem) => at(problem.path, problem.message, problem.at))
  return [at([], failureText(error))]
}
