import { placesOf, type Runs, runsOf } from '../../src/core/rules/username/term.ts'

/** Max letters that a piece adds on each side of a bad word. */
const REACH = 5
/** Prefixes and suffixes that people add to bad words. An excuse must not allow these combinations. */
const BEFORE = 'a i u x xx the my big mr dr im your dumb jack super bad smart fat king lord hot mad'.split(
  ' ',
)
const AFTER = 's es ed er ers y ing in head face man boy girl lover king lord hole hat wipe fest x xx'.split(
  ' ',
)
const BEFORE_ANY = ['the', 'my', 'x', 'xx']
const AFTER_ANY = ['s', 'x', 'xx']
const FORMS = {
  bad: { before: BEFORE, after: AFTER },
  /** Fewer prefixes: "hottest" and "fattest" are ordinary words. */
  reserved: { before: BEFORE_ANY, after: AFTER },
  /** Foreign words rarely take English prefixes and endings. */
  foreign: { before: BEFORE_ANY, after: AFTER_ANY },
}

/**
 * Chooses pieces of ordinary words that excuse a bad word within them: "class" and "passe" excuse "ass". The choice is
 * greedy: it repeatedly takes the piece that excuses most occurrences. No piece excuses the term in a bad word or in
 * one of its forms. ^ and $ mark the start and end of a part of a name.
 *
 * @param ordinary words that contain the term.
 * @param bad all bad words, and other words that must not be excused.
 * @param kind selects the prefixes and suffixes of the term's forms.
 */
export function excusesFor(
  term: string,
  ordinary: readonly string[],
  bad: readonly string[],
  kind: keyof typeof FORMS,
): string[] {
  const { before, after } = FORMS[kind]
  const runs = runsOf(term)
  const guarded = [
    ...bad.filter((word) => word.includes(term)),
    term,
    ...before.map((start) => start + term),
    ...after.map((end) => term + end),
  ].map((word) => runsOf(`^${word}$`))

  const open = new Map<string, Set<string>>()
  const piecesAt = new Map<string, string[]>()
  for (const word of ordinary) {
    const bounded = `^${word}$`
    for (const [start, end] of spansIn(bounded, runs)) {
      const key = `${word}@${start}`
      const pieces = piecesAround(bounded, start, end).filter((piece) => !occurs(piece, runs, guarded))
      piecesAt.set(key, pieces)
      for (const piece of pieces) open.set(piece, (open.get(piece) ?? new Set()).add(key))
    }
  }

  const chosen: string[] = []
  for (;;) {
    const [best] = [...open].sort(
      ([a, coveredA], [b, coveredB]) =>
        coveredB.size - coveredA.size || a.length - b.length || (a < b ? -1 : 1),
    )
    if (best === undefined || best[1].size === 0) return chosen
    const [piece, covered] = best
    chosen.push(piece)
    for (const key of [...covered]) for (const other of piecesAt.get(key) ?? []) open.get(other)?.delete(key)
    for (const [other, keys] of open) if (keys.size === 0) open.delete(other)
  }
}

/** The start and end (exclusive) of each occurrence of the term in a word, as letter indices. */
function spansIn(word: string, term: Runs): [number, number][] {
  const runs = runsOf(word)
  const letterAt = (run: number): number => runs.counts.slice(0, run).reduce((sum, count) => sum + count, 0)
  return placesOf(term, runs).map((run) => [letterAt(run), letterAt(run + term.letters.length)])
}

function piecesAround(word: string, start: number, end: number): string[] {
  const pieces: string[] = []
  for (let before = 0; before <= Math.min(REACH, start); before++) {
    for (let after = 0; after <= Math.min(REACH, word.length - end); after++) {
      if (before + after > 0) pieces.push(word.slice(start - before, end + after))
    }
  }
  return [...pieces, word]
}

/** Whether a piece would excuse the term in a guarded word. */
function occurs(piece: string, term: Runs, guarded: readonly Runs[]): boolean {
  const runs = runsOf(piece)
  const offset = placesOf(term, runs)[0] ?? 0
  return guarded.some((word) => {
    const places = placesOf(term, word)
    return placesOf(runs, word).some((place) => places.includes(place + offset))
  })
}
