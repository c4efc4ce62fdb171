import { clientOf } from '@inkling/mock-server/contract/client/client'
import { VERSION } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { unless } from '../bots/unless.ts'
import { milliseconds } from '../text/duration.ts'
import { PlacedError } from './language/files/file-error.ts'
import type { LoadedScenario } from './language/files/loaded-scenario.ts'
import type { Problem } from './language/files/source.ts'
import { TARGET } from './language/values/variables.ts'
import { notRun } from './reports/not-run.ts'
import { type Outcome, type RunEvent, type RunReport, type StepResult, stepResult } from './reports/report.ts'
import { RestoreFailedError, saveServerState } from './server-state.ts'
import { faultOf } from './steps/control-steps.ts'
import { withTimeout } from './steps/limits.ts'
import { skippedFor, timeZoneMismatch, unmetNeeds } from './steps/requirements.ts'
import { performAll } from './steps/sequence.ts'
import { Session } from './steps/session.ts'
import type { StepContext } from './steps/step-context.ts'
import { BackgroundFailure, failure, failureText, unexpectedStack } from './steps/step-failure.ts'
import type { Target, World } from './targets/target.ts'
import { brokenThresholds } from './thresholds.ts'

export interface RunOptions {
  readonly target: Target
  readonly sketchbook: Sketchbook
  /** Overrides the file's seed. */
  readonly seed?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Aborts the run, which restores the server and reports the steps so far. */
  readonly signal?: AbortSignal
  /**
   * The first top-level step to report, counted from 1. Earlier steps run too, but are reported only if they fail.
   */
  readonly fromStep?: number
  readonly toStep?: number
  /** Runs the steps after a failed one too. */
  readonly keepGoing?: boolean
  /** Leaves the server's world, clock and faults as they are at the end of the run. */
  readonly keep?: boolean
  /** Fails instead of skipping a scenario that needs another time zone. */
  readonly strict?: boolean
  /** Skips a scenario that the target cannot run, instead of throwing. */
  readonly skipsUnmet?: boolean
  readonly withChains?: boolean
  /** Lists the calls of each step in the report. */
  readonly withCalls?: boolean
  readonly onEvent?: (event: RunEvent) => void
}

/** A scenario needs a feature that its target lacks. */
export class UnmetNeeds extends PlacedError {
  override name = 'UnmetNeeds'
}

const STEP_TIMEOUT = '30s'

/** The seed of a scenario; 1 by default. */
export const seedOf = ({ scenario }: LoadedScenario, chosen?: string): string =>
  chosen ?? String(scenario.config?.seed ?? 1)

/**
 * Runs a scenario on a target and restores what it changed there. Whatever goes wrong is a failed step of the report.
 * @throws {UnmetNeeds} before the first call, unless such a scenario is skipped; {RestoreFailedError} with the report at
 * the end.
 */
export async function runScenario(loaded: LoadedScenario, options: RunOptions): Promise<RunReport> {
  const { target, sketchbook, env = {}, onEvent = () => {} } = options
  const unmet = unmetNeeds(loaded, target)
  if (unmet.length > 0 && !options.skipsUnmet) throw new UnmetNeeds(unmet)
  const startTime = performance.now()
  const begunAt = new Date().toISOString()
  const { scenario, source } = loaded
  const signal = options.signal ?? new AbortController().signal
  const seed = seedOf(loaded, options.seed)
  const session = new Session(loaded, {
    target,
    sketchbook,
    seed,
    env,
    signal,
    isTraced: options.withCalls === true,
  })
  const { name } = scenario
  const { file } = source
  onEvent({ type: 'run-begun', name, file, target: target.name, seed })
  const { steps, chains, restoreFailure } = await play(loaded, session, options, unmet)
  const { timings } = session.calls
  const outcome = outcomeOf(steps)
  const run: RunReport = {
    name,
    file,
    ...(scenario.tags && { tags: scenario.tags }),
    target: target.name,
    seed,
    begunAt,
    versions: { toolkit: VERSION, server: target.version ?? null },
    ...(options.keepGoing && { keptGoing: true as const }),
    outcome,
    steps,
    // A call that an interruption aborts counts as an error, which is not the server's.
    brokenThresholds:
      outcome === 'skipped' || outcome === 'interrupted'
        ? []
        : brokenThresholds(scenario.thresholds, timings),
    timings,
    durationMs: performance.now() - startTime,
    chains,
  }
  onEvent({ type: 'run-ended', run })
  if (restoreFailure) throw Object.assign(restoreFailure, { run })
  return run
}

