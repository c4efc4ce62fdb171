import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '@inkling/mock-server/contract/api-error'
import { BotError } from '../../bots/bot-error.ts'
import type { IfStep, ParallelStep, Step } from '../language/language.ts'
import type { LoadedScenario } from '../language/loaded-scenario.ts'
import { mismatches } from '../language/match.ts'
import { PatternTimeout } from '../language/pattern.ts'
import type { Path } from '../language/source.ts'
import { titleOf } from '../language/title.ts'
import { UnknownVariable } from '../language/variables.ts'
import { notRun } from '../reports/not-run.ts'
import type { Exchange, Outcome, RunEvent, StepProblem, StepResult } from '../reports/report.ts'
import { performLeaf } from './leaf-steps.ts'
import { timeOf, withRetries, withTimeout } from './limits.ts'
import { needOf, offers } from './requirements.ts'
import { samePicture } from './same-picture.ts'
import type { Session } from './session.ts'
import type { StepCalls } from './step-calls.ts'
import { BackgroundFailure, errorText, failure, type Located, StepFailure } from './step-failure.ts'

/** The position of steps in the run and in the file. */
export interface Place {
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
}

/** Runs steps one after another until one fails. */
export async function performAll(
  steps: readonly Step[],
  place: Place,
  context: StepContext,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const [at, step] of steps.entries()) {
    const isTop = place.number === ''
    if (isTop && at + 1 > context.range.to) break
    // In-process calls never wait for I/O. Yield, so that signals and standard output are handled.
    await yieldToEventLoop()
    // Steps before the requested range run too, but are reported only if they fail.
    const isBeforeRange = isTop && at + 1 < context.range.from
    const result = await performOne(
      step,
      inside(place, at),
      isBeforeRange ? { ...context, onEvent: () => {} } : context,
    )
    const isLast = result.outcome === 'failed' || result.outcome === 'interrupted'
    if (isBeforeRange && !isLast) continue
    if (isBeforeRange) context.onEvent({ type: 'step-ended', step: result })
    results.push(result)
    if (isLast) {
      results.push(
        ...notRun(steps, place.number, at + 1, isTop ? Math.min(context.range.to, steps.length) : undefined),
      )
      break
    }
  }
  return results
}

const inside = (place: Place, at: number): Place => ({
  loaded: place.loaded,
  path: [...place.path, at],
  number: place.number === '' ? String(at + 1) : `${place.number}.${at + 1}`,
})

async function performOne(step: Step, place: Place, context: StepContext): Promise<StepResult> {
  const { session, onEvent } = context
  const startTime = performance.now()
  const { who, what } = filledTitle(step, session)
  let calls: StepCalls | undefined
  const end = (outcome: Outcome, detail: string, more: Partial<StepResult> = {}): StepResult => {
    const durationMs = performance.now() - startTime
    const seen = session.variables.redact(detail)
    const result: StepResult = {
      number: place.number,
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
    const block = blockOf(step, place, context)
    if (block) {
      onEvent({ type: 'block-begun', number: place.number, what })
      const { detail, children } = await block()
      const failed = children.find(({ outcome }) => outcome === 'failed' || outcome === 'interrupted')
      return end(failed?.outcome ?? 'passed', detail, { children })
    }
    const onCalls = (made: StepCalls) => {
      calls = made
    }
    const limit = { ...timeOf(step, context.stepTimeoutMs), session, onCalls }
    const located: Located = async (error) => {
      const latest = await calls?.latest()
      const shown = latest && redacted(latest, session)
      return new BackgroundFailure(problemsOf(error, place, session), shown ?? undefined)
    }
    const perform = () => withTimeout(() => performLeaf(step, session, located), limit)
    return end('passed', await withRetries(step, session, perform))
  } catch (error) {
    if (session.signal.aborted) return end('interrupted', '')
    const children = error instanceof StepFailure ? error.children : []
    const problems = problemsOf(error, place, session)
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

function blockOf(step: Step, place: Place, context: StepContext): Block | undefined {
  const { session } = context
  const within = (key: string, number = place.number): Place => ({
    ...place,
    path: [...place.path, key],
    number,
  })
  const rounds = async (steps: readonly Step[], values: readonly unknown[], name: string | undefined) => {
    const children: StepResult[] = []
    for (const [at, value] of values.entries()) {
      if (name !== undefined) session.variables.set(name, value)
      children.push(...(await performAll(steps, within('steps', `${place.number}.${at + 1}`), context)))
      if (children.some(({ outcome }) => outcome === 'failed' || outcome === 'interrupted')) break
    }
    return { detail: `${values.length} rounds`, children }
  }
  if ('parallel' in step) return () => performParallel(step, within('parallel'), context)
  if ('repeat' in step) {
    const counts = Array.from({ length: step.repeat }, (_, at) => at + 1)
    return () => rounds(step.steps, counts, step.as)
  }
  if ('for-each' in step) {
    return async () => {
      const list = session.variables.fill(step['for-each'])
      if (!Array.isArray(list)) throw failure('for-each needs a list', ['for-each'])
      return rounds(step.steps, list, step.as)
    }
  }
  if ('if' in step) {
    return async () => {
      const holds = conditionHolds(step, session)
      const steps = holds ? step.steps : (step.else ?? [])
      return {
        detail: holds ? 'yes' : 'no',
        children: await performAll(steps, within(holds ? 'steps' : 'else'), context),
      }
    }
  }
  if ('include' in step) {
    return async () => {
      const loaded = place.loaded.includes.get(step.include)
      if (!loaded) throw failure(`'${step.include}' was not loaded`, ['include'])
      const given = { ...loaded.scenario.vars, ...session.variables.fill(step.with ?? {}) }
      const children = await session.variables.inScope(() => {
        for (const [name, value] of Object.entries(given)) session.variables.set(name, value)
        const inner = { loaded, path: ['steps'], number: place.number }
        return performAll(loaded.scenario.steps, inner, context)
      })
      return { detail: loaded.scenario.name, children }
    }
  }
  return undefined
}

async function performParallel(step: ParallelStep, place: Place, context: StepContext): ReturnType<Block> {
  // Report the steps in file order, whichever finishes first.
  const silent = { ...context, onEvent: () => {} }
  const children = await context.session.variables.apart(
    step.parallel.map((each, at) => () => performOne(each, inside(place, at), silent)),
  )
  const succeeded = children.filter(({ outcome }) => outcome === 'passed').length
  const failed = children.filter(({ outcome }) => outcome === 'failed' || outcome === 'interrupted').length
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

function conditionHolds(step: IfStep, session: Session): boolean {
  const value = session.variables.fill(step.if)
  if (step.is === undefined) return value !== false && value !== null && value !== 0 && value !== ''
  return mismatches(value, session.variables.fill(step.is), samePicture).length === 0
}

/** The problems of a failed step, with their positions. Rethrows internal errors. */
function problemsOf(error: unknown, { loaded: { source }, path }: Place, session: Session): StepProblem[] {
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
