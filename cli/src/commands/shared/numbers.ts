import { InvalidArgumentError } from 'commander'

/** Parses a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`)
  }
}
