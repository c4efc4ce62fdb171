import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import type { PointResult } from '@inkling/scenarios/conform/conform'
import { writePrivate } from '@inkling/scenarios/record/private-file'
import type { RunEvent, RunReport } from '@inkling/scenarios/runner/reports/report'
import { accessTo, refuseDryRun } from '../../calls/access.ts'
import { patient } from '../../calls/patient.ts'
import { readTargetFacts } from '../../calls/target-facts.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { reportWriters, writeReports } from '../../command-line/report-files.ts'
import { explain } from '../../explain.ts'
import { interruption } from '../../interruption.ts'
import { SCENARIOS } from '../../places.ts'
import { requireConsent } from '../../safety/consent.ts'
import { IN_PROCESS, type Settings, seedFor, targetName } from '../../settings/settings.ts'
import { checkConformance } from '../scenarios/conformance.ts'
import { type FoundScenario, runExploration } from '../scenarios/exploration.ts'
import { STEP_REPORTS } from '../scenarios/run-reports.ts'
import { refuseReadOnly, runScenarios } from '../scenarios/scenario-run.ts'
import { pointScenarios } from './broken-points.ts'
import { burstRules, runBurst } from './burst.ts'
import { type LeftPlayer, MadePlayers } from './made-players.ts'
import {
  explorationVerdicts,
  PARTS,
  type Part,
  pointVerdict,
  type RuleVerdict,
  reportedRuns,
  scenarioVerdict,
  unasked,
  unlessUnstarted,
} from './verdict.ts'

export interface CheckOptions {
  /** How long to explore. */
  readonly minutes: number
  /** The most actions of the exploration. */
  readonly actions: number
  readonly skip: readonly Part[]
  /** The folder for the scenarios that show broken rules. */
  readonly out: string
  /** Each `kind=file`. */
  readonly report: readonly string[]
}

export interface Check {
  readonly target: string
  readonly seed: string
  readonly verdict: 'holds' | 'broken' | 'incomplete'
  /** In the order in which they were checked. */
  readonly rules: readonly RuleVerdict[]
  readonly players: {
    readonly made: number
    /** Whether the server's world from before the check was restored. */
    readonly isRestored: boolean
    readonly left: readonly LeftPlayer[]
    /** The file with the device ids of those who are left; null if there are none. */
    readonly file: string | null
  }
  readonly wallMs: number
}

export interface CheckResult {
  readonly check: Check
  readonly exitCode: ExitCode
  /** The error to end with if a report could not be written. */
  readonly unwritten: CliError | null
}

export interface CheckProgress {
  /** Called when a part begins. */
  part(part: Part): void
  point(result: PointResult): void
  scenario(event: RunEvent): void
  explored(progress: { readonly part: number; readonly actions: number; readonly compared: number }): void
  /** @param share of the burst, 0 to 1. */
  burst(share: number, text: string): void
  found(find: FoundScenario): void
  say(text: string): void
}

const MAX_FINDS = 3
const PLAYERS = 10

/** Asks a server for everything that the tools of this package can ask, and returns one verdict. */
export async function runCheck(
  given: Settings,
  options: CheckOptions,
  progress: CheckProgress,
): Promise<CheckResult> {
  refuseDryRun(given)
  const writers = reportWriters(options.report, STEP_REPORTS)
  if (PARTS.every((part) => options.skip.includes(part)))
    throw new CliError(EXIT.usage, '--skip leaves every part out: leave one in.')
  refuseReadOnly(given, 'check a server')
  const consented = await requireConsent('check', given)
  const seed = seedFor(consented)
  // The parts ask for nothing more.
  const settings: Settings = {
    ...consented,
    seed: { value: seed, source: 'flag' },
    target: { value: consented.target.value, source: 'flag' },
    yes: targetName(consented),
    // Decisions are compared with those of the reference, which has no name of an admin.
    adminName: '',
  }
  const interrupt = interruption(() => progress.say('ending, please wait.'))
  const startedAt = performance.now()
  const begunAt = new Date().toISOString()
  const made = new MadePlayers()
  const parts = partsOf(settings, options, progress, made)
  const rules: RuleVerdict[] = []
  const runs: RunReport[] = []
  let failure: unknown = null
  try {
    for (const part of PARTS) {
      if (interrupt.signal.aborted || failure !== null) rules.push(unasked(part, notAsked(failure)))
      else if (options.skip.includes(part)) rules.push(unasked(part, 'left out by --skip'))
      else {
        progress.part(part)
        try {
          const asked = await parts[part]()
          rules.push(...asked.rules)
          runs.push(...asked.runs)
          if (interrupt.signal.aborted) rules.push(unasked(part, 'interrupted'))
        } catch (error) {
          // Nothing was asked yet: the target does not answer, for example.
          if (rules.every(({ outcome }) => outcome === 'skipped')) throw error
          failure = error
          rules.push(unasked(part, notAsked(error)))
        }
      }
    }
    const about = { target: settings.url.value, seed, begunAt }
    const unwritten = await writeReports(writers, [...reportedRuns(rules, about, runs), ...runs])
    const players = await removePlayers(settings, options.out, made, progress)
    const isBroken = rules.some(({ outcome }) => outcome === 'failed')
    const isEmpty = rules.every(({ outcome }) => outcome === 'skipped')
    const isCut = interrupt.signal.aborted || failure !== null || isEmpty
    const outcome = failure !== null ? explain(failure).exitCode : isEmpty ? EXIT.runtime : EXIT.ok
    const exitCode = interrupt.codeOr(isBroken ? EXIT.threshold : outcome)
    const verdict = isBroken ? 'broken' : isCut ? 'incomplete' : 'holds'
    const wallMs = performance.now() - startedAt
    return {
      check: { target: targetName(settings), seed, verdict, rules, players, wallMs },
      exitCode,
      unwritten,
    }
  } finally {
    interrupt.release()
  }
}

