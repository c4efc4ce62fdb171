import { derivedWord, judged, sameWord } from './bands.ts'
import type { Kinship } from './hierarchy.ts'
import { containsPair, type Lexicon } from './lexicon.ts'
import type { Reading } from './reading.ts'
import { isComparable, sharedContext } from './relatedness.ts'
import type { Judgement } from './scorer.ts'
import { american } from './words/british.ts'
import { isIrregular, singulars } from './words/inflection.ts'
import { areOfOneRealm, namesKind } from './words/kinds.ts'
import { overrideFor } from './words/overrides.ts'
import { likeness, slipsAllowed, slipsBetween } from './words/spelling.ts'
import { areSynonyms } from './words/synonyms.ts'

/** Thresholds of the categories, fitted to human judgements of everyday pairs; r is relatedness. */
const LIMIT = {
  synonym: { shared: 0.3, rShared: 1, sharedWith: 0.15, r: 2.1, rAlone: 2.6, lin: 0.8 },
  derived: { r: 0.5, rByForm: 0.7, letters: 4 },
  related: { steps: 3, likelihood: 0.3, common: 0.25, r: 0.6, rAlone: 1.75 },
  category: { lin: 0.4, common: 0.38, r: 0.8 },
  associated: { r: 0.48, context: 0.28, part: 0.5 },
  compound: { r: 1.2, letters: 3 },
}

/** Two phrases, and what the lexicon contains about them. */
export interface Pair {
  readonly a: Reading
  readonly b: Reading
  readonly kin: Kinship
  readonly r: number
  readonly lexicon: Lexicon
}
type Rule = (pair: Pair) => Judgement | null

const inflection: Rule = ({ a, b }) => {
  const isOneEntry = a.entry >= 0 && a.entry === b.entry
  return isOneEntry || isFormOf(a, b) ? sameWord(1, 'Two forms of the same word') : null
}

/** Whether the last words are singular and plural of each other and all words before them are equal. */
function isFormOf(a: Reading, b: Reading): boolean {
  const last = american(a.phrase.words.at(-1) ?? '')
  const other = american(b.phrase.words.at(-1) ?? '')
  if (a.phrase.words.slice(0, -1).join('') !== b.phrase.words.slice(0, -1).join('')) return false
  // Two separate entries are different words even if one looks like a plural of the other (glass, glasses), unless the
  // form is irregular (tooth, teeth).
  if (a.entry >= 0 && b.entry >= 0) return isIrregular(last, other) || isIrregular(other, last)
  return singulars(last).includes(other) || singulars(other).includes(last)
}

const everydayNames: Rule = ({ a, b }) => {
  const found = namesOf(a).some((name) => namesOf(b).some((other) => areSynonyms(name, other)))
  return found ? judged('SYNONYM', 0.8, 'Two everyday names for the same thing') : null
}

/** The phrase as written, in American spelling, and with its last word in the singular. */
function namesOf({ phrase }: Reading): string[] {
  const words = phrase.words.map(american)
  const last = words.at(-1) ?? ''
  return [phrase.text, ...[last, ...singulars(last)].map((form) => [...words.slice(0, -1), form].join(' '))]
}

/** Only an unknown word can be a misspelling: bear is not a misspelling of pear. */
const slip: Rule = ({ a, b }) => {
  const isKnown = (reading: Reading): boolean => reading.unknown.length === 0
  const isOddOneOut = (one: Reading, other: Reading): boolean =>
    one.unknown.some((word) => !other.phrase.words.includes(word))
  if (!isOddOneOut(a, b) && !isOddOneOut(b, a)) return null
  const letters = (isKnown(a) ? [a] : isKnown(b) ? [b] : [a, b]).map(({ phrase }) => phrase.compact.length)
  const allowed = slipsAllowed(Math.max(...letters))
  const spellings = ({ phrase }: Reading): string[] => [phrase.compact, ...singulars(phrase.compact)]
  const slips = Math.min(
    ...spellings(a).flatMap((one) => spellings(b).map((other) => slipsBetween(one, other, allowed))),
  )
  return slips > allowed ? null : sameWord(slips <= 1 ? 0.6 : 0.25, 'The same word with a typing error')
}

