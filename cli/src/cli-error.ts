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

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'success',
  usage: 'invalid usage',
  unreadable: 'a file does not parse',
  runtime: 'no connection, or an error at runtime',
  expectation: 'an expectation of a scenario failed',
  threshold: 'a threshold was missed, or a rule was broken',
  refused: 'refused by the safety rules',
  unauthorised: 'not authorised: the admin key is missing or wrong',
  interrupted: 'interrupted with Ctrl-C, or its output was closed before it had finished',
}

/** The meanings of exit code 5, by their code in JSON errors. */
export const MISSED = {
  THRESHOLD_MISSED: 'a threshold was missed',
  RULE_BROKEN: 'a rule of the game was broken',
  STOPPED: 'the load test stopped early',
  VOID: 'the result is void',
  SLOWER: 'a call became slower',
  DIFFERENT: 'a server differs from the reference',
  NOT_CONFORMING: 'a server deviates from the documented API',
} as const

/** The name of an exit code, such as `USAGE`. */
export const nameOfExit = (exitCode: ExitCode): keyof typeof EXIT =>
  (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === exitCode) ?? 'runtime'

/** An error that ends a command. The message is one sentence that says what is wrong and how to fix it. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/**
 * The error for a file or folder that cannot be read or written; any other error than of the file system is returned
 * unchanged.
 * @param problem such as `notes.txt cannot be read`.
 */
export function fileProblem(problem: string, error: unknown, fix: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  return new CliError(EXIT.runtime, `${problem} (${reasonOf(error)}): ${fix}.`, { cause: error })
}

/** The reason in an error of the file system, such as `ENOSPC: no space left on device`. Node appends call and path. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split(', ', 1)[0] ?? '') : String(error)

/** The error for a file, named by the user, that cannot be read; any other error is returned unchanged. */
export function readingProblem(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return error
  return code === 'ENOENT'
    ? new CliError(EXIT.usage, `${file}: there is no such file: correct its name.`)
    : new CliError(EXIT.unreadable, `${file}: ${code}.`)
}

/** Tells whether an error is a {@link CliError}, by name: each bundle has its own copy of the class. */
export const isCliError = (error: unknown): error is CliError =>
  error instanceof Error && error.name === 'CliError'
