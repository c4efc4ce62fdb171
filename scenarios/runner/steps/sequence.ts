import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { BotError } from '../../bots/bot-error.ts'
import type { LoadedScenario } from '../language/files/loaded-scenario.ts'
import type { Path } from '../language/files/source.ts'
import { loopVariable } from '../language/step-definitions/parts.ts'
import { needOf, type Step, type StepOf, stepWord, titleOf } from '../language/steps.ts'
import { mismatches } from '../language/values/match.ts'
import { PatternTimeout } from '../language/values/pattern.ts'
import { UnknownVariable } from '../language/values/variables.ts'
import { notRun } from '../reports/not-run.ts'
import type { Exchange, Outcome, RunEvent, StepProblem, StepResult } from '../reports/report.ts'
import type { StepCalls } from './calls/step-calls.ts'
import { timeOf, withRetries, withTimeout } from './limits.ts'
import { type BlockWord, performLeaf } from './perform.ts'
import { offers } from './requirements.ts'
import { samePicture } from './same-picture.ts'
import type { Session } from './session.ts'
import { BackgroundFailure, errorText, failure, type Located, StepFailure } from './step-failure.ts'

/** The position of steps in the run and in the file. */
export interface StepPosition {
  readonly loaded: LoadedScenario
  readonly path: Path
  /** The number of the enclosing step; empty at the top level. */
  readonly number: string
}

