import type { LoadedScenario } from './language/files/loaded-scenario.ts'
import { notRun } from './reports/not-run.ts'
import type { StepResult } from './reports/report.ts'
import type { Target } from './targets/target.ts'

/**
 * The results of a scenario that cannot run because its target has another time zone; null if it can run.
 * @param isStrict fails instead of skipping the scenario.
 */
export function timeZoneMismatch(
  { scenario, source }: LoadedScenario,
  target: Target,
  isStrict: boolean,
): StepResult[] | null {
  const wanted = scenario.config?.timeZone
  if (wanted === undefined || wanted === target.timeZone) return null
  const has = target.timeZone === undefined ? 'does not report its time zone' : `has ${target.timeZone}`
  const reason = `this scenario needs the time zone ${wanted}, but ${target.name} ${has}`
  const place = { file: source.file, ...source.positionOf(['config', 'timeZone']) }
  const step = { number: '0', who: '', what: 'time zone', children: [], durationMs: 0 }
  const result: StepResult = isStrict
    ? { ...step, outcome: 'failed', detail: '', problems: [{ ...place, message: reason }] }
    : { ...step, outcome: 'skipped', detail: reason, problems: [] }
  return [result, ...notRun(scenario.steps, '')]
}
