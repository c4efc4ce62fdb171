import { type Step, titleOf } from '../language/steps.ts'
import { type StepResult, stepResult } from './report.ts'

/**
 * Results for steps that did not run because of an earlier failure or the end of the run.
 * @param parent the number of the enclosing step; empty at the top level.
 * @param from the index of the first step that did not run.
 */
export function notRun(steps: readonly Step[], parent: string, from = 0, to = steps.length): StepResult[] {
  return steps.slice(from, to).map((step, at) => {
    const number = `${parent === '' ? '' : `${parent}.`}${from + at + 1}`
    return stepResult({ number, ...titleOf(step), outcome: 'skipped', detail: 'did not run' })
  })
}
