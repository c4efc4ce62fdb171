import { hasContactDetails } from './contact/contact-details.ts'
import { createBadWordFinder } from './username/bad-word-finder.ts'
import { HARMLESS_PHRASE } from './username/harmless-phrases.ts'
import { folded, withoutLookalikes } from './username/latin-letters.ts'
import { leetReadings } from './username/name-parts.ts'
import { placesOf, type Runs, runsOf } from './username/term.ts'

const UNFRIENDLY = 'Please keep it family-friendly'
const CONTACT = 'Guesses cannot contain links or contact details'

/** Words that people draw, or that are harmless in a guess. */
const ALLOWED = new Set(
  (
    'ass bareback bugor butt cock cocks cornhole daisychain domination escort eunuch fingering frenchkiss gogol hardcore ' +
    'intercourse jellydonut kraut lolita nude nudity panties panty playboy poof putin raton santorum scat skeet snatch ' +
    'snowballing suck swinger tit tits topless undressing viagra voyeur youd ' +
    'avorton baiser bouffon chatte coche cricri crotte folle gerbe gourde lavette magot manche marchandot pedale pipi ' +
    'pouf punaise roulure tanche tapette ' +
    // Look like forms of bad words.
    'annals bonner cull culled culling culls cumin cummings dicker dickers dicky fumier humping mishit mishits mishitting monger ' +
    'mongers niacin pegging puttee puttees rapping retarder retarders rimming scissoring seeks shiite shiites shrimping spiced ' +
    'spicer spicers spices spicing spicy succeed twinkie vibratory'
  ).split(' '),
)

/** Missing from the lists. */
const ADDED = 'arse douchebag piss stfu'.split(' ')

/**
 * Words that are as bad within another one ("thefuck"), or with asterisks ("f**k"). Their excuses are those of the list
 * for names.
 */
const STRONG = 'asshole bitch cunt faggot fuck nigger penis porn putain shit vagina whore'.split(' ')

/** What English and Russian add to the end of a word. */
const ENDINGS = ['s', 'es', 'ed', 'er', 'ers', 'ing', 'in', 'y']
const RUSSIAN_ENDINGS = 'а у ы и е о ом ой ои ам ами ах ов ыи ая ое ые ого ому ую'.split(' ')

/** A joined text of several words must be this long to count, because short ones occur by accident: "pen is". */
const MIN_JOINED = 9
/** A harmless word of this length is no longer one with digits in it: "c0ck", but not "a55". */
const MIN_DISGUISED = 4

interface WordLists {
  readonly latin: string
  readonly cyrillic: string
}
type Excuses = Readonly<Record<string, string>>

let isUnfriendly: ((guess: string) => boolean) | undefined

/**
 * Loads the check of guesses (API.md, Words), with its large word lists. A bad word counts as a whole word, in leet,
 * spelled out, with asterisks, or with letters of another script that look alike; words that only contain its letters
 * pass. Guesses in public games cannot contain links, addresses, phone numbers or handles either.
 *
 * @returns a function that returns why a guess is refused, or null.
 */
export async function loadGuessCheck(): Promise<(guess: string, isPublic: boolean) => string | null> {
  if (!isUnfriendly) {
    const [{ default: lists }, { default: names }] = await Promise.all([
      import('./guess-words.generated.json', { with: { type: 'json' } }),
      import('./username/username-words.generated.json', { with: { type: 'json' } }),
    ])
    isUnfriendly = createFinder(lists, names.excused)
  }
  const isBad = isUnfriendly
  return (guess, isPublic) => {
    if (isPublic && hasContactDetails(guess)) return CONTACT
    return isBad(guess) ? UNFRIENDLY : null
  }
}