const byHand: Rule = ({ a, b, r }) => {
  const pairs = namesOf(a).flatMap((name) => namesOf(b).map((other) => overrideFor(name, other)))
  const category = pairs.find((found) => found !== undefined)
  return category === undefined ? null : judged(category, share(r, 0.4, 2.2), REASON[category])
}
const REASON = {
  RELATED: 'One is a kind or a young form of the other',
  CATEGORY: 'Two things of the same kind',
  ASSOCIATED: 'They belong together',
}

/** The target with modifiers, if the whole is not an entry: brown dog, but not palm tree. */
const modified: Rule = ({ a, b, r }) => {
  const [short, long] = a.phrase.words.length < b.phrase.words.length ? [a, b] : [b, a]
  if (long.phrase.words.length === short.phrase.words.length) return null
  const stems = (words: readonly string[]): string[] => words.map((word) => singulars(word).at(0) ?? word)
  const longStems = stems(long.phrase.words)
  const shortStems = stems(short.phrase.words)
  const isWithin = shortStems.every((word) => longStems.includes(word))
  const sameHead = shortStems.at(-1) === longStems.at(-1)
  if (!isWithin || !sameHead) return null
  return long.entry < 0 ? derivedWord(share(r, 2, 3.4), 'The same thing, described') : null
}

/** A compound named after its kind: polar bear, basketball; but not hot dog. */
const compound: Rule = ({ a, b, r }) => {
  const [short, long] = a.phrase.compact.length < b.phrase.compact.length ? [a, b] : [b, a]
  const isWithin = short.phrase.words.length === 1 && long.phrase.compact.endsWith(short.phrase.compact)
  const isNear = short.phrase.compact.length >= LIMIT.compound.letters && r >= LIMIT.compound.r
  return isWithin && isNear ? judged('RELATED', share(r, 0.6, 2.6), kindReason([long, short])) : null
}

const sharedMeaning: Rule = ({ a, b, kin, r, lexicon }) => {
  if (a.entry < 0 || b.entry < 0 || isOpposite(kin)) return null
  // In WordNet, a wizard is also a star, but not the kind of star that people draw.
  if (realms(lexicon, a, b) === 'apart') return null
  const { shared, rShared, sharedWith, r: rWith, rAlone, lin } = LIMIT.synonym
  const isSynonym =
    (kin.shared >= shared && r >= rShared) ||
    (kin.shared >= sharedWith && r >= rWith) ||
    (r >= rAlone && kin.lin > lin && kin.steps === 0)
  return isSynonym ? judged('SYNONYM', share(r, 1.6, 3.3), 'Two words for the same thing') : null
}

const derivation: Rule = ({ a, b, kin, r, lexicon }) => {
  if (a.entry < 0 || b.entry < 0 || isOpposite(kin)) return null
  const [word, other] = [lexicon.entries[a.entry] ?? '', lexicon.entries[b.entry] ?? '']
  if (word.includes(' ') || other.includes(' ') || a.phrase.words.length > 1 || b.phrase.words.length > 1)
    return null
  const isListed = containsPair(lexicon.derivations, a.entry, b.entry)
  const sameStem = stem(word) === stem(other)
  const longEnough = Math.min(word.length, other.length) >= LIMIT.derived.letters
  const isDerived = isListed
    ? r > LIMIT.derived.r || sameStem
    : sameStem && longEnough && r >= LIMIT.derived.rByForm
  return isDerived ? derivedWord(share(r, 0.5, 2.5), 'One word is derived from the other') : null
}

const ENDING = /(ers?|ors?|ings?|ists?|ery|eries|ed|s|es|y|ies|ness|ment|ful)$/
/** A word without its endings, at least three letters long. */
function stem(word: string): string {
  const once = (text: string): string => {
    const cut = text.replace(ENDING, '')
    return text.length > 4 && cut.length >= 3 ? cut : text
  }
  return once(once(word))
    .replace(/([^aeiou])\1$/, '$1')
    .replace(/e$/, '')
}

const nameOfKind: Rule = ({ a, b, r, lexicon }) => {
  const isNamed = (one: Reading, other: Reading): boolean => {
    const kind = kindOf(lexicon, one)
    return kind !== null && namesOf(other).some((name) => namesKind(name, kind))
  }
  if (!isNamed(a, b) && !isNamed(b, a)) return null
  return judged('RELATED', Math.max(0.2, share(r, 0.6, 2.6)), kindReason(isNamed(a, b) ? [a, b] : [b, a]))
}

