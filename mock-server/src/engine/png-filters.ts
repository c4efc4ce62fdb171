/** A row as it was before its filter (PNG, section 9). */
export function unfiltered(
  row: Uint8Array,
  filter: number,
  above: Uint8Array,
  pixelBytes: number,
): Uint8Array<ArrayBuffer> {
  const plain = Uint8Array.from(row)
  if (filter === 0) return plain
  for (let x = 0; x < plain.length; x++) {
    const left = x < pixelBytes ? 0 : (plain[x - pixelBytes] ?? 0)
    const up = above[x] ?? 0
    const corner = x < pixelBytes ? 0 : (above[x - pixelBytes] ?? 0)
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    plain[x] = (plain[x] ?? 0) + predicted
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(estimate - one)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
