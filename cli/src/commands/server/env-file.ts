import { parseEnv } from 'node:util'
import { ScenarioFileError } from '@inkling/scenarios/runner/language/files/source'
import { textOfFile } from '@inkling/scenarios/runner/language/files/text-file'

const ASSIGNMENT = /^\s*([A-Za-z_]\w*)\s*=\s*(.*)$/

export interface EnvVariable {
  readonly name: string
  readonly value: string
  readonly line: number
}

/**
 * The variables of an env file. Messages do not repeat its lines, which may contain secrets.
 * @throws {ScenarioFileError} for a file that is not UTF-8, a line that is not `NAME=value` or has a comment, and a
 * repeated name.
 */
export function variablesOf(bytes: Uint8Array, file: string): EnvVariable[] {
  const text = textOfFile(bytes, file)
  const values = parseEnv(text)
  const lines = text.split('\n')
  const found = new Map<string, number>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const refuse = (message: string): never => {
      throw new ScenarioFileError([{ file, line: at + 1, column: 1, message }])
    }
    // parseEnv and systemd's EnvironmentFile read these two differently.
    if (/^\s*export\s/.test(line)) refuse('systemd ignores a line with export: write NAME=value')
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? []
    if (name === undefined)
      return refuse('this line is not NAME=value: correct it, or begin it with # for a comment')
    const first = found.get(name)
    if (first !== undefined) refuse(`${name} is set on line ${first} already: remove one of them`)
    found.set(name, at + 1)
    if (/^(?:"[^"]*"|'[^']*'|[^"'`]*)\s*#/.test(value))
      refuse(
        'systemd reads # and what follows as part of the value: put the comment on a line of its own, or quote a value with #',
      )
    at += linesAfter(value, lines.slice(at + 1))
  }
  return [...found].map(([name, line]) => ({ name, value: values[name] ?? '', line }))
}

/** The number of further lines of a quoted value. */
function linesAfter(value: string, rest: readonly string[]): number {
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote === undefined || value.slice(1).includes(quote)) return 0
  return rest.findIndex((line) => line.includes(quote)) + 1
}
