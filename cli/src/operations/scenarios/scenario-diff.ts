import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { diffScenario, type ScenarioDiff } from '@inkling/scenarios/diff/diff'
import { readableEnv } from '@inkling/scenarios/runner/readable-env'
import { seedOf } from '@inkling/scenarios/runner/run'
import { RestoreFailedError } from '@inkling/scenarios/runner/server-state'
import { refuseDryRun } from '../../calls/access.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { interruption } from '../../interruption.ts'
import { requireConsent } from '../../safety/consent.ts'
import type { Settings } from '../../settings/settings.ts'
import { rescueWorld } from '../worlds/rescued-world.ts'
import { loadScenarios } from './scenario-files.ts'
import { refusalOf, refuseReadOnly, targetFor } from './scenario-run.ts'

/** Runs one scenario on two targets, each with its own settings, and reports the differences. */
export async function diffTargets(
  file: string,
  given: readonly [Settings, Settings],
  env: readonly string[] = [],
): Promise<{ diff: ScenarioDiff; exitCode: ExitCode }> {
  const [loaded] = await loadScenarios([file])
  if (!loaded) throw new CliError(EXIT.usage, 'name a scenario file to run on both targets.')
  for (const each of given) {
    refuseDryRun(each)
    refuseReadOnly(each)
  }
  const settings = [
    await requireConsent('scenario diff', given[0]),
    await requireConsent('scenario diff', given[1]),
  ] as const
  const interrupt = interruption()
  const [first, second] = [
    await targetFor(loaded, settings[0], false),
    await targetFor(loaded, settings[1], false),
  ]
  try {
    const diff = await diffScenario(loaded, [first, second], {
      sketchbook: loadSketchbook(),
      seed: seedOf(loaded, settings[0].seed.value),
      env: readableEnv(process.env, env),
      signal: interrupt.signal,
    })
    const isBroken = diff.differences.some(({ kind }) => kind === 'violation')
    const exitCode = interrupt.signal.aborted ? EXIT.interrupted : isBroken ? EXIT.threshold : EXIT.ok
    return { diff, exitCode }
  } catch (error) {
    if (error instanceof RestoreFailedError) throw await rescueWorld(error)
    throw refusalOf(error)
  } finally {
    interrupt.release()
    await Promise.all([first.close(), second.close()])
  }
}
