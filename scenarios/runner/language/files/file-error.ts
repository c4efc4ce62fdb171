/** A position in a file. Line and column are counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface Problem extends Position {
  readonly file: string
  readonly message: string
}

/** Problems of a file. The message starts with `file:line:column`. */
export class PlacedError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'),
    )
    this.problems = problems
  }
}

/** An invalid file. */
export class ScenarioFileError extends PlacedError {
  override name = 'ScenarioFileError'
}
