import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { clientOf, type ServerAccess } from '@inkling/mock-server/contract/client/client'
import { type EndpointName, endpointNames, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import type { CoveredCall } from '@inkling/scenarios/explore/coverage'
import { type ExploreProgress, explore } from '@inkling/scenarios/explore/explore'
import { type Find, shrunkFind } from '@inkling/scenarios/explore/find'
import type { Servers } from '@inkling/scenarios/explore/pair'
import { writeScenario } from '@inkling/scenarios/record/save'
import { ADMIN_CALLS, PLAYER_CALLS } from '@inkling/scenarios/runner/language/call-names'
import { show } from '@inkling/scenarios/runner/language/values/show'
import { failedStart } from '@inkling/scenarios/runner/reports/broken-file'
import type { RunReport } from '@inkling/scenarios/runner/reports/report'
import { EMPTY_WORLD } from '@inkling/scenarios/runner/targets/empty-world'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/targets/in-process-target'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { accessTo, refuseDryRun, type Through } from '../../calls/access.ts'
import { patient } from '../../calls/patient.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import { reportWriters, writeReports } from '../../command-line/report-files.ts'
import { interruption } from '../../interruption.ts'
import { SCENARIO_SCHEMA } from '../../places.ts'
import { requireConsent } from '../../safety/consent.ts'
import { IN_PROCESS, type Settings, seedFor } from '../../settings/settings.ts'
import { restartable } from './restartable-target.ts'
import { restoreAfter } from './restored-server.ts'
import { RUN_REPORTS } from './run-reports.ts'
import { refuseReadOnly } from './scenario-run.ts'

export interface ExplorationOptions {
  readonly minutes: number
  readonly actions: number
  /** The most calls to the target; any number without it. */
  readonly maxCalls?: number
  readonly players: number
  readonly maxFinds: number
  readonly only: readonly string[]
  readonly untilCovered?: boolean
  /** Restarts the target; without it, only a server in this process is restarted. */
  readonly restartCommand?: string
  /** The folder for the scenarios of the finds. */
  readonly out: string
  /** Each `kind=file`. */
  readonly report: readonly string[]
  readonly through?: Through
}

/** A find, and the file of its scenario. */
export interface FoundScenario extends Omit<Find, 'text' | 'run'> {
  readonly file: string
  /** Whether the scenario passes on the reference and fails on the target. */
  readonly isRunnable: boolean
}

export interface ExplorationRun {
  readonly exploration: {
    readonly target: string
    readonly seed: string
    readonly actions: number
    /** How many replies were compared. */
    readonly compared: number
    readonly finds: readonly FoundScenario[]
    readonly coverage: readonly CoveredCall[]
    readonly wallMs: number
  }
  /** The runs of the scenarios of finds on the target. */
  readonly runs: readonly RunReport[]
  readonly exitCode: ExitCode
  /** The error to end with if a report could not be written. */
  readonly unwritten: CliError | null
}

export interface ExplorationProgress {
  explored(progress: ExploreProgress & { readonly part: number }): void
  say(text: string): void
  /** Called before the search for a small scenario. */
  shrinking(): void
  found(find: FoundScenario): void
}

/** How long to search for a smaller scenario. */
const SHRINK_MS = 120_000
/** Calls whose results depend on players outside the exploration, and on a server with players of its own. */
const SHARED: readonly EndpointName[] = ['jumpIn', 'getDailyStats', 'getAnnouncements']

export async function runExploration(
  given: Settings,
  options: ExplorationOptions,
  progress: ExplorationProgress,
): Promise<ExplorationRun> {
  refuseDryRun(given)
  const writers = reportWriters(options.report, RUN_REPORTS)
  const only = namedCalls(options.only)
  const isOwn = given.url.value === IN_PROCESS
  refuseReadOnly(given, 'explore')
  const settings = await requireConsent('explore', given)
  const seed = seedFor(settings)
  const enough = new AbortController()
  const { through = (access) => access } = options
  const target = isOwn
    ? inProcessTarget({ seed })
    : await restartable(
        await httpTarget(
          through(
            patient(counted(accessTo({ ...settings, adminName: '' }, pooledFetch), options.maxCalls, enough)),
          ),
        ),
        options.restartCommand,
      )
  const restore = await restoreAfter(target, 'exploration', progress.say)
  const interrupt = interruption()
  const deadline = AbortSignal.timeout(options.minutes * 60_000)
  const startedAt = performance.now()
  try {
    const { servers, serverSeed } = await serversFor(target, seed, isOwn)
    const sketchbook = cachedSketchbook(loadSketchbook())
    const command = explorationCommand(settings.url.value, seed, options)
    const finds: (Find & { file: string })[] = []
    const { actions, compared, coverage } = await explore({
      servers,
      sketchbook,
      seed,
      serverSeed,
      players: options.players,
      controls: target.controls,
      ...(target.timeZone !== undefined && { timeZone: target.timeZone }),
      only,
      leftOut: await callsLeftOut(target),
      actions: options.actions,
      untilCovered: options.untilCovered ?? false,
      signal: AbortSignal.any([interrupt.signal, deadline, enough.signal]),
      onProgress: (now) =>
        progress.explored({ ...now, part: (performance.now() - startedAt) / (options.minutes * 60_000) }),
      async onFind(raw) {
        progress.shrinking()
        const plan = {
          servers,
          sketchbook,
          serverSeed,
          signal: AbortSignal.any([interrupt.signal, enough.signal]),
          shrinkMs: SHRINK_MS,
          command,
        }
        const find = await shrunkFind(raw, plan)
        const name = `find-${seed.replace(/[^\w-]+/g, '-')}-${finds.length + 1}.yaml`
        await mkdir(options.out, { recursive: true })
        const file = await writeScenario(join(options.out, name), find.text, SCENARIO_SCHEMA)
        finds.push({ ...find, file })
        progress.found(shown({ ...find, file }))
        return finds.length < options.maxFinds
      },
    })
    const runs = finds.map((find) => reportOf(find, target.name, seed))
    const unwritten = await writeReports(writers, runs)
    const exitCode = interrupt.codeOr(finds.length > 0 ? EXIT.threshold : EXIT.ok)
    const exploration = {
      target: target.name,
      seed,
      actions,
      compared,
      finds: finds.map(shown),
      coverage: coverage.calls,
      wallMs: performance.now() - startedAt,
    }
    return { exploration, runs, exitCode, unwritten }
  } finally {
    interrupt.release()
    await restore()
    await target.close()
  }
}

/** The command that finds the same again. */
export function explorationCommand(
  target: string,
  seed: string,
  { only, players }: Pick<ExplorationOptions, 'only' | 'players'>,
): string {
  const words = ['explore', '--target', target, '--seed', seed, '--players', String(players)]
  return `${invocation()} ${commandLine([...words, ...(only.length > 0 ? ['--only', only.join(',')] : [])])}`
}

/** The command that runs a written scenario on the target that it is about. */
export const scenarioCommand = (file: string, target: string): string =>
  `${invocation()} ${commandLine(['scenario', 'run', file, '--target', /^https?:/.test(target) ? target : IN_PROCESS])}`

/** What is left for calls that are on their way, and for the restoring of the server. */
const RESERVE = 50

/** Ends the exploration when only few of the calls that it may make are left. */
function counted(access: ServerAccess, max: number | undefined, enough: AbortController): ServerAccess {
  if (max === undefined) return access
  let calls = 0
  return {
    ...access,
    fetch: (input, init) => {
      if (++calls > max - RESERVE) enough.abort()
      return access.fetch(input, init)
    },
  }
}

/** The run of a find's scenario; if there is none, one failed step with both responses. */
function reportOf({ run, ...find }: Find & { file: string }, target: string, seed: string): RunReport {
  const { file, title, expected, actual, isRepeated } = find
  if (run) return { ...run, file }
  const reason = isRepeated ? 'no step can expect it' : 'the same steps did not show it again'
  const message = `the reference: ${show(expected)}, the target: ${show(actual)} (${reason})`
  return failedStart({ name: title, file, target, seed }, title, [{ file, line: 1, column: 1, message }])
}

const shown = ({ text: _, run, ...find }: Find & { file: string }): FoundScenario => ({
  ...find,
  isRunnable: run !== null,
})

/** @throws {CliError} for a name that is not a call. */
function namedCalls(names: readonly string[]): ReadonlySet<string> {
  for (const name of names) {
    if (PLAYER_CALLS.has(name) || ADMIN_CALLS.has(name)) continue
    throw new CliError(
      EXIT.usage,
      `--only: '${name}' is not a call. \`inkling scenario reference\` lists the calls, such as start-turn.`,
    )
  }
  return new Set(names)
}

/** The calls that are not made on a target. */
async function callsLeftOut(target: Target): Promise<Map<EndpointName, string>> {
  const listed = new Set<string>(
    await clientOf(target)
      .getExtensions()
      .then(({ extensions }) => extensions)
      .catch((error) => {
        if (error instanceof ApiError && error.status >= 500) throw error
        // A server without the call has no extensions.
        return []
      }),
  )
  const leftOut = new Map<EndpointName, string>([['getExtensions', 'it lists what each server has']])
  for (const name of endpointNames) {
    const { extension } = endpoints[name]
    const isOfAdmins = extension === 'moderation' && target.controls
    if (extension !== null && !isOfAdmins && extension !== 'extensions' && !listed.has(extension)) {
      leftOut.set(name, `the server does not list the extension ${extension}`)
    }
  }
  if (!target.controls) for (const name of SHARED) leftOut.set(name, 'others use the server too')
  return leftOut
}

/** How both servers get to their beginning. */
export async function serversFor(
  target: Target,
  seed: string,
  isOwn: boolean,
): Promise<{ servers: Servers; serverSeed: string }> {
  if (isOwn) {
    const fresh = async (clock: string | null) => inProcessTarget({ seed, ...(clock !== null && { clock }) })
    return { servers: { reference: fresh, target: fresh, isExact: true }, serverSeed: seed }
  }
  const zone = target.timeZone === undefined ? {} : { timeZone: target.timeZone }
  // The target stays open between explorations.
  const kept: Target = { ...target, async close() {} }
  if (!target.controls) {
    const reference = async () => inProcessTarget({ seed, ...zone })
    return { servers: { reference, target: async () => kept, isExact: false }, serverSeed: seed }
  }
  const admin = clientOf(target)
  const { seed: serverSeed } = await admin.getControlStatus()
  if (serverSeed === undefined) {
    throw new CliError(
      EXIT.unauthorised,
      `${target.name} does not say its seed, which the reference needs: use its admin key instead of the moderator key.`,
    )
  }
  const everybodyIsAdmin = await needsNoKey(target)
  const servers: Servers = {
    isExact: true,
    reference: async (clock) =>
      inProcessTarget({ seed: serverSeed, ...(clock !== null && { clock }), ...zone, everybodyIsAdmin }),
    async target(clock) {
      await admin.clearFaults()
      await admin.restoreWorld({ body: { ...EMPTY_WORLD, seed: serverSeed } })
      await admin.changeClock({ body: { freeze: true } })
      if (clock !== null) await admin.changeClock({ body: { set: clock } })
      await admin.clearOutbox()
      return kept
    },
  }
  return { servers: { ...servers, run: await nextRun(await servers.target(null)) }, serverSeed }
}

/**
 * Distinguishes an exploration from earlier ones of the same server. A server remembers deleted accounts even after a reset,
 * and gives their devices other ids: this is the id of a device whose account each exploration deletes.
 */
async function nextRun(target: Target): Promise<string> {
  const { user, token } = await clientOf(target).signInDevice({
    body: { deviceId: 'device_of_explorations' },
  })
  try {
    await clientOf(target, { token: () => token }).deleteAccount({ body: { username: user.username } })
  } catch (error) {
    // A server without deleted accounts remembers none.
    if (!(error instanceof ApiError)) throw error
  }
  return user.id
}

/** Whether a target takes admin calls without a key. */
async function needsNoKey({ adminKey: _, ...target }: Target): Promise<boolean> {
  try {
    await clientOf(target).getControlStatus()
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
