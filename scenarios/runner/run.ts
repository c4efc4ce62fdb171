import { ApiError } from '@inkling/mock-server/contract/api-error'
import { VERSION } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { BotError } from '../bots/bot-error.ts'
import { adminClient, clientOf } from '../bots/door.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { milliseconds } from './language/duration.ts'
import type { LoadedScenario } from './language/loaded-scenario.ts'
import type { Problem, Source } from './language/source.ts'
import { stepsOfOtherTimeZone } from './other-time-zone.ts'
import { rememberServer } from './put-back.ts'
import { notRun } from './reports/not-run.ts'
import type { Outcome, RunEvent, RunReport, StepResult } from './reports/report.ts'
import { unmetNeeds } from './requirements.ts'
import { Session } from './session.ts'
import { faultOf } from './steps/control-steps.ts'
import { inTime } from './steps/patience.ts'
import { performAll, type Stage } from './steps/sequence.ts'
import { StepFailure } from './steps/step-failure.ts'
import type { Target } from './targets/target.ts'
import { brokenThresholds } from './thresholds.ts'

export interface RunOptions {
  readonly target: Target
  readonly sketchbook: Sketchbook
  /** Overrides the file's seed. */
  readonly seed?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Ends the run: it cleans up and reports the steps so far. */
  readonly signal?: AbortSignal
  /**
   * The first top-level step to report, counted from 1. Earlier steps run too, but are reported only if they fail.
   */
  readonly fromStep?: number
  readonly toStep?: number
  /** Does not restore world, clock and faults of a shared server. */
  readonly keep?: boolean
  /** Fails instead of skipping a scenario that needs another time zone. */
  readonly strict?: boolean
  /** Whether the report includes the chains of completed games. */
  readonly withChains?: boolean
  readonly onEvent?: (event: RunEvent) => void
}

/** A scenario needs a feature that its target lacks. */
export class UnmetNeeds extends Error {
  override name = 'UnmetNeeds'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'),
    )
    this.problems = problems
  }
}

const STEP_TIMEOUT = '30s'

/** The seed of a scenario; 1 by default. */
export const seedOf = ({ scenario }: LoadedScenario, chosen?: string): string =>
  chosen ?? String(scenario.config?.seed ?? 1)

/**
 * Runs a scenario on a target and restores what it changed there.
 * @throws {UnmetNeeds} before the first call; {TooLargeToPutBack} before the first change; {NotPutBack} at the end;
 * the target's own errors if the server cannot be reached.
 */
export async function runScenario(loaded: LoadedScenario, options: RunOptions): Promise<RunReport> {
  const { target, sketchbook, env = {}, onEvent = () => {} } = options
  const unmet = unmetNeeds(loaded, target)
  if (unmet.length > 0) throw new UnmetNeeds(unmet)
  const begun = performance.now()
  const begunAt = new Date().toISOString()
  const { scenario, source } = loaded
  const signal = options.signal ?? new AbortController().signal
  const seed = seedOf(loaded, options.seed)
  const session = new Session(loaded, { target, sketchbook, seed, env, signal })
  const { name } = scenario
  const { file } = source
  onEvent({ type: 'run-begun', name, file, target: target.name, seed })
  const { steps, chains } = await play(loaded, session, options)
  const { timings } = session.calls
  const outcome = outcomeOf(steps)
  const run: RunReport = {
    name,
    file,
    target: target.name,
    seed,
    begunAt,
    versions: { toolkit: VERSION, server: target.version ?? null },
    outcome,
    steps,
    brokenThresholds: outcome === 'skipped' ? [] : brokenThresholds(scenario.thresholds, timings),
    timings,
    durationMs: performance.now() - begun,
    chains,
  }
  onEvent({ type: 'run-ended', run })
  return run
}

interface Played {
  readonly steps: StepResult[]
  readonly chains: GameResults[]
}

