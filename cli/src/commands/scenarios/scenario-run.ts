import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { serverOptionsOf } from '@inkling/scenarios/runner/own-server'
import { readableEnv } from '@inkling/scenarios/runner/readable-env'
import { brokenFileReport } from '@inkling/scenarios/runner/reports/broken-file'
import type { RunEvent, RunReport, Timings } from '@inkling/scenarios/runner/reports/report'
import { isFlaky } from '@inkling/scenarios/runner/reports/rerun'
import { runScenario, seedOf } from '@inkling/scenarios/runner/run'
import { RestoreFailedError } from '@inkling/scenarios/runner/server-state'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/targets/in-process-target'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { counted } from '@inkling/scenarios/text/counted'
import { accessTo, refuseDryRun, type Through } from '../../calls/access.ts'
import { readTargetFacts } from '../../calls/target-facts.ts'
import { CliError, EXIT, type ExitCode, isCliError } from '../../cli-error.ts'
import { invocation } from '../../command-line/invocation.ts'
import { reportWriters, writeReports } from '../../command-line/report-files.ts'
import { explain } from '../../explain.ts'
import { interruption } from '../../interruption.ts'
import { requireConsent } from '../../safety/consent.ts'
import type { OperationName } from '../../safety/operations.ts'
import { IN_PROCESS, type Settings } from '../../settings/settings.ts'
import { rescueWorld } from '../worlds/rescued-world.ts'
import { saveBefore } from '../worlds/saved-worlds.ts'
import { untilPassed } from './attempts.ts'
import { blockedRun, refusalOf, reportWhole } from './blocked-run.ts'
import { mapReportingInOrder } from './map-reporting-in-order.ts'
import { RUN_REPORTS, STEP_REPORTS } from './run-reports.ts'
import {
  type BrokenFile,
  changesServer,
  isBroken,
  readScenarios,
  replacesWorld,
  unreadable,
} from './scenario-files.ts'

/** One of several equal parts of the files. */
export interface Shard {
  /** Counted from 1. */
  readonly part: number
  readonly parts: number
}

