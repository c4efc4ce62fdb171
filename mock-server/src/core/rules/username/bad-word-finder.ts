import { leetReadings, lettersOf, partsOf } from './name-parts.ts'
import { placesOf, type Runs, runsOf } from './term.ts'

/** The words to find. Each list is a string of words separated by spaces. */
export interface BadWords {
  /** Words that are always bad. */
  readonly plain: string
  /** Bad words, each with the pieces of ordinary words in which it is allowed: "class" excuses "ass". */
  readonly excused: Readonly<Record<string, string>>
  /**
   * Those of the words above that also count when they span two parts of a name. Others occur there by accident, as in
   * GreatItem.
   */
  readonly across: string
}

interface Term {
  readonly word: string
  readonly runs: Runs
  /** Pieces that excuse the word; `offset` is the run of the piece at which the word starts. */
  readonly excuses: readonly { readonly runs: Runs; readonly offset: number }[]
}

/** Min letters in a leet spelling besides its digits: 455 is just a number. */
const MIN_LETTERS = 2

/**
 * Creates a function that returns whether a name contains a bad word: as a substring, with repeated letters, spelled
 * out, or in leet. Only ASCII letters and digits are read; all other characters separate parts.
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
      parts.some((part) => lettersOf(part).some((letters) => contains(terms, letters))) ||
      parts.some((part) => containsLeet(terms, part)) ||
      words.some((word) => lettersOf(word).some((letters) => contains(acrossParts, letters))) ||
      joinedParts(parts).some((text) => spells(terms, text))
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

function contains(terms: readonly Term[], letters: string): boolean {
  const within = runsOf(`^${letters}$`)
  return terms.some((term) => unexcusedPlaces(term, within).length > 0)
}

/** The runs at which the term occurs without an excuse. */
function unexcusedPlaces({ runs, excuses }: Term, within: Runs): number[] {
  const places = placesOf(runs, within)
  if (places.length === 0) return places
  const excused = new Set(
    excuses.flatMap((piece) => placesOf(piece.runs, within).map((at) => at + piece.offset)),
  )
  return places.filter((place) => !excused.has(place))
}

/** Whether one part of a name contains a bad word in leet. */
function containsLeet(terms: readonly Term[], part: string): boolean {
  return leetReadings(part).some((reading) => {
    const within = runsOf(`^${reading}$`)
    return terms.some((term) =>
      unexcusedPlaces(term, within).some((place) => {
        const start = lettersBefore(within, place) - 1
        const end = lettersBefore(within, place + term.runs.letters.length) - 1
        return isLeet(part, start, end, term.word.length)
      }),
    )
  })
}

/**
 * Whether these letters and digits are a leet word and not a name followed by a number. A leet word does not end
 * within a number. A word of three letters, or one that ends in two digits, must be the whole part.
 */
function isLeet(part: string, start: number, end: number, length: number): boolean {
  const written = part.slice(start, end)
  const letters = written.replace(/\d/g, '').length
  if (letters === written.length) return false
  if (/\d$/.test(written) && /^\d/.test(part.slice(end))) return false
  if (length === 3 || /\d\d$/.test(written)) return letters > 0 && written === part
  return letters >= MIN_LETTERS
}

function lettersBefore({ counts }: Runs, run: number): number {
  return counts.slice(0, run).reduce((sum, count) => sum + count, 0)
}

/** All joins of two or more consecutive parts, to find words that are spelled out, such as f_u_c_k. */
function joinedParts(parts: readonly string[]): string[] {
  return parts.flatMap((_, from) =>
    parts.slice(from + 1).map((__, more) => parts.slice(from, from + more + 2).join('')),
  )
}

/** Whether the whole text is one of the terms, in plain letters or in leet. */
function spells(terms: readonly Term[], text: string): boolean {
  const letters = text.replace(/\d/g, '').length
  const readings = letters >= MIN_LETTERS ? [text, ...leetReadings(text)] : []
  return readings.some((reading) => {
    const within = runsOf(reading)
    return terms.some(
      ({ runs }) => runs.letters.length === within.letters.length && placesOf(runs, within).length > 0,
    )
  })
}