interface PlayResult {
  readonly steps: StepResult[]
  readonly chains: GameResults[]
  readonly restoreFailure: RestoreFailedError | null
}

async function play(
  loaded: LoadedScenario,
  session: Session,
  options: RunOptions,
  unmet: readonly Problem[],
): Promise<PlayResult> {
  const { onEvent = () => {}, strict = false, fromStep: from = 1, toStep, keepGoing = false } = options
  const skipped =
    unmet.length > 0 ? skippedFor(unmet, loaded) : timeZoneMismatch(loaded, session.target, strict)
  if (skipped) {
    for (const step of skipped.slice(0, 1)) onEvent({ type: 'step-ended', step })
    return { steps: skipped, chains: [], restoreFailure: null }
  }
  const stepTimeoutMs = milliseconds(loaded.scenario.config?.timeout ?? STEP_TIMEOUT)
  const context: StepContext = {
    session,
    onEvent,
    stepTimeoutMs,
    range: { from, to: toStep ?? Number.POSITIVE_INFINITY },
    keepsGoing: keepGoing,
  }
  const played: { steps: StepResult[]; chains: GameResults[] } = { steps: [], chains: [] }
  const attempt = async (what: string, number: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      // After a lost connection, everything else fails too.
      if (played.steps.some(({ outcome }) => outcome === 'failed')) return
      const step = failedStep(error, loaded, { what, number }, session)
      onEvent({ type: 'step-ended', step })
      played.steps.push(step)
    }
  }
  let restore = async () => {}
  await attempt('prepare the server', '0', async () => {
    if (!options.keep) restore = await saveServerState(session)
    await prepare(loaded, session)
  })
  if (played.steps.length > 0) played.steps.push(...notRun(loaded.scenario.steps, ''))
  else played.steps.push(...(await playSteps(loaded, context)))
  if (options.withChains)
    await attempt('read the completed games', 'end', async () => {
      played.chains.push(...(await chainsOf(session)))
    })
  session.close()
  try {
    await restore()
    return { ...played, restoreFailure: null }
  } catch (error) {
    if (!(error instanceof RestoreFailedError)) throw error
    return { ...played, restoreFailure: error }
  }
}

/** The result of work of the runner itself that failed, at a position in the file. */
function failedStep(
  error: unknown,
  { source }: LoadedScenario,
  { what, number, who = '', path = [] }: { what: string; number: string; who?: string; path?: string[] },
  { signal, variables }: Pick<Session, 'signal' | 'variables'>,
): StepResult {
  if (signal.aborted) return stepResult({ number, who, what, outcome: 'interrupted' })
  const stack = unexpectedStack(error)
  const problem = source.problem(path, variables.redact(failureText(error)))
  const shown = stack !== undefined && { stack: variables.redact(stack) }
  return stepResult({ number, who, what, outcome: 'failed', problems: [problem], ...shown })
}

async function playSteps(loaded: LoadedScenario, context: StepContext): Promise<StepResult[]> {
  const { session, stepTimeoutMs } = context
  const { scenario } = loaded
  const failed = await addBots(loaded, session, context)
  if (failed.length > 0) return [...failed, ...notRun(scenario.steps, '')]
  const steps = await performAll(scenario.steps, { loaded, path: ['steps'], number: '' }, context)
  if (session.signal.aborted) return steps
  const unawaited = await unawaitedFailures(loaded, session, stepTimeoutMs)
  const late = [...unawaited, ...leaksAtTheEnd(loaded, session, steps)]
  for (const step of late) context.onEvent({ type: 'step-ended', step })
  return [...steps, ...late]
}

