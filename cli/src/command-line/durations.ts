import {
  DURATION,
  isTooLong,
  isTooLongToWait,
  MAX_DURATION,
  MAX_WAIT,
  milliseconds,
} from '@inkling/scenarios/text/duration'
import { CliError, EXIT } from '../cli-error.ts'

/** Parses a duration from the command line. @returns milliseconds. @throws {CliError} for an invalid one. */
export const durationOf = (text: string): number => parsed(text, MAX_DURATION, isTooLong)

/**
 * Parses a duration that a command waits for.
 * @param place the option or variable, for the error
 * @returns milliseconds. @throws {CliError} for an invalid one.
 */
export const waitingTimeOf = (text: string, place?: string): number =>
  parsed(text, MAX_WAIT, isTooLongToWait, place)

function parsed(text: string, max: string, isOver: (text: string) => boolean, place?: string): number {
  const given = `${place === undefined ? '' : `${place} `}'${text}'`
  if (!DURATION.test(text))
    throw new CliError(
      EXIT.usage,
      `${given} is not a duration. Write a number followed by ms, s, m, h or d, such as 6m.`,
    )
  if (isOver(text)) throw new CliError(EXIT.usage, `${given} is too long: write ${max} or less.`)
  return milliseconds(text)
}
