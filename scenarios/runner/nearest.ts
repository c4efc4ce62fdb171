/** The candidate that a mistyped word most likely meant; undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3))
  let best: { candidate: string; steps: number } | undefined
  for (const candidate of candidates) {
    const steps = editSteps(word.toLowerCase(), candidate.toLowerCase())
    if (steps <= most && (!best || steps < best.steps)) best = { candidate, steps }
  }
  return best?.candidate
}

/** "; did you mean 'x'?" or, without a near candidate, nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates)
  return meant === undefined ? '' : `; did you mean '${meant}'?`
}

/** "; did you mean 'x'?" or, without a near candidate, all of them. */
export const oneOf = (word: string, candidates: readonly string[]): string =>
  didYouMean(word, candidates) || `: use one of ${candidates.join(', ')}`

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function editSteps(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const steps = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(swapped ? Math.min(steps, at(beforeLast, j - 2) + 1) : steps)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
