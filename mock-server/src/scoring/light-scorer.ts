import { derivedWord, judged, sameWord } from './bands.ts'
import { american } from './british.ts'
import { type Folded, fold } from './fold.ts'
import { baseForms, singulars } from './inflection.ts'
import { isModifier } from './modifiers.ts'
import type { Judgement, Scorer } from './scorer.ts'
import { likeness, slipsAllowed, slipsBetween } from './spelling.ts'
import { areSynonyms, synonymNames } from './synonyms.ts'

/** A word of the game and the kind of thing it names. */
export interface KnownWord {
  readonly word: string
  readonly category: string
}

/** Categories of the word list whose members people would call the same kind of thing. */
const KINDS = new Set('animals clothes vehicles sports music tools shapes body fantasy space'.split(' '))
/** Texts longer than any guess or prompt are compared for equality only. */
const LONGEST = 240

/**
 * A scorer small enough for the browser. It knows spelling, inflected forms and everyday synonyms, but no meaning.
 *
 * @param words known words, never treated as misspellings; two of the same kind are CATEGORY.
 */
export function createLightScorer(words: Iterable<KnownWord> = []): Scorer {
  const kinds = new Map<string, string>()
  for (const name of synonymNames()) kinds.set(name, '')
  for (const { word, category } of words) kinds.set(fold(word).text, KINDS.has(category) ? category : '')
  return {
    judge(guess, target) {
      const [a, b] = inOrder(fold(guess), fold(target))
      return compare(a, b, kinds)
    },
  }
}

/** Sorts the two phrases, which makes the scorer symmetric. */
function inOrder(a: Folded, b: Folded): [Folded, Folded] {
  return a.text <= b.text ? [a, b] : [b, a]
}

function compare(a: Folded, b: Folded, kinds: ReadonlyMap<string, string>): Judgement {
  if (a.compact === '' || b.compact === '') return judged('DISTANT', 0, 'There is nothing to compare')
  if (a.compact === b.compact) return judged('EXACT', 1, 'The same words')
  if (a.text.length > LONGEST || b.text.length > LONGEST) return judged('DISTANT', 0, 'Too long to compare')
  return (
    sameInAnotherForm(a, b) ??
    synonyms(a, b) ??
    slip(a, b, kinds) ??
    derived(a, b) ??
    modified(a, b) ??
    sameKind(a, b, kinds) ??
    judged('DISTANT', 0.7 * likeness(a.compact, b.compact), 'Only the spelling is similar')
  )
}

function sameInAnotherForm(a: Folded, b: Folded): Judgement | null {
  if (a.words.map(american).join('') === b.words.map(american).join('')) {
    return sameWord(1, 'British and American spelling of the same word')
  }
  return isFormOf(a, b, singulars) ? sameWord(1, 'Singular and plural of the same word') : null
}

/** Whether the last words are forms of each other and all words before them are equal. */
function isFormOf(a: Folded, b: Folded, forms: (word: string) => string[]): boolean {
  if (a.words.slice(0, -1).join('') !== b.words.slice(0, -1).join('')) return false
  const last = american(a.words.at(-1) ?? '')
  const other = american(b.words.at(-1) ?? '')
  return forms(last).includes(other) || forms(other).includes(last)
}

function synonyms(a: Folded, b: Folded): Judgement | null {
  const named = (phrase: Folded): string[] => {
    const head = phrase.words.at(-1) ?? ''
    const before = phrase.words.slice(0, -1)
    return [head, american(head), ...singulars(head)].map((last) => [...before, last].join(' '))
  }
  const found = named(a).some((one) => named(b).some((other) => areSynonyms(one, other)))
  return found ? judged('SYNONYM', 0.5, 'Two names for the same thing') : null
}

function slip(a: Folded, b: Folded, kinds: ReadonlyMap<string, string>): Judgement | null {
  const isKnown = (phrase: Folded): boolean =>
    kinds.has(phrase.text) || singulars(phrase.compact).some((base) => kinds.has(base))
  if (isKnown(a) && isKnown(b)) return null
  // Typing errors are rare in the first letter: bear is not a misspelling of pear.
  if (a.compact[0] !== b.compact[0] && a.compact[0] !== b.compact[1]) return null
  const letters = Math.max(a.compact.length, b.compact.length)
  const slips = slipsBetween(a.compact, b.compact, slipsAllowed(letters))
  if (slips > slipsAllowed(letters)) return null
  return sameWord(slips === 1 ? 0.5 : 0.25, 'The same word with a typing error')
}

function derived(a: Folded, b: Folded): Judgement | null {
  if (isFormOf(a, b, baseForms)) return derivedWord(1, 'Two forms of the same word')
  const agents = (word: string): string[] =>
    [/([^aeiou])\1ers?$/, /ers?$/, /(?<=e)rs?$/, /ful$/, /y$/].flatMap((ending, rule) =>
      ending.test(word) ? [word.replace(ending, rule === 0 ? '$1' : '')] : [],
    )
  return isFormOf(a, b, agents) ? derivedWord(0.5, 'One word is derived from the other') : null
}

function modified(a: Folded, b: Folded): Judgement | null {
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words]
  const extra = long.filter((word) => !short.includes(word))
  const isPart = short.every((word) => long.includes(word)) && extra.length > 0
  const sameHead = short.at(-1) === long.at(-1)
  if (!isPart) return sameHead ? judged('CATEGORY', 0.5, 'Two things of the same kind') : null
  if (sameHead && extra.every(isModifier)) return derivedWord(0.5, 'The same thing, described')
  return judged('RELATED', 0.5, sameHead ? 'One is a kind of the other' : 'One phrase is part of the other')
}

function sameKind(a: Folded, b: Folded, kinds: ReadonlyMap<string, string>): Judgement | null {
  const kindOf = (phrase: Folded): string =>
    [phrase.text, ...singulars(phrase.text)].map((name) => kinds.get(name)).find((kind) => kind) ?? ''
  const kind = kindOf(a)
  return kind !== '' && kind === kindOf(b)
    ? judged('CATEGORY', 0.5, `Both are the same kind of thing: ${kind}`)
    : null
}