export interface StepContext {
  readonly session: Session
  readonly onEvent: (event: RunEvent) => void
  readonly stepTimeoutMs: number
  /** The requested range of top-level steps, counted from 1. */
  readonly range: { readonly from: number; readonly to: number }
  /** Whether the steps after a failed one run too. */
  readonly keepsGoing: boolean
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

const isFailed = ({ outcome }: StepResult): boolean => outcome === 'failed' || outcome === 'interrupted'

/** Whether no step follows this one. */
const isLast = (result: StepResult, { keepsGoing }: StepContext): boolean =>
  result.outcome === 'interrupted' || (result.outcome === 'failed' && !keepsGoing)

const inside = (position: StepPosition, at: number): StepPosition => ({
  loaded: position.loaded,
  path: [...position.path, at],
  number: position.number === '' ? String(at + 1) : `${position.number}.${at + 1}`,
})

async function performOne(step: Step, position: StepPosition, context: StepContext): Promise<StepResult> {
  const { session, onEvent } = context
  const startTime = performance.now()
  const { who, what } = filledTitle(step, session)
  let calls: StepCalls | undefined
  const end = (outcome: Outcome, detail: string, more: Partial<StepResult> = {}): StepResult => {
    const durationMs = performance.now() - startTime
    const seen = session.variables.redact(detail)
    const result: StepResult = {
      number: position.number,
      who,
      what,
      outcome,
      detail: seen,
      problems: [],
      children: [],
      durationMs,
      ...more,
    }
    onEvent({ type: 'step-ended', step: result })
    return result
  }
  if (session.signal.aborted) return end('interrupted', '')
  const need = needOf(step)
  if (need && !offers(session.target, need)) return end('skipped', `needs ${need}`)
  try {
    const block = blockOf(step, position, context)
    if (block) {
      onEvent({ type: 'block-begun', number: position.number, what })
      const { detail, children } = await block()
      const failed = children.find(isFailed)
      return end(failed?.outcome ?? 'passed', detail, { children })
    }
    const onCalls = (made: StepCalls) => {
      calls = made
    }
    const limit = { ...timeOf(step, context.stepTimeoutMs), session, onCalls }
    const located: Located = async (error) => {
      const latest = await calls?.latest()
      const shown = latest && redacted(latest, session)
      return new BackgroundFailure(problemsOf(error, position, session), shown ?? undefined)
    }
    const perform = () => withTimeout(() => performLeaf(step, session, located), limit)
    return end('passed', await withRetries(step, session, perform))
  } catch (error) {
    if (session.signal.aborted) return end('interrupted', '')
    const children = error instanceof StepFailure ? error.children : []
    const problems = problemsOf(error, position, session)
    const latest = error instanceof BackgroundFailure ? null : await calls?.latest()
    const exchange = error instanceof BackgroundFailure ? error.exchange : latest && redacted(latest, session)
    return end('failed', '', { problems, children, ...(exchange && { exchange }) })
  }
}

/** Who acts in a step and what it does, with variables filled in where known. */
function filledTitle(step: Step, { variables }: Session): { who: string; what: string } {
  const { who, what } = titleOf(step)
  const filled = (text: string) => variables.redact(variables.fillKnown(text))
  return { who: filled(who), what: filled(what) }
}

const redacted = ({ curl, status, reply }: Exchange, { variables }: Session): Exchange => ({
  curl: variables.redact(curl),
  status,
  reply: variables.redact(reply),
})

/** Runs the steps inside a step, and returns their results. */
type Block = () => Promise<{ detail: string; children: StepResult[] }>

type Begin<S> = (
  step: S,
  position: StepPosition,
  context: StepContext,
) => Awaited<ReturnType<Block>> | ReturnType<Block>

/** How the steps with inner steps are performed. */
const BLOCKS: { readonly [Word in BlockWord]: Begin<StepOf<Word>> } = {
  parallel: (step, position, context) => performParallel(step, within(position, 'parallel'), context),
  repeat(step, position, context) {
    const counts = Array.from({ length: step.repeat }, (_, at) => at + 1)
    return performRounds(step, counts, position, context)
  },
  'for-each'(step, position, context) {
    const given = step['for-each']
    const isTable = typeof given === 'object' && !Array.isArray(given)
    const list = isTable ? position.loaded.tables.get(given.table) : context.session.variables.fill(given)
    if (!Array.isArray(list)) throw failure('for-each needs a list', ['for-each'])
    return performRounds(step, list, position, context)
  },
  async include(step, { loaded: { includes }, number }, context) {
    const { variables } = context.session
    const loaded = includes.get(step.include)
    if (!loaded) throw failure(`'${step.include}' was not loaded`, ['include'])
    const given = { ...loaded.scenario.vars, ...variables.fill(step.with ?? {}) }
    const children = await variables.inScope(() => {
      for (const [name, value] of Object.entries(given)) variables.set(name, value)
      return performAll(loaded.scenario.steps, { loaded, path: ['steps'], number }, context)
    })
    return { detail: loaded.scenario.name, children }
  },
}

function blockOf(step: Step, position: StepPosition, context: StepContext): Block | undefined {
  const begin = BLOCKS[stepWord(step) as BlockWord] as Begin<Step> | undefined
  return begin && (async () => begin(step, position, context))
}

const within = (position: StepPosition, key: string, number = position.number): StepPosition => ({
  ...position,
  path: [...position.path, key],
  number,
})

async function performRounds(
  step: StepOf<'repeat' | 'for-each'>,
  values: readonly unknown[],
  position: StepPosition,
  context: StepContext,
): ReturnType<Block> {
  const name = loopVariable(step)
  const children: StepResult[] = []
  for (const [at, value] of values.entries()) {
    if (name !== undefined) context.session.variables.set(name, value)
    children.push(
      ...(await performAll(step.steps, within(position, 'steps', `${position.number}.${at + 1}`), context)),
    )
    if (children.some((child) => isLast(child, context))) break
  }
  return { detail: `${values.length} rounds`, children }
}

async function performParallel(
  step: StepOf<'parallel'>,
  position: StepPosition,
  context: StepContext,
): ReturnType<Block> {
  // Report the steps in file order, whichever finishes first.
  const silent = { ...context, onEvent: () => {} }
  const children = await context.session.variables.apart(
    step.parallel.map((each, at) => () => performOne(each, inside(position, at), silent)),
  )
  const succeeded = children.filter(({ outcome }) => outcome === 'passed').length
  const failed = children.filter(isFailed).length
  const counts = { succeeded, failed }
  const wrong = mismatches(counts, step.expect ?? { failed: 0 }, samePicture)
  const reported = wrong.length === 0 ? children.map(refused) : children
  for (const child of reported) context.onEvent({ type: 'step-ended', step: child })
  if (wrong.length > 0) {
    throw new StepFailure(
      wrong.map(({ path, message }) => ({ path: step.expect ? ['expect', ...path] : [], message })),
      reported,
    )
  }
  return { detail: `${counts.succeeded} succeeded, ${counts.failed} failed`, children: reported }
}

/** Turns a failure that the race expects into a refusal. */
function refused(child: StepResult): StepResult {
  if (child.outcome !== 'failed') return child
  const { exchange: _, ...rest } = child
  return { ...rest, outcome: 'refused', detail: child.problems[0]?.message ?? '', problems: [] }
}

/** The problems of a failed step, with their positions. Rethrows internal errors. */
function problemsOf(
  error: unknown,
  { loaded: { source }, path }: StepPosition,
  session: Session,
): StepProblem[] {
  const at = (inner: Path, message: string): StepProblem => ({
    file: source.file,
    ...source.positionOf([...path, ...inner]),
    message: session.variables.redact(message),
  })
  if (error instanceof BackgroundFailure) return [...error.located]
  if (error instanceof StepFailure) return error.problems.map((problem) => at(problem.path, problem.message))
  if (error instanceof UnknownVariable || error instanceof BotError || error instanceof PatternTimeout)
    return [at([], error.message)]
  if (error instanceof ApiError) return [at([], errorText(error))]
  throw error
}
