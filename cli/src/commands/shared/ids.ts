import { Option } from 'commander'
import { CliError, EXIT } from '../../cli-error.ts'

/** The option that gave an id before it became an argument. */
export const olderOption = (name: string): Option => new Option(`--${name} <id>`).hideHelp()

/** The id given as an argument or by the older option, if any. @throws {CliError} if both are given. */
export function eitherId(
  name: string,
  argument: string | undefined,
  older: string | undefined,
): string | undefined {
  if (argument === undefined || older === undefined) return argument ?? older
  throw new CliError(EXIT.usage, `there are two ids: leave out --${name}.`)
}

/** The same for a required id. @throws {CliError} if there is none, or if both are given. */
export function idOf(name: string, argument: string | undefined, older: string | undefined): string {
  const id = eitherId(name, argument, older)
  if (id !== undefined) return id
  throw new CliError(EXIT.usage, `missing required argument '${name}': give its id.`)
}