async function play(loaded: LoadedScenario, session: Session, options: RunOptions): Promise<Played> {
  const { onEvent: tell = () => {}, strict = false, fromStep: from = 1, toStep } = options
  const skipped = stepsOfOtherTimeZone(loaded, session.target, strict)
  if (skipped) {
    for (const step of skipped.slice(0, 1)) tell({ type: 'step-ended', step })
    return { steps: skipped, chains: [] }
  }
  const stepTimeoutMs = milliseconds(loaded.scenario.config?.timeout ?? STEP_TIMEOUT)
  const stage: Stage = {
    session,
    tell,
    stepTimeoutMs,
    range: { from, to: toStep ?? Number.POSITIVE_INFINITY },
  }
  const putBack = options.keep ? async () => {} : await rememberServer(session)
  try {
    await prepare(loaded, session)
    const steps = await playSteps(loaded, stage)
    return { steps, chains: options.withChains ? await chainsOf(session) : [] }
  } finally {
    session.close()
    await putBack()
  }
}

async function playSteps(loaded: LoadedScenario, stage: Stage): Promise<StepResult[]> {
  const { session, stepTimeoutMs } = stage
  const { scenario, source } = loaded
  const refused = await introduceAll(loaded, session, stage)
  if (refused.length > 0) return [...refused, ...notRun(scenario.steps, '')]
  const steps = await performAll(scenario.steps, { loaded, path: ['steps'], number: '' }, stage)
  return session.signal.aborted
    ? steps
    : [...steps, ...(await unawaitedFailures(session, source, stepTimeoutMs))]
}

/** Signs in the bots. Returns a result only for a bot that the server refused. */
async function introduceAll(
  { bots, source }: LoadedScenario,
  session: Session,
  { tell, stepTimeoutMs }: Stage,
): Promise<StepResult[]> {
  for (const [name, settings] of Object.entries(bots)) {
    try {
      await inTime(() => session.introduce(name, settings), { limitMs: stepTimeoutMs, session })
    } catch (error) {
      const isOver = session.signal.aborted
      if (!isOver && !isRefusal(error)) throw error
      const message = error instanceof Error ? error.message : String(error)
      const problems = [{ file: source.file, ...source.positionOf(['bots', name]), message }]
      const result = { number: '0', who: name, what: 'sign in', detail: '', children: [], durationMs: 0 }
      const step: StepResult = isOver
        ? { ...result, outcome: 'interrupted', problems: [] }
        : { ...result, outcome: 'failed', problems }
      tell({ type: 'step-ended', step })
      return [step]
    }
  }
  return []
}

const isRefusal = (error: unknown): boolean =>
  [ApiError, StepFailure, BotError].some((kind) => error instanceof kind)

/** Failures of background work that no barrier waited for. */
async function unawaitedFailures(session: Session, source: Source, limitMs: number): Promise<StepResult[]> {
  const result = { number: 'end', who: '', what: 'background', detail: '', children: [], durationMs: 0 }
  try {
    await inTime(() => session.waitForBackground(), { limitMs, session })
    return []
  } catch (error) {
    if (session.signal.aborted) return [{ ...result, outcome: 'interrupted', problems: [] }]
    if (!(error instanceof Error) || !isRefusal(error)) throw error
    const problems = [{ file: source.file, ...source.positionOf([]), message: error.message }]
    return [{ ...result, outcome: 'failed', problems }]
  }
}

/** The results of the completed games. */
async function chainsOf({ target, gameIds }: Session): Promise<GameResults[]> {
  // Uses its own client, since the report's calls must not be counted as calls of the scenario.
  const client = clientOf(target)
  const chains: GameResults[] = []
  for (const gameId of gameIds) {
    try {
      chains.push(await client.getPublicResults({ params: { gameId } }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  return chains
}

function outcomeOf(steps: readonly StepResult[]): Outcome {
  const outcomes = steps.map(({ outcome }) => outcome)
  if (outcomes.includes('failed')) return 'failed'
  if (outcomes.includes('interrupted')) return 'interrupted'
  return outcomes.every((outcome) => outcome === 'skipped') ? 'skipped' : 'passed'
}

/** Sets clock and faults as the file says. */
async function prepare({ scenario }: LoadedScenario, session: Session): Promise<void> {
  if (!session.target.controls) return
  const admin = adminClient(session.target)
  if (scenario.config?.clock !== undefined) {
    session.touchedClock = true
    await admin.changeClock({ body: { freeze: true } })
    await admin.changeClock({ body: { set: scenario.config.clock } })
  }
  session.movesTime = (await admin.getClock()).mode === 'frozen'
  if (scenario.faults) {
    const rules = session.variables.fill(scenario.faults).map(faultOf)
    await admin.putFaults({ body: [...(await admin.getFaults()), ...rules] })
  }
}
