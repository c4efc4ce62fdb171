import { leetReadings, lettersOf, partsOf } from './name-parts.ts'
import { placesOf, type Runs, runsOf } from './term.ts'

/** The words that a finder looks for; lists are words with spaces between. */
export interface BadWords {
  /** Words that nothing excuses. */
  readonly plain: string
  /** Words and the pieces of ordinary words that excuse them: "class" for what stands at its end. */
  readonly excused: Readonly<Record<string, string>>
  /** Those of them that are no accident across the parts of a name either: GreatItem holds one that is. */
  readonly across: string
}

interface Term {
  readonly word: string
  readonly runs: Runs
  /** Pieces that excuse the word, and the run within each at which the word stands. */
  readonly excuses: readonly { readonly runs: Runs; readonly offset: number }[]
}

/** Letters a leet spelling has at least beside its digits: 455 is a number. */
const LEAST_LETTERS = 2

/**
 * Finds bad words in names: as substrings, with letters repeated, spelled out, or in leet (spec section 5). Names are
 * read as words of ASCII letters and digits with anything else between them.
 */
export function createBadWordFinder({ plain, excused, across }: BadWords): (name: string) => boolean {
  const terms = [
    ...plain.split(' ').map((word) => toTerm(word, '')),
    ...Object.entries(excused).map(([word, pieces]) => toTerm(word, pieces)),
  ]
  const acrossParts = terms.filter(({ word }) => across.split(' ').includes(word))

  return (name) => {
    const parts = partsOf(name)
    const words = name.split(/\s+/).map((word) => partsOf(word).join(''))
    return (
      parts.some((part) => lettersOf(part).some((letters) => holds(terms, letters))) ||
      parts.some((part) => holdsLeet(terms, part)) ||
      words.some((word) => lettersOf(word).some((letters) => holds(acrossParts, letters))) ||
      neighbours(parts).some((text) => spells(terms, text))
    )
  }
}

function toTerm(word: string, pieces: string): Term {
  const runs = runsOf(word)
  const excuses = pieces.split(' ').filter((piece) => piece !== '')
  return {
    word,
    runs,
    excuses: excuses.map((piece) => {
      const pieceRuns = runsOf(piece)
      return { runs: pieceRuns, offset: placesOf(runs, pieceRuns)[0] ?? 0 }
    }),
  }
}

function holds(terms: readonly Term[], letters: string): boolean {
  const within = runsOf(`^${letters}$`)
  return terms.some((term) => guiltyPlaces(term, within).length > 0)
}

/** Runs at which the term stands without an excuse. */
function guiltyPlaces({ runs, excuses }: Term, within: Runs): number[] {
  const places = placesOf(runs, within)
  if (places.length === 0) return places
  const excused = new Set(
    excuses.flatMap((piece) => placesOf(piece.runs, within).map((at) => at + piece.offset)),
  )
  return places.filter((place) => !excused.has(place))
}

/** A leet spelling in one part of a name. */
function holdsLeet(terms: readonly Term[], part: string): boolean {
  return leetReadings(part).some((reading) => {
    const within = runsOf(`^${reading}$`)
    return terms.some((term) =>
      guiltyPlaces(term, within).some((place) => {
        const start = lettersBefore(within, place) - 1
        const end = lettersBefore(within, place + term.runs.letters.length) - 1
        return isLeet(part, start, end, term.word.length)
      }),
    )
  })
}

/**
 * Whether these letters and digits were meant as a word, not as a name with a number after it: they take all of a
 * number or nothing, and a word of three letters, or one that ends in a number, stands alone.
 */
function isLeet(part: string, start: number, end: number, length: number): boolean {
  const written = part.slice(start, end)
  const letters = written.replace(/\d/g, '').length
  if (letters === written.length) return false
  if (/\d$/.test(written) && /^\d/.test(part.slice(end))) return false
  if (length === 3 || /\d\d$/.test(written)) return letters > 0 && written === part
  return letters >= LEAST_LETTERS
}

function lettersBefore({ counts }: Runs, run: number): number {
  return counts.slice(0, run).reduce((sum, count) => sum + count, 0)
}

/** Two or more neighbouring parts written together: where f_u_c_k is spelled out. */
function neighbours(parts: readonly string[]): string[] {
  return parts.flatMap((_, from) =>
    parts.slice(from + 1).map((__, more) => parts.slice(from, from + more + 2).join('')),
  )
}

/** Whether the text is the term and nothing else, plainly or in leet. */
function spells(terms: readonly Term[], text: string): boolean {
  const letters = text.replace(/\d/g, '').length
  const readings = letters >= LEAST_LETTERS ? [text, ...leetReadings(text)] : []
  return readings.some((reading) => {
    const within = runsOf(reading)
    return terms.some(
      ({ runs }) => runs.letters.length === within.letters.length && placesOf(runs, within).length > 0,
    )
  })
}
