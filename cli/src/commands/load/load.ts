import type { LoadReport } from '@inkling/scenarios/load/figures/report'
import { planOf } from '@inkling/scenarios/load/file/plan'
import type { LoadShape } from '@inkling/scenarios/load/file/shape'
import { PreparationError } from '@inkling/scenarios/load/generator/prepare'
import { type LoadEvent, runLoad } from '@inkling/scenarios/load/generator/run-load'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { accessTo, refuseDryRun } from '../../calls/access.ts'
import { auditWhole } from '../../calls/audit-log.ts'
import { connect } from '../../calls/connect.ts'
import { CliError, EXIT, type ExitCode } from '../../cli-error.ts'
import { reportWriters, writeReports } from '../../command-line/report-files.ts'
import { interruption } from '../../interruption.ts'
import { requireConsent } from '../../safety/consent.ts'
import { type Settings, seedFor } from '../../settings/settings.ts'
import { type LoadOverrides, loadShapeOf } from './load-file.ts'
import { partInProcess } from './load-process.ts'
import { LOAD_REPORTS } from './load-reports.ts'

export interface LoadOptions extends LoadOverrides {
  readonly workers: number
  /** Each as `kind=file`. */
  readonly report: readonly string[]
}

export interface LoadResult {
  readonly report: LoadReport
  readonly exitCode: ExitCode
  /** The error to end with if a report could not be written. */
  readonly unwritten: CliError | null
}

const EXIT_CODES: Readonly<Record<LoadReport['summary']['outcome'], ExitCode>> = {
  passed: EXIT.ok,
  missed: EXIT.threshold,
  void: EXIT.threshold,
  stopped: EXIT.threshold,
  interrupted: EXIT.interrupted,
}

/**
 * Runs a load against the target, with its generators in separate processes.
 * @throws {CliError} if the file is invalid, consent is refused, or the players cannot be prepared.
 */
export async function runLoadOn(
  given: Settings,
  file: string | undefined,
  options: LoadOptions,
  onEvent: (event: LoadEvent) => void,
): Promise<LoadResult> {
  refuseDryRun(given)
  return runShapeOn(given, await loadShapeOf(file, options), options, onEvent)
}

/** The same for a load that is not in a file. */
export async function runShapeOn(
  given: Settings,
  shape: LoadShape,
  options: Pick<LoadOptions, 'workers' | 'report'>,
  onEvent: (event: LoadEvent) => void,
): Promise<LoadResult> {
  const writers = reportWriters(options.report, LOAD_REPORTS)
  const settings = await requireConsent('load run', given)
  const plan = planOf(shape, seedFor(settings))
  await firstCall(settings, plan.seed)
  const target = await httpTarget(accessTo(settings))
  if (plan.during.length > 0 && !target.controls) {
    throw new CliError(
      EXIT.usage,
      `${target.name} has no controls, so 'during' cannot move its clock: leave it out, and start the load before midnight.`,
    )
  }
  const { name, seed, players, maxCalls } = plan
  const noteOutcome = await auditWhole(settings, { name, seed, players, maxCalls })
  const interrupt = interruption()
  try {
    const parts = Array.from({ length: options.workers }, (_, at) =>
      partInProcess(plan, settings.url.value, at, options.workers),
    )
    const report = await runLoad({ plan, target, parts, signal: interrupt.signal, onEvent })
    const unwritten = await writeReports(writers, report)
    noteOutcome(`${report.summary.outcome}, ${report.summary.calls} calls measured`)
    return { report, exitCode: EXIT_CODES[report.summary.outcome], unwritten }
  } catch (error) {
    noteOutcome('failed')
    if (error instanceof PreparationError) throw new CliError(EXIT.runtime, error.message)
    throw error
  } finally {
    interrupt.release()
    await target.close()
  }
}

/**
 * Signs one player in through guardedFetch, so that `--read-only` refuses the load, and an unreachable target is reported.
 */
async function firstCall(settings: Settings, seed: string): Promise<void> {
  const deviceId = `load_first_${seed.replace(/[^\w-]/g, '_').padEnd(16, '_')}`.slice(0, 128)
  await connect(settings).signInDevice({ body: { deviceId } })
}
