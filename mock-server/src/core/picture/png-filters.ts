/** What a filter predicts of a byte, by the bytes on its left, above it, and above that on the left. */
type Predict = (left: number, above: number, corner: number) => number

/** By their numbers (PNG, section 9). */
const FILTERS: readonly Predict[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
]

/**
 * Undoes the filter of one row in place.
 * @param filter 0 to 4.
 * @param above the previous row, unfiltered; zeros for the first row.
 * @param pixelBytes the bytes per pixel, at least 1.
 * @throws RangeError for any other filter.
 */
export function unfilter(row: Uint8Array, filter: number, above: Uint8Array, pixelBytes: number): void {
  const predict = FILTERS[filter]
  if (!predict) throw new RangeError(`PNG has no filter ${filter}`)
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] as number)
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] as number)
    row[at] = (row[at] as number) + predict(left, above[at] as number, corner)
  }
}

/** The one that is nearest to what the three make; in case of doubt, in this order. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
