import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { diffScenario, type ScenarioDiff } from '@inkling/scenarios/diff/diff'
import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { readableEnv } from '@inkling/scenarios/runner/readable-env'
import { seedOf, UnmetNeeds } from '@inkling/scenarios/runner/run'
import { RestoreFailedError } from '@inkling/scenarios/runner/server-state'
import { refuseDryRun } from '../../calls/access.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { interruption } from '../../interruption.ts'
import { requireConsent } from '../../safety/consent.ts'
import type { Settings } from '../../settings/settings.ts'
import { rescueWorld } from '../worlds/rescued-world.ts'
import { refusalOf } from './blocked-run.ts'
import { loadScenarios } from './scenario-files.ts'
import { refuseReadOnly, targetFor } from './scenario-run.ts'

/** A scenario of several that cannot run on one of the targets. */
interface SkippedDiff {
  readonly name: string
  readonly file: string
  readonly skipped: string
}

export interface ScenarioDiffs {
  readonly scenarios: readonly (ScenarioDiff | SkippedDiff)[]
  readonly exitCode: ExitCode
}

/**
 * Runs scenarios on two targets, each with its own settings, and reports the differences.
 * @param place a file, a folder or a shipped scenario
 */
export async function diffTargets(
  place: string,
  given: readonly [Settings, Settings],
  env: readonly string[] = [],
): Promise<ScenarioDiffs> {
  const loaded = await loadScenarios([place])
  if (loaded.length === 0) throw new CliError(EXIT.usage, 'name a scenario file to run on both targets.')
  for (const each of given) {
    refuseDryRun(each)
    refuseReadOnly(each)
  }
  const settings = [
    await requireConsent('scenario diff', given[0]),
    await requireConsent('scenario diff', given[1]),
  ] as const
  const interrupt = interruption()
  const scenarios: (ScenarioDiff | SkippedDiff)[] = []
  try {
    for (const each of loaded) {
      if (interrupt.signal.aborted) break
      const diff = await diffOne(each, settings, env, interrupt.signal).catch((error: unknown) => {
        // Of several, the others run.
        if (!(error instanceof UnmetNeeds) || loaded.length === 1) throw error
        const [problem] = error.problems
        const { scenario, source } = each
        return { name: scenario.name, file: source.file, skipped: problem?.message ?? error.message }
      })
      scenarios.push(diff)
    }
  } catch (error) {
    if (error instanceof RestoreFailedError) throw await rescueWorld(error)
    throw refusalOf(error)
  } finally {
    interrupt.release()
  }
  const isBroken = scenarios.some(
    (each) => 'differences' in each && each.differences.some(({ kind }) => kind === 'violation'),
  )
  return { scenarios, exitCode: interrupt.codeOr(isBroken ? EXIT.threshold : EXIT.ok) }
}

async function diffOne(
  loaded: LoadedScenario,
  settings: readonly [Settings, Settings],
  env: readonly string[],
  signal: AbortSignal,
): Promise<ScenarioDiff> {
  // Unnamed, because the in-process target has no name of the caller to show.
  const open = (each: Settings) => targetFor(loaded, { ...each, adminName: '' }, false)
  const [first, second] = [await open(settings[0]), await open(settings[1])]
  try {
    return await diffScenario(loaded, [first, second], {
      sketchbook: loadSketchbook(),
      seed: seedOf(loaded, settings[0].seed.value),
      env: readableEnv(process.env, env),
      signal,
    })
  } finally {
    await Promise.all([first.close(), second.close()])
  }
}
