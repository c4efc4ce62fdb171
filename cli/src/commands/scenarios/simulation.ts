import { clientOf } from '@inkling/mock-server/contract/client/client'
import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { writeScenario } from '@inkling/scenarios/record/save'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/targets/in-process-target'
import type { Target } from '@inkling/scenarios/runner/targets/target'
import { activeFaults } from '@inkling/scenarios/simulate/active-faults'
import { shrunkScenario } from '@inkling/scenarios/simulate/shrunk-scenario'
import { type Progress, type Simulation, simulate } from '@inkling/scenarios/simulate/simulate'
import { Trace } from '@inkling/scenarios/simulate/trace'
import { accessTo, refuseDryRun } from '../../calls/access.ts'
import { auditWhole } from '../../calls/audit-log.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { interruption } from '../../interruption.ts'
import { SCENARIO_SCHEMA } from '../../places.ts'
import { requireConsent } from '../../safety/consent.ts'
import { IN_PROCESS, type Settings, seedFor } from '../../settings/settings.ts'
import { personasOf } from '../bots/personas.ts'
import { restoreAfter } from './restored-server.ts'
import { refuseReadOnly } from './scenario-run.ts'

export interface SimulationOptions {
  readonly groups: number
  readonly players: number
  readonly strangers: number
  readonly days: number
  readonly personas: string
  readonly invariants?: boolean
  /** Whether the server keeps the simulated days instead of being restored. */
  readonly keep?: boolean
}

/** How long to search for a scenario with fewer steps. */
const SHRINK_MS = 300_000
/** The time at which a simulation on an in-process server starts. */
const START = '2026-01-01T12:00:00-05:00'

export interface SimulationRun {
  readonly simulation: Simulation & { seed: string }
  /** The file of the smallest scenario that breaks the same rule, or of all steps; null if no rule was broken. */
  readonly shrunkTo: string | null
  /** Whether the scenario in the file breaks the rule again, where `target` names. */
  readonly isRepeated: boolean
  /** Whether a fault with a probability decides whether it does. */
  readonly isByChance: boolean
  /** The target on the command line; null for the simulation's own server. */
  readonly target: string | null
  /**
   * The time at which the server's clock stays frozen; null if the server was restored, and in process.
   */
  readonly leftAt: string | null
  readonly exitCode: ExitCode
}

export interface SimulationProgress {
  day(progress: Progress): void
  /** Called with the sentences when a rule is broken, before the search for a small scenario. */
  shrinking(violations: readonly string[]): void
}

export async function runSimulation(
  given: Settings,
  { groups, players, strangers, days, personas, invariants = false, keep = false }: SimulationOptions,
  progress: SimulationProgress,
): Promise<SimulationRun> {
  refuseDryRun(given)
  const cast = personasOf(personas)
  if (!isOwnProcess(given)) refuseReadOnly(given, 'simulate days')
  const settings = isOwnProcess(given) ? given : await requireConsent('simulate', given)
  const seed = seedFor(settings)
  const setup = await setupFor(settings, seed, invariants)
  const { target } = setup
  const noteOutcome = isOwnProcess(settings)
    ? () => {}
    : await auditWhole(settings, { groups, players, strangers, days, seed })
  const isRestored = !keep && !isOwnProcess(settings)
  const restore = isRestored ? await restoreAfter(target, 'simulation') : async () => {}
  const interrupt = interruption()
  try {
    const plan = { target, groups, players, strangers, days, seed, personas: cast, invariants }
    const sketchbook = cachedSketchbook(loadSketchbook())
    const trace = new Trace()
    const simulation = await simulate({
      ...plan,
      sketchbook,
      signal: interrupt.signal,
      onProgress: progress.day,
      ...(invariants && { trace }),
    })
    const { violations } = simulation
    noteOutcome(
      `${interrupt.signal.aborted ? 'interrupted' : 'simulated'}, ${simulation.timings.calls} calls`,
    )
    let shrunkTo: string | null = null
    let isRepeated = false
    let isByChance = false
    if (violations.length > 0 && invariants) {
      progress.shrinking(violations)
      const faults = activeFaults(setup.faults)
      const found = await Promise.race([
        shrunkScenario({ ...setup, trace, violations, seed, sketchbook, faults, shrinkMs: SHRINK_MS }),
        untilAborted(interrupt.signal),
      ])
      ;({ isRepeated, isByChance } = found)
      const file = `violation-${seed.replace(/[^\w-]+/g, '-')}.yaml`
      shrunkTo = await writeScenario(file, found.text, SCENARIO_SCHEMA)
    }
    const exitCode = interrupt.codeOr(violations.length > 0 ? EXIT.threshold : EXIT.ok)
    const leftAt = isRestored || isOwnProcess(settings) ? null : (await clientOf(target).getClock()).now
    const named = isOwnProcess(settings) ? null : settings.target.value
    const shown = { seed, ...simulation }
    return { simulation: shown, shrunkTo, isRepeated, isByChance, target: named, leftAt, exitCode }
  } catch (error) {
    noteOutcome('failed')
    throw error
  } finally {
    interrupt.release()
    // The search for fewer steps has replaced them.
    if (!isRestored && setup.faults.length > 0) await clientOf(target).putFaults({ body: [...setup.faults] })
    await restore()
    await target.close()
  }
}

/** Rejects with a {@link CliError} when the search for a small scenario is interrupted. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () =>
      reject(new CliError(EXIT.interrupted, 'interrupted during the search for a scenario with fewer steps.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

interface SimulationSetup {
  readonly target: Target
  /** The time at which its days start. */
  readonly clock: string
  /** The faults that are active there. */
  readonly faults: readonly Fault[]
  /** Creates a server in the state before the first day, and without faults. */
  readonly fresh: () => Promise<Target>
}

/** A target in use (`target use`, INKLING_TARGET) may be one that people play on: only the command line names it. */
const isOwnProcess = ({ target, url }: Settings): boolean =>
  target.source !== 'flag' || url.value === IN_PROCESS

/** The target of the simulation, and how to start again. */
async function setupFor(settings: Settings, seed: string, invariants: boolean): Promise<SimulationSetup> {
  const target = await targetOf(settings, seed)
  if (isOwnProcess(settings)) {
    return { target, clock: START, faults: [], fresh: () => targetOf(settings, seed) }
  }
  const admin = clientOf(target)
  const { now: clock } = await admin.getClock()
  // Exports the world only if it may be needed, since it can be large.
  const world = invariants ? await admin.exportWorld() : null
  const faults = await admin.getFaults()
  const fresh = async () => {
    if (world) await admin.restoreWorld({ body: world })
    await admin.putFaults({ body: [] })
    return target
  }
  return { target, clock, faults, fresh }
}

async function targetOf(settings: Settings, seed: string): Promise<Target> {
  if (isOwnProcess(settings)) {
    return inProcessTarget({ seed, clock: START })
  }
  const target = await httpTarget(accessTo(settings, pooledFetch, () => () => {}))
  if (target.controls) return target
  throw new CliError(
    EXIT.usage,
    `${target.name} has no controls, so its clock cannot be changed: leave out --target to simulate in this process.`,
  )
}
