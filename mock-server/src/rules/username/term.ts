/** A word as runs of equal letters: "ass" is a once, s twice. */
export interface Runs {
  readonly letters: string
  readonly counts: readonly number[]
}

export function runsOf(word: string): Runs {
  const runs = word.match(/(.)\1*/g) ?? []
  return { letters: runs.map((run) => run[0]).join(''), counts: runs.map((run) => run.length) }
}

/**
 * Whether a word occurs at this run of a longer one, with each letter repeated at least as often: "fuuuck" contains
 * "fuck", but "niger" does not contain "nigger".
 */
function standsAt(word: Runs, within: Runs, start: number): boolean {
  if (!within.letters.startsWith(word.letters, start)) return false
  return word.counts.every((count, at) => (within.counts[start + at] ?? 0) >= count)
}

/** Every run at which a word occurs in a longer one. */
export function placesOf(word: Runs, within: Runs): number[] {
  const places: number[] = []
  for (
    let at = within.letters.indexOf(word.letters);
    at >= 0;
    at = within.letters.indexOf(word.letters, at + 1)
  ) {
    if (standsAt(word, within, at)) places.push(at)
  }
  return places
}
