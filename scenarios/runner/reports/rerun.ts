import { shellWord } from '../../text/shell-word.ts'
import { leaves, type RunReport, type StepProblem, type StepResult } from './report.ts'

/** One reason why a run failed. */
export interface Failure {
  /** `file:line:column` of the expectation, or the file. */
  readonly place: string
  readonly message: string
  /** The command that runs the scenario again, up to the failed step. */
  readonly command: string
}

export const isFailed = ({ outcome, brokenThresholds }: RunReport): boolean =>
  outcome === 'failed' || outcome === 'interrupted' || brokenThresholds.length > 0

/** Why runs failed, in order. */
export function failuresOf(runs: readonly RunReport[]): Failure[] {
  return runs.flatMap((run) => [
    ...failedSteps(run).flatMap((step) =>
      step.problems.map((problem) => ({
        place: placeOf(problem),
        message: problem.message,
        command: rerunCommand(run, step),
      })),
    ),
    ...run.brokenThresholds.map((message) => ({
      place: run.file,
      message,
      command: rerunCommand(run),
    })),
  ])
}

/** Steps that have problems themselves. Both a race and its inner steps can have some. */
export const failedSteps = (run: RunReport): StepResult[] =>
  run.steps
    .flatMap((step) => [...leaves([step]), ...blocks(step)])
    .filter(({ problems }) => problems.length > 0)

const blocks = (step: StepResult): StepResult[] =>
  step.children.length > 0 ? [step, ...step.children.flatMap(blocks)] : []

export const placeOf = ({ file, line, column }: StepProblem): string => `${file}:${line}:${column}`

/** The command that runs a scenario again on the same target with the same seed. */
export function rerunCommand(run: RunReport, step?: StepResult): string {
  const { file, seed, target, isUnreadable, keptGoing } = run
  if (isUnreadable) return `inkling scenario validate ${shellWord(file)}`
  const top = /^([1-9]\d*)/.exec(step?.number ?? '')?.[1]
  const where = /^https?:/.test(target) ? target : 'in-process'
  return [
    `inkling scenario run ${shellWord(file)} --seed ${shellWord(seed)} --target ${where}`,
    ...(top === undefined ? [] : [`--to-step ${top}`]),
    ...(keptGoing ? ['--keep-going'] : []),
  ].join(' ')
}
