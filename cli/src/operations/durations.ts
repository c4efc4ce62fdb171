import { DURATION, milliseconds } from '@inkling/scenarios/runner/duration'
import { CliError, EXIT } from '../cli-error.ts'

/** A duration as it is given on the command line, in milliseconds. */
export function durationOf(text: string): number {
  if (DURATION.test(text)) return milliseconds(text)
  throw new CliError(
    EXIT.usage,
    `'${text}' is no duration: write a number with ms, s, m, h or d, such as 6m.`,
  )
}
