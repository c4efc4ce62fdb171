import type { Step, StepOf } from '../language/steps.ts'
import { mismatches } from '../language/values/match.ts'
import { leaves, type StepResult } from '../reports/report.ts'
import { samePicture } from './same-picture.ts'
import { inside, isFailed, isLast, type StepContext, type StepPosition, within } from './step-context.ts'
import { failure, StepFailure } from './step-failure.ts'

/* Steps with inner steps, or with a file of them. */

/** Performs inner steps. */
interface Inner {
  all(steps: readonly Step[], position: StepPosition, context: StepContext): Promise<StepResult[]>
  one(step: Step, position: StepPosition, context: StepContext): Promise<StepResult>
}

interface BlockResult {
  readonly detail: string
  readonly children: StepResult[]
}

export type PerformBlock<S> = (
  step: S,
  position: StepPosition,
  context: StepContext,
  inner: Inner,
) => Promise<BlockResult>

export const performRepeat: PerformBlock<StepOf<'repeat'>> = (step, ...rest) =>
  performRounds(
    step,
    Array.from({ length: step.repeat }, (_, at) => at + 1),
    ...rest,
  )

export const performForEach: PerformBlock<StepOf<'for-each'>> = async (step, position, context, inner) => {
  const given = step['for-each']
  const isTable = typeof given === 'object' && !Array.isArray(given)
  const list = isTable ? position.loaded.tables.get(given.table) : context.session.variables.fill(given)
  if (!Array.isArray(list)) throw failure('for-each needs a list', ['for-each'])
  return performRounds(step, list, position, context, inner)
}

async function performRounds(
  step: StepOf<'repeat' | 'for-each'>,
  values: readonly unknown[],
  position: StepPosition,
  context: StepContext,
  inner: Inner,
): Promise<BlockResult> {
  const name = step.var
  const children: StepResult[] = []
  for (const [at, value] of values.entries()) {
    if (name !== undefined) context.session.variables.set(name, value)
    children.push(
      ...(await inner.all(step.steps, within(position, 'steps', `${position.number}.${at + 1}`), context)),
    )
    if (children.some((child) => isLast(child, context))) break
  }
  return { detail: `${values.length} rounds`, children }
}

export const performInclude: PerformBlock<StepOf<'include'>> = async (
  step,
  { loaded: { includes }, number },
  context,
  inner,
) => {
  const { variables } = context.session
  const loaded = includes.get(step.include)
  if (!loaded) throw failure(`'${step.include}' was not loaded`, ['include'])
  const given = { ...loaded.scenario.vars, ...variables.fill(step.with ?? {}) }
  const children = await variables.inScope(() => {
    for (const [name, value] of Object.entries(given)) variables.set(name, value)
    return inner.all(loaded.scenario.steps, { loaded, path: ['steps'], number }, context)
  })
  return { detail: loaded.scenario.name, children }
}

export const performParallel: PerformBlock<StepOf<'parallel'>> = async (step, position, context, inner) => {
  const place = within(position, 'parallel')
  // Report the steps in file order, whichever finishes first.
  const silent = { ...context, onEvent: () => {} }
  const children = await context.session.variables.apart(
    step.parallel.map((each, at) => () => inner.one(each, inside(place, at), silent)),
  )
  const succeeded = children.filter(({ outcome }) => outcome === 'passed').length
  const failed = children.filter(isFailed).length
  const counts = { succeeded, failed }
  const wrong = mismatches(counts, step.expect ?? { failed: 0 }, samePicture)
  const isMet = wrong.length === 0 && !leaves(children).some(({ isUnexpected }) => isUnexpected)
  const reported = isMet ? children.map(refused) : children
  for (const child of reported) context.onEvent({ type: 'step-ended', step: child })
  if (!isMet) {
    // Without an expectation, the problems of the inner steps say it all.
    const problems = step.expect ? wrong : []
    throw new StepFailure(
      problems.map(({ path, message }) => ({ path: ['expect', ...path], message })),
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
