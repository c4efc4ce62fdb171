/** A word as runs of equal letters: "ass" has letters "as" and counts [1, 2]. */
export interface Runs {
  readonly letters: string
  readonly counts: readonly number[]
}

export function runsOf(word: string): Runs {
  const runs = word.match(/(.)\1*/g) ?? []
  return { letters: runs.map((run) => run[0]).join(''), counts: runs.map((run) => run.length) }
}

/**
 * Whether a word occurs at run `start` of another, with each letter repeated at least as often: "fuuuck" contains
 * "fuck", but "niger" does not contain "nigger".
 */
function occursAt(word: Runs, within: Runs, start: number): boolean {
  if (!within.letters.startsWith(word.letters, start)) return false
  return word.counts.every((count, at) => (within.counts[start + at] ?? 0) >= count)
}

/** The index of every run at which a word occurs in another. */
export function placesOf(word: Runs, within: Runs): number[] {
  const places: number[] = []
  for (
    let at = within.letters.indexOf(word.letters);
    at >= 0;
    at = within.letters.indexOf(word.letters, at + 1)
  ) {
    if (occursAt(word, within, at)) places.push(at)
  }
  return places
}
