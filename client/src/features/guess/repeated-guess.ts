import { folded } from '../../turn/same-guess.ts'

/** The earlier guess that equals a new one without case, accents, articles and punctuation; null if there is none. */
export function repeatedGuess(guess: string, earlier: readonly string[]): string | null {
  const wanted = folded(guess)
  return earlier.find((one) => folded(one) === wanted) ?? null
}
