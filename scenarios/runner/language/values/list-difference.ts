import { counted } from '../../../text/counted.ts'
import { show } from './show.ts'

/** Longer lists are compared from their starts only: aligning them takes time with the product of their lengths. */
const MAX_ALIGNED = 200
/** How many items of each kind are shown. */
const MAX_SHOWN = 3

/**
 * How a list differs from an expected one of another length, as a sentence: what is missing, and what is not expected.
 * @param fits whether an item meets an expected one.
 */
export function listDifference(
  actual: readonly unknown[],
  expected: readonly unknown[],
  fits: (item: unknown, wanted: unknown) => boolean,
): string {
  const [found, met] =
    Math.max(actual.length, expected.length) > MAX_ALIGNED ? [[], []] : aligned(actual, expected, fits)
  const missing = expected.filter((_, at) => !met.includes(at))
  const extra = actual.flatMap((item, at) => (found.includes(at) ? [] : [`${show(item)} at [${at}]`]))
  const parts = [
    `expected ${counted(expected.length, 'item')}, got ${actual.length}`,
    ...(missing.length > 0 ? [`missing: ${listed(missing.map(show))}`] : []),
    ...(extra.length > 0 ? [`not expected: ${listed(extra)}`] : []),
  ]
  return parts.join('; ')
}

/** The first of some texts, and how many more there are. */
export const listed = (texts: readonly string[]): string => {
  const rest = texts.length - MAX_SHOWN
  return [...texts.slice(0, MAX_SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

/** The indexes of a longest common subsequence in both lists. */
function aligned(
  actual: readonly unknown[],
  expected: readonly unknown[],
  fits: (item: unknown, wanted: unknown) => boolean,
): [found: number[], met: number[]] {
  const [rows, columns] = [actual.length, expected.length]
  const same = actual.map((item) => expected.map((wanted) => fits(item, wanted)))
  const length = Array.from({ length: rows + 1 }, () => Array<number>(columns + 1).fill(0))
  const at = (row: number, column: number) => length[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const best = same[row]?.[column]
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
      ;(length[row] as number[])[column] = best
    }
  }
  const [found, met]: [number[], number[]] = [[], []]
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (same[row]?.[column]) {
      found.push(row++)
      met.push(column++)
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return [found, met]
}