const notAsked = (failure: unknown): string =>
  failure === null ? 'interrupted' : (explain(failure).sentence ?? String(failure))

interface Asked {
  readonly rules: readonly RuleVerdict[]
  /** The runs of scenarios, for the reports. */
  readonly runs: readonly RunReport[]
}

function partsOf(
  settings: Settings,
  options: CheckOptions,
  progress: CheckProgress,
  made: MadePlayers,
): Record<Part, () => Promise<Asked>> {
  /** Waits for a limit of new accounts, and notes the players that are created. */
  const through = (access: ServerAccess): ServerAccess => made.watch(patient(access, isSignIn))
  return {
    async conform(): Promise<Asked> {
      const { conformance } = await checkConformance(
        settings,
        { write: true, through: through, say: progress.say },
        progress.point,
      )
      const broken = conformance.points.filter(({ outcome }) => outcome === 'failed')
      const shownBy = await pointScenarios(broken, settings, {
        out: options.out,
        through: through,
        say: progress.say,
      })
      return {
        rules: conformance.points.map((point) => pointVerdict(point, shownBy.get(point.rule))),
        runs: [],
      }
    },

    async scenarios(): Promise<Asked> {
      const { scenario: event, say } = progress
      // Each file has the seed with which it was written.
      const unseeded: Settings = { ...settings, seed: { value: undefined, source: 'default' } }
      const { runs, endsWith } = await runScenarios(
        unseeded,
        [SCENARIOS],
        { report: [], repeat: 1, jobs: 1, through: through },
        {
          event: (each) =>
            event(each.type === 'run-ended' ? { ...each, run: unlessUnstarted(each.run) } : each),
          say,
        },
      )
      if (endsWith) throw endsWith
      // As shipped scenarios are named on the command line.
      const named = runs.map((run) => ({ ...unlessUnstarted(run), file: basename(run.file, '.yaml') }))
      return { rules: named.map(scenarioVerdict), runs: named }
    },

    async explore(): Promise<Asked> {
      const { minutes, actions, out } = options
      const { explored, found, say } = progress
      const exploration = await runExploration(
        settings,
        {
          minutes,
          actions,
          players: PLAYERS,
          maxFinds: MAX_FINDS,
          only: [],
          out,
          report: [],
          through: (access) => made.watch(access),
        },
        {
          explored,
          say,
          shrinking: () => say('the servers differ: searching for the fewest steps that show it ...'),
          found,
        },
      )
      const { finds } = exploration.exploration
      const runs = exploration.runs.filter((_, at) => finds[at]?.isRepeated)
      return { rules: explorationVerdicts(exploration), runs }
    },

    async burst(): Promise<Asked> {
      const access = (on: Settings) => through(accessTo(on, pooledFetch))
      const { report } = await runBurst(settings, access, progress.burst)
      const rules = burstRules(report).map(
        (rule): RuleVerdict => ({ ...rule, part: 'burst', section: null, shownBy: null }),
      )
      return { rules, runs: [] }
    },
  }
}

const isSignIn = (address: string): boolean => new URL(address).pathname === endpoints.signInDevice.path

/** Removes the players that the check has created, unless the server was restored to its world from before. */
async function removePlayers(
  settings: Settings,
  out: string,
  made: MadePlayers,
  { say }: CheckProgress,
): Promise<Check['players']> {
  // Each part has restored a server with controls.
  const isRestored = settings.url.value === IN_PROCESS || (await readTargetFacts(settings)).isReference
  if (isRestored || made.count === 0) return { made: made.count, isRestored, left: [], file: null }
  say(`removing the ${made.count} players of the check ...`)
  const left = await made.remove(patient(accessTo(settings, pooledFetch)))
  if (left.length === 0) return { made: made.count, isRestored, left, file: null }
  const file = join(out, `players-${settings.seed.value}.json`)
  await mkdir(out, { recursive: true })
  await writePrivate(file, `${JSON.stringify(left, null, 2)}\n`)
  return { made: made.count, isRestored, left, file }
}
