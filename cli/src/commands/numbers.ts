import { InvalidArgumentError } from 'commander'

/** Parses a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
  }
}
