/** The earlier guess that equals a new one without case, accents, articles and punctuation; null if there is none. */
export function repeatedGuess(guess: string, earlier: readonly string[]): string | null {
  const folded = fold(guess)
  return earlier.find((one) => fold(one) === folded) ?? null
}

/** Removes the differences to ignore. A guess that consists only of symbols is not changed. */
function fold(guess: string): string {
  const letters = guess
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^\s*(?:a|an|the)\s+/, '')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
  return letters || guess.trim()
}
