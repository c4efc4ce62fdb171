import { slipsBetween } from '@inkling/mock-server/scoring/spelling'

/** The candidate closest to a mistyped word; undefined when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const max = Math.max(1, Math.floor(word.length / 3))
  let best: { candidate: string; slips: number } | undefined
  for (const candidate of candidates) {
    const slips = slipsBetween(word.toLowerCase(), candidate.toLowerCase(), max)
    if (slips <= max && (!best || slips < best.slips)) best = { candidate, slips }
  }
  return best?.candidate
}

/** "; did you mean 'x'?", or nothing if no candidate is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates)
  return meant === undefined ? '' : `; did you mean '${meant}'?`
}

/** "; did you mean 'x'?", or all candidates if none is close. */
export const oneOf = (word: string, candidates: readonly string[]): string =>
  didYouMean(word, candidates) || `: use one of ${candidates.join(', ')}`
