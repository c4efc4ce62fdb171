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

/**
 * The problems of a scenario in the order of the files and lines, each cause once: a problem that a file has in several
 * places is reported at the first, with the other lines.
 */
export function oncePerCause(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  const inOrder = [...problems].sort(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  )
  const causes = new Map<string, Problem[]>()
  for (const problem of inOrder) {
    const cause = `${problem.file}\n${problem.message}`
    causes.set(cause, [...(causes.get(cause) ?? []), problem])
  }
  return [...causes.values()].map(([first, ...others]) => {
    const { line, message, ...rest } = first as Problem
    const lines = [...new Set(others.map((other) => other.line))].filter((other) => other !== line)
    return { ...rest, line, message: message + alsoOn(lines) }
  })
}

function alsoOn(lines: readonly number[]): string {
  if (lines.length === 0) return ''
  return ` (also on ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')})`
}
