import type { Mismatch } from './match.ts'

/** A step that did not come out as it should; paths lead from the step into the file. */
export class StepFailure extends Error {
  override name = 'StepFailure'
  readonly problems: readonly Mismatch[]

  constructor(problems: readonly Mismatch[]) {
    super(problems.map(({ message }) => message).join('; '))
    this.problems = problems
  }
}

/** A failure with one problem. */
export const failure = (message: string, path: readonly PropertyKey[] = []): StepFailure =>
  new StepFailure([{ path, message }])
