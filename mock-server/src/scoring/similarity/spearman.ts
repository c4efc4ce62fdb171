/**
 * Spearman's rank correlation of two lists of equal length, from -1 to 1. Equal numbers share their rank. NaN if all
 * numbers of a list are equal, or if the lists are shorter than two.
 */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)]
  const mean = (a.length - 1) / 2
  const sum = (of: (at: number) => number): number => a.reduce((total, _, at) => total + of(at), 0)
  const from = (ranks: readonly number[], at: number): number => (ranks[at] ?? 0) - mean
  const spread = sum((at) => from(x, at) ** 2) * sum((at) => from(y, at) ** 2)
  return sum((at) => from(x, at) * from(y, at)) / Math.sqrt(spread)
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => a.value - b.value)
  const ranks = new Array<number>(values.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && order[to]?.value === order[from]?.value) to++
    for (const { at } of order.slice(from, to)) ranks[at] = (from + to - 1) / 2
    from = to
  }
  return ranks
}
