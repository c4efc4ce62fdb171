/**
 * The earlier guess that a new one repeats, so that it costs no attempt. Ignores case, accents, articles and
 * punctuation.
 */
export function repeatedGuess(guess: string, earlier: readonly string[]): string | null {
  const folded = fold(guess)
  return earlier.find((one) => fold(one) === folded) ?? null
}

/** A guess that consists only of symbols is not folded. */
function fold(guess: string): string {
  const letters = guess
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^\s*(?:a|an|the)\s+/, '')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
  return letters || guess.trim()
}
