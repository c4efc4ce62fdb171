import type { Problem } from './source.ts'

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
