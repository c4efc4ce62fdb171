import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { readableEnv } from '@inkling/scenarios/runner/readable-env'
import { brokenFileReport } from '@inkling/scenarios/runner/reports/broken-file'
import { htmlReport } from '@inkling/scenarios/runner/reports/html'
import { jsonReport } from '@inkling/scenarios/runner/reports/json'
import { junitReport, junitStepsReport } from '@inkling/scenarios/runner/reports/junit'
import type { RunEvent, RunReport, Timings } from '@inkling/scenarios/runner/reports/report'
import { runScenario, seedOf, UnmetNeeds } from '@inkling/scenarios/runner/run'
import { RestoreFailedError } from '@inkling/scenarios/runner/server-state'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/targets/in-process-target'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { counted } from '@inkling/scenarios/text/counted'
import { accessTo, refuseDryRun } from '../../calls/access.ts'
import { readTargetFacts } from '../../calls/target-facts.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { reportWriters, writeReports } from '../../command-line/report-files.ts'
import { interruption } from '../../interruption.ts'
import { requireConsent } from '../../safety/consent.ts'
import type { OperationName } from '../../safety/operations.ts'
import { IN_PROCESS, type Settings } from '../../settings/settings.ts'
import { rescueWorld } from '../worlds/rescued-world.ts'
import { saveBefore } from '../worlds/saved-worlds.ts'
import { mapReportingInOrder } from './map-reporting-in-order.ts'
import {
  type BrokenFile,
  changesServer,
  isBroken,
  readScenarios,
  replacesWorld,
  unreadable,
  warningsOf,
} from './scenario-files.ts'

const REPORTS = { json: jsonReport, junit: junitReport, html: htmlReport }

export interface ScenarioRunOptions {
  /** Each `kind=file`. */
  readonly report: readonly string[]
  readonly repeat: number
  readonly fromStep?: number
  readonly toStep?: number
  /** Environment variables that the files may read, besides those that begin with `INKLING_VAR_`. */
  readonly env?: readonly string[]
  /** How many files run at the same time, each in its own world. */
  readonly jobs: number
  /** Whether the JUnit report has a case per step instead of one per scenario. */
  readonly junitSteps?: boolean
  /** Whether the steps after a failed one run too. */
  readonly keepGoing?: boolean
  /** Whether the server is left as it is instead of being restored. */
  readonly keep?: boolean
  /** Whether a scenario that needs a different time zone from the server's fails instead of being skipped. */
  readonly strict?: boolean
  /** Interrupts the runs, like a stop signal of the process. */
  readonly signal?: AbortSignal
}

export interface ScenarioRuns {
  /** In file order; fewer than planned if interrupted. */
  readonly runs: readonly RunReport[]
  readonly planned: number
  readonly exitCode: ExitCode
  /** Sums of counts and maxima of latencies over all runs. */
  readonly timings: Timings
  readonly durationMs: number
}

/** A result, and the error to end with if a report could not be written. */
type Written<T> = T & { readonly unwritten: CliError | null }

export interface ScenarioProgress {
  event(event: RunEvent): void
  /** Messages for the user before the first step or at the end. */
  say(text: string): void
}

/** Runs scenario files, each on its own server unless a target is given. */
export async function runScenarios(
  given: Settings,
  files: readonly string[],
  {
    report,
    repeat,
    fromStep,
    toStep,
    jobs,
    env = [],
    junitSteps = false,
    keep = false,
    keepGoing = false,
    strict = false,
    signal,
  }: ScenarioRunOptions,
  { event: onEvent, say }: ScenarioProgress,
): Promise<Written<ScenarioRuns>> {
  refuseConflictingOptions(given, jobs)
  const writers = reportWriters(report, { ...REPORTS, ...(junitSteps && { junit: junitStepsReport }) })
  const read = await readScenarios(files)
  const loaded = read.filter((each): each is LoadedScenario => !isBroken(each))
  if (loaded.length === 0) {
    const broken = read.filter(isBroken)
    const unwritten = await writeReports(
      writers,
      broken.map(({ file, error }) => brokenFileReport(file, error)),
    )
    throw unwritten ?? unreadable(broken)
  }
  for (const each of loaded) checkRange(each, fromStep, toStep)
  for (const warning of new Set(loaded.flatMap(warningsOf))) say(warning)
  const isOnServer = loaded.some((each) => !hasOwnServer(each, given, jobs > 1))
  if (isOnServer) refuseReadOnly(given)
  const settings = isOnServer ? await requireConsent(operationOf(loaded), given) : given
  if (isOnServer && !keep) await saveWhereOthersPlay(settings, say)
  const planned = read.flatMap((each) => Array.from({ length: isBroken(each) ? 1 : repeat }, () => each))
  const sketchbook = loadSketchbook()
  const interrupt = interruption(() => {
    if (isOnServer) say('restoring the server, please wait.')
  })
  const ends = signal ? AbortSignal.any([interrupt.signal, signal]) : interrupt.signal
  let restoreFailure: CliError | null = null
  const startedAt = performance.now()
  const play = async (scenario: LoadedScenario | BrokenFile, report: (event: RunEvent) => void) => {
    if (isBroken(scenario)) return reportBroken(scenario, report)
    const target = await targetFor(scenario, settings, jobs > 1)
    try {
      const { seed } = settings
      return await runScenario(scenario, {
        target,
        sketchbook,
        env: readableEnv(process.env, env),
        signal: ends,
        keep,
        keepGoing,
        strict,
        // Of several, the others run.
        skipsUnmet: planned.length > 1 && !strict,
        onEvent: report,
        withChains: writers.some(({ kind }) => kind === 'html'),
        ...(seed.value !== undefined && { seed: seed.value }),
        ...(fromStep !== undefined && { fromStep }),
        ...(toStep !== undefined && { toStep }),
      })
    } catch (error) {
      if (!(error instanceof RestoreFailedError)) throw error
      restoreFailure = await rescueWorld(error)
      return null
    } finally {
      await target.close()
    }
  }
  let runs: RunReport[]
  try {
    const played = await mapReportingInOrder(planned, jobs, play, {
      // Further files would start on a server that was not restored.
      isOver: () => ends.aborted || restoreFailure !== null,
      report: onEvent,
    })
    runs = played.filter((run) => run !== null)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    interrupt.release()
  }
  const unwritten = await writeReports(writers, runs)
  if (restoreFailure) throw restoreFailure
  const exitCode = ends.aborted ? EXIT.interrupted : exitCodeOf(runs)
  const durationMs = performance.now() - startedAt
  return { runs, planned: planned.length, exitCode, timings: worstOf(runs), durationMs, unwritten }
}

