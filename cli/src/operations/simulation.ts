import { randomInt } from 'node:crypto'
import { cachedSketchbook } from '@inkling/scenarios/bots/cached-sketchbook'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { httpTarget } from '@inkling/scenarios/runner/http-target'
import { inProcessTarget } from '@inkling/scenarios/runner/in-process-target'
import type { Target } from '@inkling/scenarios/runner/target'
import { type Progress, type Simulation, simulate } from '@inkling/scenarios/simulate/simulate'
import { CliError, EXIT, type ExitCode } from '../cli-error.ts'
import { doorTo } from '../connect.ts'
import { IN_PROCESS, type Settings } from '../settings.ts'
import { personasOf } from './personas.ts'

export interface SimulationOptions {
  readonly groups: number
  readonly players: number
  readonly days: number
  readonly personas: string
  readonly invariants?: boolean
}

/** When simulated days begin, in a process of their own. */
const BEGINNING = '2026-01-01T12:00:00-05:00'

export async function runSimulation(
  settings: Settings,
  { groups, players, days, personas, invariants = false }: SimulationOptions,
  onProgress: (progress: Progress) => void,
): Promise<{ simulation: Simulation & { seed: string }; exitCode: ExitCode }> {
  const cast = personasOf(personas)
  const seed = settings.seed.value ?? String(randomInt(1_000_000))
  const target = await targetOf(settings, seed)
  const interrupt = new AbortController()
  const onSignal = () => interrupt.abort()
  process.once('SIGINT', onSignal)
  try {
    const plan = { target, groups, players, days, seed, personas: cast, invariants }
    const sketchbook = cachedSketchbook(loadSketchbook())
    const simulation = await simulate({ ...plan, sketchbook, signal: interrupt.signal, onProgress })
    const broken = simulation.violations.length > 0
    const exitCode = interrupt.signal.aborted ? EXIT.interrupted : broken ? EXIT.threshold : EXIT.ok
    return { simulation: { seed, ...simulation }, exitCode }
  } finally {
    process.off('SIGINT', onSignal)
    await target.close()
  }
}

async function targetOf(settings: Settings, seed: string): Promise<Target> {
  if (settings.target.source === 'default' || settings.url.value === IN_PROCESS) {
    return inProcessTarget({ seed, clock: BEGINNING })
  }
  const target = await httpTarget(doorTo(settings))
  if (target.controls) return target
  throw new CliError(
    EXIT.usage,
    `${target.name} has no controls, so time cannot be moved there: leave --target out to simulate in this process.`,
  )
}
