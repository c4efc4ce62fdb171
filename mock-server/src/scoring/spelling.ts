/** How many slips of the keys a word of this many letters may hold and still be taken for itself. */
export function slipsAllowed(letters: number): number {
  if (letters < 4) return 0
  return letters < 8 ? 1 : 2
}

/**
 * Optimal string alignment distance: letters added, left out, exchanged, or two neighbours swapped.
 * Gives `limit + 1` as soon as the distance is known to be over `limit`.
 */
export function slipsBetween(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let slips = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) slips = Math.min(slips, at(beforeLast, column - 2) + 1)
      current.push(slips)
      least = Math.min(least, slips)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return Math.min(at(last, b.length), limit + 1)
}

/** Share of letter pairs that two words have in common (Dice), from 0 to 1. */
export function likeness(a: string, b: string): number {
  const pairs = letterPairs(a)
  const others = letterPairs(b)
  if (pairs.length === 0 || others.length === 0) return 0
  const left = [...others]
  let shared = 0
  for (const pair of pairs) {
    const found = left.indexOf(pair)
    if (found < 0) continue
    left.splice(found, 1)
    shared++
  }
  return (2 * shared) / (pairs.length + others.length)
}

function letterPairs(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** Cells of the rows are always there; outside them a path is impossible. */
const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