export interface ScenarioRunOptions {
  /** Each `kind=file`. */
  readonly report: readonly string[]
  readonly repeat: number
  /** How often a failed run is repeated. */
  readonly retries?: number
  /** Whether a run that passed only when repeated fails the command. */
  readonly failOnFlaky?: boolean
  /** Runs each file once per seed. */
  readonly seeds?: readonly string[]
  readonly shard?: Shard
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
  readonly through?: Through
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

/** A result, and the error to end with after it is printed; null if there is none. */
type Ended<T> = T & { readonly endsWith: unknown }

export interface ScenarioProgress {
  event(event: RunEvent): void
  /** Messages for the user before the first step or at the end. */
  say(text: string): void
}

/** Runs scenario files, each on its own server unless a target is given. */
export async function runScenarios(
  given: Settings,
  files: readonly string[],
  options: ScenarioRunOptions,
  { event: onEvent, say }: ScenarioProgress,
): Promise<Ended<ScenarioRuns>> {
  const { seeds, shard, fromStep, toStep, jobs, keep = false, keepGoing = false, strict = false } = options
  refuseConflictingOptions(given, jobs, seeds)
  const writers = reportWriters(options.report, options.junitSteps ? STEP_REPORTS : RUN_REPORTS)
  const all = await readScenarios(files)
  // Neighbours often take equally long, so each part gets one after the other.
  const read = shard ? all.filter((_, at) => at % shard.parts === shard.part - 1) : all
  if (read.length === 0) {
    if (all.length > 0) say(`no scenario is in this part: there are ${counted(all.length, 'scenario')}.`)
    const unwritten = await writeReports(writers, [])
    const timings = worstOf([])
    return { runs: [], planned: 0, exitCode: EXIT.ok, timings, durationMs: 0, endsWith: unwritten }
  }
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
  const isOwn = (each: LoadedScenario) => hasOwnServer(each, given, jobs > 1)
  const isOnServer = !loaded.every(isOwn)
  for (const each of loaded.filter((one) => !isOwn(one) && one.scenario.config?.words !== undefined))
    say(`${each.source.file}: config.words has no effect on a server that the run did not start.`)
  const { settings, problem } = isOnServer
    ? await prepareServer(given, loaded, keep, say)
    : { settings: given, problem: null }
  const planned = read.flatMap((each): Planned[] => {
    if (isBroken(each)) return [{ each, seed: undefined }]
    const own = seeds ?? [settings.seed.value]
    return own.flatMap((seed) => Array.from({ length: options.repeat }, () => ({ each, seed })))
  })
  if (problem !== null && !loaded.some(isOwn)) {
    const blocked = planned.map(({ each, seed }) =>
      isBroken(each) ? brokenFileReport(each.file, each.error) : blockedRun(each, problem, settings, seed),
    )
    const unwritten = await writeReports(writers, blocked)
    if (unwritten) say(unwritten.message)
    throw problem
  }
  const sketchbook = loadSketchbook()
  const interrupt = interruption(() => {
    if (isOnServer) say('restoring the server, please wait.')
  })
  const ends = AbortSignal.any([interrupt.signal, ...(options.signal ? [options.signal] : [])])
  let restoreFailure: CliError | null = null
  /** Why later scenarios cannot start: no response of the server, or that it was not restored. */
  let stoppedBy: CliError | null = null
  /** The errors of scenarios that could not start. */
  const blocked: unknown[] = []
  const unstarted = new Set<RunReport>()
  const startedAt = performance.now()
  const play = async ({ each: scenario, seed }: Planned, report: (event: RunEvent) => void) => {
    if (isBroken(scenario)) return reportWhole(brokenFileReport(scenario.file, scenario.error), report)
    const block = (error: unknown) => {
      blocked.push(error)
      const run = reportWhole(blockedRun(scenario, error, settings, seed), report)
      unstarted.add(run)
      return run
    }
    // A scenario would start on a server that was not restored.
    const obstacle = isOwn(scenario) ? null : (stoppedBy ?? problem)
    if (obstacle !== null) return block(obstacle)
    let target: Target | null = null
    try {
      target = await targetFor(scenario, settings, jobs > 1, seed, options.through)
      return await runScenario(scenario, {
        target,
        sketchbook,
        env: readableEnv(process.env, options.env ?? []),
        signal: ends,
        keep,
        keepGoing,
        strict,
        // Of several, the others run.
        skipsUnmet: planned.length > 1 && !strict,
        onEvent: report,
        withChains: writers.some(({ kind }) => kind === 'html'),
        withCalls: writers.some(({ kind }) => kind === 'html' || kind === 'json'),
        ...(seed !== undefined && { seed }),
        ...(fromStep !== undefined && { fromStep }),
        ...(toStep !== undefined && { toStep }),
      })
    } catch (error) {
      if (!(error instanceof RestoreFailedError)) return block(refusalOf(error))
      restoreFailure = await rescueWorld(error)
      stoppedBy = isCliError(error.cause) ? error.cause : restoreFailure
      return error.run ?? block(restoreFailure)
    } finally {
      await target?.close()
    }
  }
  let runs: RunReport[]
  try {
    const attempts = {
      max: (options.retries ?? 0) + 1,
      isOver: (run: RunReport) => ends.aborted || unstarted.has(run),
    }
    const playPatiently = (each: Planned, report: (event: RunEvent) => void) =>
      untilPassed((onEvent) => play(each, onEvent), attempts, report)
    runs = await mapReportingInOrder(planned, jobs, playPatiently, {
      isOver: () => ends.aborted,
      report: onEvent,
    })
  } finally {
    interrupt.release()
  }
  const unwritten = await writeReports(writers, runs)
  const allBlocked = blocked.length === runs.length && !ends.aborted ? (blocked[0] ?? null) : null
  const exitCode = ends.aborted ? EXIT.interrupted : exitCodeOf(runs, blocked, options.failOnFlaky === true)
  const durationMs = performance.now() - startedAt
  return {
    runs,
    planned: planned.length,
    exitCode,
    timings: worstOf(runs),
    durationMs,
    endsWith: restoreFailure ?? allBlocked ?? unwritten,
  }
}

/** One run of a file. */
interface Planned {
  readonly each: LoadedScenario | BrokenFile
  /** The given seed; undefined for that of the file. */
  readonly seed: string | undefined
}

interface PreparedServer {
  readonly settings: Settings
  /** Why nothing can run there, for example because it does not answer; null if it can. */
  readonly problem: unknown
}

/** Asks for consent to run on the server, and saves its world if others use it. */
async function prepareServer(
  given: Settings,
  loaded: readonly LoadedScenario[],
  keep: boolean,
  say: (text: string) => void,
): Promise<PreparedServer> {
  refuseReadOnly(given)
  try {
    const settings = await requireConsent(operationOf(loaded), given)
    if (!keep) await saveWhereOthersPlay(settings, say)
    return { settings, problem: null }
  } catch (error) {
    if (explain(error).exitCode !== EXIT.runtime) throw error
    return { settings: given, problem: error }
  }
}

/** Saves the world on disk in case this process is killed. Restoring normally uses the copy in memory. */
async function saveWhereOthersPlay(settings: Settings, say: (text: string) => void): Promise<void> {
  const { kind, isReference } = await readTargetFacts(settings)
  if (kind === 'local' || !isReference) return
  const { name } = await saveBefore(settings, 'scenario')
  say(
    `the world was saved. To restore it: ${invocation()} world restore ${name} --target ${settings.target.value}`,
  )
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

function refuseConflictingOptions(
  settings: Settings,
  jobs: number,
  seeds: readonly string[] | undefined,
): void {
  const { target, url, seed } = settings
  if (seeds && seed.source === 'flag')
    throw new CliError(EXIT.usage, '--seed names one seed, and --seeds several: leave one of them out.')
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
  seed = settings.seed.value,
  through: Through = (access) => access,
): Promise<Target> {
  if (!hasOwnServer(loaded, settings, besideOthers))
    return httpTarget(through(accessTo(settings, pooledFetch)))
  return inProcessTarget(serverOptionsOf(loaded, seedOf(loaded, seed)))
}

function hasOwnServer(loaded: LoadedScenario, { target, url }: Settings, besideOthers: boolean): boolean {
  if (target.source === 'flag' || url.value === IN_PROCESS) return url.value === IN_PROCESS
  return besideOthers || changesServer(loaded)
}

function exitCodeOf(runs: readonly RunReport[], blocked: readonly unknown[], failOnFlaky: boolean): ExitCode {
  if (runs.some(({ isUnreadable }) => isUnreadable)) return EXIT.unreadable
  const failed = runs.filter(({ outcome }) => outcome === 'failed').length
  if (failed > blocked.length) return EXIT.expectation
  if (blocked.length > 0) return explain(blocked[0]).exitCode
  if (failOnFlaky && runs.some(isFlaky)) return EXIT.expectation
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
