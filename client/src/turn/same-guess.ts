/** Removes the differences to ignore: case, accents, articles, punctuation. A guess that consists only of symbols stays. */
export function folded(guess: string): string {
  const letters = guess
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^\s*(?:a|an|the)\s+/, '')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
  return letters || guess.trim()
}

/** Shorter words are similar to too many others. */
const SHORTEST_WITH_SLIP = 5

/** Whether a guess means a word: in the plural too, and with one typing error in a long word. */
export function meansWord(guess: string, word: string): boolean {
  const [a, b] = [singular(folded(guess)), singular(folded(word))]
  return a === b || (b.length >= SHORTEST_WITH_SLIP && isOneSlip(a, b))
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word)

/** Whether one letter is missing, too many, another one, or two neighbours are swapped. */
function isOneSlip(a: string, b: string): boolean {
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const rest = (text: string, skipped: number) => text.slice(from + skipped)
  return (
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    rest(a, 1) === rest(b, 1) ||
    (a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2))
  )
}
