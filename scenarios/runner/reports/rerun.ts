import { shellWord } from '../../text/shell-word.ts'
import { type RunReport, reportedSteps, type StepProblem, type StepResult } from './report.ts'

/** One reason why a run failed. */
export interface Failure {
  /** `file:line:column` of the expectation, or the file. */
  readonly place: string
  readonly message: string
  /** The command that runs the scenario again, up to the failed step. */
  readonly command: string
}

export const isFailed = ({
  outcome,
  brokenThresholds,
}: Pick<RunReport, 'outcome' | 'brokenThresholds'>): boolean =>
  outcome === 'failed' || outcome === 'interrupted' || brokenThresholds.length > 0

/** Whether a run passed only after it had failed. */
export const isFlaky = (run: RunReport): boolean => !isFailed(run) && attemptsOf(run) > 1

/** How often a scenario ran for one result. */
export const attemptsOf = ({ failedAttempts = [] }: RunReport): number => failedAttempts.length + 1

/** How the user calls the command. */
export type Program = 'inkling' | 'npx inkling'

/** Why runs failed, in order. */
export function failuresOf(runs: readonly RunReport[], program?: Program): Failure[] {
  return runs.flatMap((run) => [
    ...run.steps.flatMap(decisive).flatMap((step) =>
      step.problems.map((problem) => ({
        place: placeOf(problem),
        message: problem.message,
        command: rerunCommand(run, step, program),
      })),
    ),
    ...run.brokenThresholds.map((message) => ({
      place: run.file,
      message,
      command: rerunCommand(run, undefined, program),
    })),
  ])
}

/** The steps whose problems failed a run: of a race whose expectation is not met, only the race itself. */
export const decisive = (step: StepResult): StepResult[] =>
  step.problems.length > 0 ? [step] : step.children.flatMap(decisive)

/** Steps that have problems themselves. Both a race and its inner steps can have some. */
export const failedSteps = (run: RunReport): StepResult[] =>
  reportedSteps(run.steps).filter(({ problems }) => problems.length > 0)

export const placeOf = ({ file, line, column }: Omit<StepProblem, 'message'>): string =>
  `${file}:${line}:${column}`

/** The command that runs a scenario again on the same target with the same seed. */
export function rerunCommand(run: RunReport, step?: StepResult, program: Program = 'inkling'): string {
  const { file, seed, target, isUnreadable, keptGoing, command } = run
  if (command !== undefined) return `${program} ${command}`
  if (isUnreadable) return `${program} scenario validate ${shellWord(file)}`
  const top = /^([1-9]\d*)/.exec(step?.number ?? '')?.[1]
  const where = /^https?:/.test(target) ? target : 'in-process'
  return [
    `${program} scenario run ${shellWord(file)} --seed ${shellWord(seed)} --target ${where}`,
    ...(top === undefined ? [] : [`--to-step ${top}`]),
    ...(keptGoing ? ['--keep-going'] : []),
  ].join(' ')
}