const kindOfOther: Rule = ({ a, b, kin, r, lexicon }) => {
  if (kin.opposite || realms(lexicon, a, b) === 'apart') return null
  const { steps, likelihood, common, r: rWith } = LIMIT.related
  const isKind = kin.steps > 0 && kin.steps <= steps && kin.stepsLikelihood >= likelihood
  if (isKind && kin.common >= common && r >= rWith) {
    return judged('RELATED', share(r, 0.6, 2.6), kindReason(kin.firstIsSpecial ? [a, b] : [b, a]))
  }
  return null
}

const veryNear: Rule = ({ a, b, kin, r, lexicon }) => {
  if (kin.opposite || r < LIMIT.related.rAlone) return null
  if (realms(lexicon, a, b) === 'one') return judged('CATEGORY', share(r, 0.4, 2.4), REASON.CATEGORY)
  return judged('RELATED', share(r, 0.6, 2.6), 'Very close in meaning')
}

/**
 * Whether two things are of similar kinds. Overrules WordNet, in which a peacock is also a butterfly that nobody draws.
 */
function realms(lexicon: Lexicon, a: Reading, b: Reading): 'one' | 'apart' | 'unknown' {
  const [kind, other] = [kindOf(lexicon, a), kindOf(lexicon, b)]
  if (kind === null || other === null) return 'unknown'
  return areOfOneRealm(kind, other) ? 'one' : 'apart'
}

const kindReason = ([special, general]: readonly [Reading, Reading]): string =>
  `"${special.phrase.text}" is a kind of "${general.phrase.text}"`

const listedKind: Rule = ({ a, b, r, lexicon }) => {
  const kind = kindOf(lexicon, a)
  if (kind === null || kind !== kindOf(lexicon, b)) return null
  return judged('CATEGORY', share(r, 0.4, 2.4), `Both are the same kind of thing: ${kind}`)
}

const sameKind: Rule = ({ a, b, kin, r, lexicon }) => {
  if (realms(lexicon, a, b) === 'apart') return null
  const { lin, common, r: min } = LIMIT.category
  const isNear = !isOpposite(kin) && kin.lin >= lin && kin.common >= common && r >= min
  return isNear ? judged('CATEGORY', share(r, 0.4, LIMIT.related.rAlone), REASON.CATEGORY) : null
}

const belongTogether: Rule = ({ a, b, kin, r }) => {
  if (isOpposite(kin)) return judged('ASSOCIATED', share(r, -0.5, 3), 'Opposites')
  const { r: min, context, part } = LIMIT.associated
  const isPart = kin.part >= part
  if (!isPart && r < min && sharedContext(a, b) < context) return null
  return judged(
    'ASSOCIATED',
    share(r, min, LIMIT.related.rAlone),
    isPart ? 'One is part of the other' : REASON.ASSOCIATED,
  )
}

/** The rules in the order they are tried. The first one that matches decides. */
export const MATCH_RULES: readonly Rule[] = [
  inflection,
  everydayNames,
  slip,
  byHand,
  modified,
  compound,
  sharedMeaning,
  derivation,
  nameOfKind,
  kindOfOther,
  listedKind,
  veryNear,
  sameKind,
  belongTogether,
]

/** The judgement when no rule matches. */
export function distant({ a, b, r }: Pair): Judgement {
  if (!isComparable(a, b)) {
    const unknown = [...a.unknown, ...b.unknown].map((word) => `"${word}"`).join(', ')
    const nearness = 0.7 * likeness(a.phrase.compact, b.phrase.compact)
    return judged(
      'DISTANT',
      nearness,
      `Compared by spelling only: ${unknown || 'a phrase'} is not in any list`,
    )
  }
  const corrections = [...a.corrections, ...b.corrections]
    .map(({ word, as }) => `, with "${word}" read as "${as}"`)
    .join('')
  return judged('DISTANT', share(r, -0.15, LIMIT.associated.r) ** 1.5, `Little in common${corrections}`)
}

const isOpposite = (kin: Kinship): boolean => kin.opposite || kin.indirectlyOpposite

function kindOf(lexicon: Lexicon, reading: Reading): string | null {
  const kind = lexicon.entryKind[reading.entry] ?? 0
  return lexicon.kinds[kind - 1] ?? null
}

/** The position of r between two values: 0 at or below the lower one, 1 at or above the upper one. */
const share = (r: number, lower: number, upper: number): number =>
  Math.min(1, Math.max(0, (r - lower) / (upper - lower)))
