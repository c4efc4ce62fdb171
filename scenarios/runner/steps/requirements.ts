import { currentKey } from '@inkling/mock-server/contract/client/client'
import type { LoadedScenario } from '../language/files/loaded-scenario.ts'
import type { Path, Problem } from '../language/files/source.ts'
import type { Need } from '../language/step-parts.ts'
import { blocksOf, needOf, type Step } from '../language/steps.ts'
import { notRun } from '../reports/not-run.ts'
import { type StepResult, stepResult } from '../reports/report.ts'
import type { Target } from '../targets/target.ts'

export const offers = ({ controls, listen, restart }: Target, need: Need): boolean =>
  ({ controls, sockets: listen !== undefined, restart: restart !== undefined })[need]

/**
 * The features that a scenario needs and the target lacks, found before the first call. `config.clock` is none of them: where
 * no step moves the clock, the real time does as well. Steps with `needs` are left out,
 * also an include with its whole file: those are skipped.
 */
export function unmetNeeds(loaded: LoadedScenario, target: Target): Problem[] {
  const { scenario, source } = loaded
  const problems: Problem[] = []
  const included = new Set<LoadedScenario>()
  const add = (path: Path, what: string, need: Need) => {
    if (offers(target, need)) return
    const message = `${what} needs ${need}, which ${target.name} does not offer`
    problems.push(source.problem(path, message))
  }
  if (scenario.config?.world !== undefined) add(['config', 'world'], 'config.world', 'controls')
  if (scenario.faults) add(['faults'], 'faults', 'controls')
  const walk = (steps: readonly Step[], base: Path): void => {
    for (const [at, step] of steps.entries()) {
      const path = [...base, at]
      if (step.needs) continue
      const need = needOf(step)
      if (need) add(path, `this ${Object.keys(step)[0]} step`, need)
      if ('admin' in step && !isAdminOf(target)) {
        const message = `this admin step needs the admin key of ${target.name}`
        problems.push(source.problem(path, message))
      }
      const file = 'include' in step ? loaded.includes.get(step.include) : undefined
      if (file) included.add(file)
      for (const { key, steps: inner } of blocksOf(step)) walk(inner, [...path, key])
    }
  }
  walk(scenario.steps, ['steps'])
  return [...problems, ...[...included].flatMap((file) => unmetNeeds(file, target))]
}

/** Whether admin calls can succeed: a reference server in development takes them without a key. */
const isAdminOf = ({ controls, adminKey }: Target): boolean => controls || currentKey(adminKey) !== undefined

/** The steps of a scenario that a target cannot run, all skipped, with the first reason. */
export function skippedFor([problem]: readonly Problem[], { scenario }: LoadedScenario): StepResult[] {
  const detail = problem?.message ?? ''
  const first = stepResult({ number: '0', what: 'needs', outcome: 'skipped', detail })
  return [first, ...notRun(scenario.steps, '')]
}

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
  const step = { number: '0', what: 'time zone' }
  const result = isStrict
    ? stepResult({ ...step, outcome: 'failed', problems: [source.problem(['config', 'timeZone'], reason)] })
    : stepResult({ ...step, outcome: 'skipped', detail: reason })
  return [result, ...notRun(scenario.steps, '')]
}
