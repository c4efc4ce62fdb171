/** Exit codes of the program (design.md, Toolkit). */
export const EXIT = {
  ok: 0,
  usage: 1,
  unreadable: 2,
  runtime: 3,
  expectation: 4,
  threshold: 5,
  refused: 6,
  unauthorised: 7,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What ends a command; the message is one sentence that says how to mend it. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Whether it is a {@link CliError}, also one of another bundle, which has a class of its own. */
export const isCliError = (error: unknown): error is CliError =>
  error instanceof Error && error.name === 'CliError'
