/** Max typing errors with which a word of this length still counts as the word. */
export function slipsAllowed(letters: number): number {
  if (letters < 4) return 0
  return letters < 8 ? 1 : 2
}

/** Three rows of the distance table, reused between calls: a look-up makes thousands of calls. */
let table = new Uint16Array(3 * 64)

/**
 * Optimal string alignment distance: letters inserted, deleted, replaced, or two neighbours swapped. Returns `limit +
 * 1` as soon as the distance exceeds `limit`.
 */
export function slipsBetween(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  const width = b.length + 1
  if (table.length < 3 * width) table = new Uint16Array(3 * width)
  for (let column = 0; column < width; column++) table[column] = column
  let [last, current, beforeLast] = [0, width, 2 * width]
  for (let row = 1; row <= a.length; row++) {
    // Cells further from the diagonal than the limit cannot be on a path within the limit.
    const from = Math.max(1, row - limit)
    const to = Math.min(b.length, row + limit)
    table[current + from - 1] = from === 1 ? row : limit + 1
    let min = cell(current + from - 1)
    for (let column = from; column <= to; column++) {
      const letter = a.charCodeAt(row - 1)
      const other = b.charCodeAt(column - 1)
      let slips = cell(last + column - 1) + (letter === other ? 0 : 1)
      slips = Math.min(slips, cell(current + column - 1) + 1)
      if (column < row + limit) slips = Math.min(slips, cell(last + column) + 1)
      const swapped =
        row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other
      if (swapped) slips = Math.min(slips, cell(beforeLast + column - 2) + 1)
      table[current + column] = slips
      min = Math.min(min, slips)
    }
    if (min > limit) return limit + 1
    const free = beforeLast
    beforeLast = last
    last = current
    current = free
  }
  return Math.min(cell(last + b.length), limit + 1)
}

const cell = (at: number): number => table[at] ?? 0

/** The share of letter pairs that two words have in common (Dice coefficient), from 0 to 1. */
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