function createFinder(lists: WordLists, excused: Excuses): (guess: string) => boolean {
  const all = [...lists.latin.split(' '), ...ADDED]
  const words = all.filter((word) => !ALLOWED.has(word))
  const disguised = new Set([...all, 'prick'].filter(({ length }) => length >= MIN_DISGUISED))
  const latin = byLetters(words)
  const russian = byLetters(lists.cyrillic.split(' '))
  const maxJoined = 2 * Math.max(...words.map(({ length }) => length))
  const containsStrong = createBadWordFinder({
    plain: STRONG.filter((word) => !Object.hasOwn(excused, word)).join(' '),
    excused: Object.fromEntries(Object.entries(excused).filter(([word]) => STRONG.includes(word))),
    across: '',
  })
  const isWord = (text: string) =>
    leetReadings(text).some((reading) => disguised.has(reading)) ||
    [text, text.replace(/\d+$/, ''), ...leetReadings(text)].some((reading) =>
      stemsOf(reading, ENDINGS).some((stem) => isIn(latin, stem)),
    )
  const isRussian = (text: string) => stemsOf(text, RUSSIAN_ENDINGS).some((stem) => isIn(russian, stem))
  return (guess) => {
    const text = folded(guess).toLowerCase().replace(HARMLESS_PHRASE, ' ')
    const read = withoutLookalikes(text)
    const tokens = read.match(/[a-z0-9]+/g) ?? []
    const doubtful = tokens.filter((token) => !ALLOWED.has(token))
    const asRussian = inCyrillic(text)
    return (
      doubtful.some(isWord) ||
      spelledOut(read, 'a-z0-9').some(isWord) ||
      cutUp(tokens).some((word) => isIn(latin, word)) ||
      joined(tokens, maxJoined).some((word) =>
        [word, ...leetReadings(word)].some((reading) => isIn(latin, reading)),
      ) ||
      (read.match(/[a-z]+\*+[a-z]*|\*+[a-z]+/g) ?? []).some(isMasked) ||
      doubtful.some(containsStrong) ||
      (asRussian.match(/[а-я]+/g) ?? []).some(isRussian) ||
      spelledOut(asRussian, 'а-я').some(isRussian)
    )
  }
}

type Terms = ReadonlyMap<string, readonly Runs[]>

/** By their letters without repetition. */
function byLetters(words: readonly string[]): Terms {
  const terms = new Map<string, Runs[]>()
  for (const word of words) {
    const runs = runsOf(word)
    terms.set(runs.letters, [...(terms.get(runs.letters) ?? []), runs])
  }
  return terms
}

/** Whether the text is one of the words, with or without repeated letters. */
function isIn(terms: Terms, text: string): boolean {
  const runs = runsOf(text)
  return (terms.get(runs.letters) ?? []).some((term) => placesOf(term, runs).includes(0))
}

/** A word, and what it may be an inflection of. */
const stemsOf = (word: string, endings: readonly string[]): string[] => [
  word,
  ...endings
    .filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3)
    .map((ending) => word.slice(0, -ending.length)),
]

/** Single letters in a row, as in "f u c k" or "f.u.c.k". */
const spelledOut = (text: string, letters: string): string[] =>
  (
    text.match(
      new RegExp(`(?<![${letters}])(?:[${letters}][^${letters}]+){2,}[${letters}](?![${letters}])`, 'g'),
    ) ?? []
  ).map((run) => run.replace(new RegExp(`[^${letters}]`, 'g'), ''))

/** Two consecutive pieces as one if one of them has no vowel, and so is no word: "fu ck", "b itch". */
const cutUp = (words: readonly string[]): string[] =>
  words
    .slice(1)
    .map((word, at) => [words[at] ?? '', word])
    .filter((pieces) => pieces.some((piece) => /^[b-df-hj-np-tv-xz]+$/.test(piece)))
    .map((pieces) => pieces.join(''))

/** Two or more consecutive words as one: the lists have phrases without spaces. */
function joined(words: readonly string[], maxLength: number): string[] {
  const found: string[] = []
  for (const [from, first] of words.entries()) {
    let text = first
    for (const word of words.slice(from + 1)) {
      text += word
      if (text.length > maxLength) break
      if (text.length >= MIN_JOINED) found.push(text)
    }
  }
  return found
}

/** Whether letters and asterisks are one of the strong words: "f**k". */
function isMasked(text: string): boolean {
  const pattern = new RegExp(`^${text.replaceAll('*', '[a-z]')}$`)
  return STRONG.some((word) => pattern.test(word))
}

const CYRILLIC_OF: Readonly<Record<string, string>> = {
  ...{ a: 'а', b: 'в', c: 'с', e: 'е', h: 'н', k: 'к', m: 'м', o: 'о', p: 'р', t: 'т', x: 'х', y: 'у' },
  ...{ 0: 'о', 3: 'з', 4: 'ч', 6: 'б' },
}

/** A text that has Cyrillic letters, with the letters and digits that look like them replaced. */
const inCyrillic = (text: string): string =>
  /[а-я]/.test(text) ? text.replace(/[a-z0346]/g, (letter) => CYRILLIC_OF[letter] ?? letter) : ''
