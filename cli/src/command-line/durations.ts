import { DURATION, milliseconds } from '@inkling/scenarios/text/duration'
import { CliError, EXIT } from '../cli-error.ts'

/** Parses a duration from the command line. @returns milliseconds. @throws {CliError} for an invalid one. */
export function durationOf(text: string): number {
  if (DURATION.test(text)) return milliseconds(text)
  throw new CliError(
    EXIT.usage,
    `'${text}' is not a duration. Write a number followed by ms, s, m, h or d, such as 6m.`,
  )
}
