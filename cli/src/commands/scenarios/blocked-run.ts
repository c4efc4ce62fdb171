import type { LoadedScenario } from '@inkling/scenarios/runner/language/files/loaded-scenario'
import { failedStart } from '@inkling/scenarios/runner/reports/broken-file'
import type { RunEvent, RunReport } from '@inkling/scenarios/runner/reports/report'
import { seedOf, UnmetNeeds } from '@inkling/scenarios/runner/run'
import { CliError, EXIT } from '../../cli-error.ts'
import { explain } from '../../explain.ts'
import type { Settings } from '../../settings/settings.ts'

/** The only step of a scenario that could not start. */
export const NOT_STARTED = 'start the scenario'

/** The report of a scenario that could not start, for example because its server does not answer. */
export function blockedRun(
  loaded: LoadedScenario,
  error: unknown,
  { url }: Settings,
  seed: string | undefined,
): RunReport {
  const { scenario, source } = loaded
  const message = explain(error).sentence ?? String(error)
  const problems =
    error instanceof Unmet ? error.problems : [{ file: source.file, ...source.positionOf([]), message }]
  const about = {
    name: scenario.name,
    file: source.file,
    target: url.value,
    seed: seedOf(loaded, seed),
  }
  return failedStart(about, NOT_STARTED, problems)
}

/** Reports a run of which nothing ran, so that the others run and every report names it. */
export function reportWhole(run: RunReport, report: (event: RunEvent) => void): RunReport {
  const { name, file, target, seed, steps } = run
  report({ type: 'run-begun', name, file, target, seed })
  for (const step of steps) report({ type: 'step-ended', step })
  report({ type: 'run-ended', run })
  return run
}

/** A scenario needs what its target lacks. */
class Unmet extends CliError {
  readonly problems: UnmetNeeds['problems']

  constructor({ message, problems }: UnmetNeeds) {
    super(EXIT.usage, message)
    this.problems = problems
  }
}

/** The message for a scenario that cannot run on its target; any other error is returned unchanged. */
export function refusalOf(error: unknown): unknown {
  return error instanceof UnmetNeeds ? new Unmet(error) : error
}
