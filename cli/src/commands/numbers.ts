import { InvalidArgumentError } from 'commander'

/** Reads a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It has to be a whole number from ${least} to ${most}.`)
  }
}
