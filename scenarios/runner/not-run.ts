import type { Step } from './language.ts'
import type { StepResult } from './report.ts'
import { titleOf } from './title.ts'

/**
 * Results of steps that an earlier failure, or the end of the run, kept from running.
 * @param parent number of the step around them; empty at the top.
 * @param from counts from 0.
 */
export function notRun(steps: readonly Step[], parent: string, from = 0, to = steps.length): StepResult[] {
  return steps.slice(from, to).map((step, at) => ({
    number: `${parent === '' ? '' : `${parent}.`}${from + at + 1}`,
    ...titleOf(step),
    outcome: 'skipped',
    detail: 'did not run',
    problems: [],
    children: [],
    durationMs: 0,
  }))
}