/** Leaks in socket messages after the last step, and watches that have seen nothing. */
function leaksAtTheEnd(loaded: LoadedScenario, session: Session, steps: readonly StepResult[]): StepResult[] {
  const { never } = session
  const leak = never.nextLeak()
  const isWhole = steps.every(({ outcome }) => outcome === 'passed')
  const idle = isWhole ? never.idle.map((step) => failure(`nothing was sent after step ${step}`)) : []
  return [...(leak ? [leak] : []), ...idle].map((error) =>
    failedStep(error, loaded, { number: 'end', what: 'never' }, session),
  )
}

/** Adds the bots. Stops at the first one that fails, and returns its result. */
async function addBots(
  loaded: LoadedScenario,
  session: Session,
  { onEvent, stepTimeoutMs }: StepContext,
): Promise<StepResult[]> {
  for (const [name, settings] of Object.entries(loaded.bots)) {
    try {
      await withTimeout(() => session.addBot(name, settings), {
        limitMs: stepTimeoutMs,
        session,
        isStep: false,
      })
    } catch (error) {
      const place = { number: '0', who: name, what: 'sign in', path: ['bots', name] }
      const step = failedStep(error, loaded, place, session)
      onEvent({ type: 'step-ended', step })
      return [step]
    }
  }
  return []
}

/** Failures of background work that no barrier waited for. */
async function unawaitedFailures(
  loaded: LoadedScenario,
  session: Session,
  limitMs: number,
): Promise<StepResult[]> {
  try {
    await withTimeout(() => session.waitForBackground(), { limitMs, session })
    return []
  } catch (thrown) {
    const error = await session.locate(thrown)
    const step = failedStep(error, loaded, { number: 'end', what: 'background' }, session)
    if (step.outcome === 'interrupted' || !(error instanceof BackgroundFailure)) return [step]
    const { located: problems, exchange } = error
    return [{ ...step, problems, ...(exchange && { exchange }) }]
  }
}

/** The results of the completed games. */
async function chainsOf({ target, gameIds }: Session): Promise<GameResults[]> {
  // Use the unrecorded target: these calls do not belong to the scenario.
  const client = clientOf(target)
  const chains: GameResults[] = []
  for (const gameId of gameIds) {
    const results = await client.getPublicResults({ params: { gameId } }).catch(unless(404))
    if (results) chains.push(results)
  }
  return chains
}

function outcomeOf(steps: readonly StepResult[]): Outcome {
  const outcomes = steps.map(({ outcome }) => outcome)
  if (outcomes.includes('failed')) return 'failed'
  if (outcomes.includes('interrupted')) return 'interrupted'
  return outcomes.every((outcome) => outcome === 'skipped') ? 'skipped' : 'passed'
}

/** A world whose avatars have the address of the target. Other texts are players' own, whatever they look like. */
function withAvatarsOf({ baseUrl }: Target, world: World): World {
  // A quotation mark within a text is escaped, so that this begins only the value of a field.
  const field = '"avatar":"'
  return JSON.parse(JSON.stringify(world).replaceAll(field + TARGET, () => field + baseUrl))
}

/** Applies the clock, the world and the faults of the file. */
async function prepare({ scenario, world }: LoadedScenario, session: Session): Promise<void> {
  if (!session.target.controls) return
  const admin = clientOf(session.target)
  if (scenario.config?.clock !== undefined) {
    session.touchedClock = true
    await admin.changeClock({ body: { freeze: true } })
    await admin.changeClock({ body: { set: scenario.config.clock } })
  }
  if (world) {
    await admin.restoreWorld({ body: withAvatarsOf(session.target, world) })
  }
  session.isClockFrozen = (await admin.getClock()).mode === 'frozen'
  if (scenario.faults) {
    const rules = session.variables.fill(scenario.faults).map(faultOf)
    await admin.putFaults({ body: [...(await admin.getFaults()), ...rules] })
  }
}