/** Reports a broken file as a failed run, so that the others run and every report names it. */
function reportBroken({ file, error }: BrokenFile, report: (event: RunEvent) => void): RunReport {
  const run = brokenFileReport(file, error)
  const { name, target, seed, steps } = run
  report({ type: 'run-begun', name, file, target, seed })
  for (const step of steps) report({ type: 'step-ended', step })
  report({ type: 'run-ended', run })
  return run
}

/** The message for a scenario that cannot run on its target; any other error is returned unchanged. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof UnmetNeeds) return new CliError(EXIT.usage, error.message)
  return error
}

/** Saves the world on disk in case this process is killed. Restoring normally uses the copy in memory. */
async function saveWhereOthersPlay(settings: Settings, say: (text: string) => void): Promise<void> {
  const { kind, isReference } = await readTargetFacts(settings)
  if (kind === 'local' || !isReference) return
  const { name } = await saveBefore(settings, 'scenario')
  say(`the world was saved. To restore it: inkling world restore ${name} --target ${settings.target.value}`)
}

/** Steps that replace the world need the same consent as commands that destroy data. */
const operationOf = (loaded: readonly LoadedScenario[]): OperationName =>
  loaded.some(replacesWorld) ? 'scenario run --replacing-world' : 'scenario run'

/** Every run creates players, so `--read-only` refuses it before it starts. */
export function refuseReadOnly({ readOnly, url }: Settings, what = 'run scenarios'): void {
  if (!readOnly || url.value === IN_PROCESS) return
  throw new CliError(
    EXIT.refused,
    `--read-only refuses to ${what} on ${url.value}: leave it out, or use --target ${IN_PROCESS}.`,
  )
}

function refuseConflictingOptions(settings: Settings, jobs: number): void {
  const { target, url } = settings
  refuseDryRun(settings, 'Check files with `inkling scenario validate`.')
  if (jobs > 1 && target.source === 'flag' && url.value !== IN_PROCESS) {
    throw new CliError(
      EXIT.usage,
      `--jobs needs one world per scenario, and ${url.value} has only one: leave --target or --jobs out.`,
    )
  }
}

/** @throws {CliError} if the requested steps do not exist in the file. */
function checkRange({ scenario, source }: LoadedScenario, fromStep = 1, toStep = scenario.steps.length) {
  const count = scenario.steps.length
  const tooLate = fromStep > count ? `--from-step ${fromStep}` : toStep > count ? `--to-step ${toStep}` : null
  if (tooLate !== null) {
    throw new CliError(EXIT.usage, `${tooLate}: ${source.file} has ${counted(count, 'step')}.`)
  }
  if (toStep < fromStep) {
    throw new CliError(EXIT.usage, `--to-step ${toStep} comes before --from-step ${fromStep}.`)
  }
}

/**
 * Opens the target of a scenario. A file that changes a server for everyone gets its own, unless the command line names
 * a target: the target in use (`target use`, INKLING_TARGET) may be one that people play on.
 * @param besideOthers whether several scenarios run at the same time, so that each needs its own server.
 */
export async function targetFor(
  loaded: LoadedScenario,
  settings: Settings,
  besideOthers: boolean,
): Promise<Target> {
  if (!hasOwnServer(loaded, settings, besideOthers)) return httpTarget(accessTo(settings, pooledFetch))
  const { clock, timeZone } = loaded.scenario.config ?? {}
  return inProcessTarget({
    seed: seedOf(loaded, settings.seed.value),
    ...(clock !== undefined && { clock }),
    ...(timeZone !== undefined && { timeZone }),
  })
}

function hasOwnServer(loaded: LoadedScenario, { target, url }: Settings, besideOthers: boolean): boolean {
  if (target.source === 'flag' || url.value === IN_PROCESS) return url.value === IN_PROCESS
  return besideOthers || changesServer(loaded)
}

function exitCodeOf(runs: readonly RunReport[]): ExitCode {
  if (runs.some(({ isUnreadable }) => isUnreadable)) return EXIT.unreadable
  if (runs.some(({ outcome }) => outcome === 'failed')) return EXIT.expectation
  return runs.some(({ brokenThresholds }) => brokenThresholds.length > 0) ? EXIT.threshold : EXIT.ok
}

function worstOf(runs: readonly RunReport[]): Timings {
  const all = runs.map(({ timings }) => timings)
  const sum = (name: 'calls' | 'errors') => all.reduce((total, timings) => total + timings[name], 0)
  const worst = (name: 'p50' | 'p95' | 'p99' | 'max') => Math.max(0, ...all.map((timings) => timings[name]))
  return {
    calls: sum('calls'),
    errors: sum('errors'),
    p50: worst('p50'),
    p95: worst('p95'),
    p99: worst('p99'),
    max: worst('max'),
  }
}
