import { createBadWordFinder } from './username/bad-word-finder.ts'
import { folded, withoutLookalikes } from './username/group-name-check.ts'
import { leetReadings } from './username/name-parts.ts'
import { placesOf, type Runs, runsOf } from './username/term.ts'

const UNFRIENDLY = 'Please keep it family-friendly'
const CONTACT = 'Guesses cannot contain links or contact details'

/** Words of the lists for names that people draw, or that are harmless in a guess. */
const ALLOWED = new Set(
  (
    'admin bot moderator official staff support system test ' +
    'ass bareback bugor butt cock cornhole domination escort gogol hardcore intercourse kraut lolita nude nudity panties ' +
    'panty playboy putin raton santorum scat skeet snatch snowballing suck swinger tit tits topless viagra voyeur youd ' +
    'avorton baiser bouffon chatte coche cricri crotte folle gerbe gourde lavette magot manche marchandot pedale pipi ' +
    'pouf punaise roulure tanche tapette'
  ).split(' '),
)

/** Words that are as bad within another one: "thefuck". Their excuses are those of the list for names. */
const STRONG = 'asshole bitch cunt faggot fuck nigger penis putain shit vagina whore'.split(' ')

/** What English adds to the end of a word. */
const ENDINGS = ['s', 'es', 'ed', 'er', 'ers', 'ing', 'in', 'y']

/** A joined text of several words must be this long to count, because short ones occur by accident: "pen is". */
const MIN_JOINED = 9

interface WordLists {
  readonly plain: string
  readonly excused: Readonly<Record<string, string>>
  readonly cyrillic: string
}

let isUnfriendly: ((guess: string) => boolean) | undefined

/**
 * Loads the check of guesses (api.md, Extensions), with its large word lists. A bad word counts as a whole word, in leet,
 * spelled out or with letters of another script that look alike; words that only contain its letters pass. Guesses in
 * public games cannot contain links, addresses, phone numbers or handles either.
 *
 * @returns a function that returns why a guess is refused, or null.
 */
export async function loadGuessCheck(): Promise<(guess: string, isPublic: boolean) => string | null> {
  if (!isUnfriendly) {
    const { default: lists } = await import('./username/username-words.generated.json', {
      with: { type: 'json' },
    })
    isUnfriendly = createFinder(lists)
  }
  const isBad = isUnfriendly
  return (guess, isPublic) => {
    if (isPublic && hasContact(guess)) return CONTACT
    return isBad(guess) ? UNFRIENDLY : null
  }
}

function createFinder({ plain, excused, cyrillic }: WordLists): (guess: string) => boolean {
  const words = [...plain.split(' '), ...Object.keys(excused)].filter((word) => !ALLOWED.has(word))
  const latin = byLetters(words)
  const russian = byLetters(cyrillic.split(' '))
  const containsStrong = createBadWordFinder({
    plain: STRONG.filter((word) => !Object.hasOwn(excused, word)).join(' '),
    excused: Object.fromEntries(Object.entries(excused).filter(([word]) => STRONG.includes(word))),
    across: '',
  })
  const isWord = (text: string) =>
    [text, text.replace(/\d+$/, ''), ...leetReadings(text)].some((reading) =>
      stemsOf(reading).some((stem) => isIn(latin, stem)),
    )
  return (guess) => {
    const read = withoutLookalikes(folded(guess)).toLowerCase()
    const tokens = read.match(/[a-z0-9]+/g) ?? []
    return (
      tokens.some(isWord) ||
      spelledOut(read).some(isWord) ||
      joined(tokens).some((text) => isIn(latin, text)) ||
      tokens.some(containsStrong) ||
      (read.match(/[а-я]+/g) ?? []).some((word) => isIn(russian, word))
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
const stemsOf = (word: string): string[] => [
  word,
  ...ENDINGS.filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3).map((ending) =>
    word.slice(0, -ending.length),
  ),
]

/** Single letters in a row, as in "f u c k" or "f.u.c.k". */
const spelledOut = (text: string): string[] =>
  (text.match(/(?<![a-z0-9])(?:[a-z0-9][^a-z0-9]+){2,}[a-z0-9](?![a-z0-9])/g) ?? []).map((run) =>
    run.replace(/[^a-z0-9]/g, ''),
  )

/** Two or more consecutive words as one: the lists have phrases without spaces. */
const joined = (words: readonly string[]): string[] =>
  words
    .flatMap((_, from) =>
      words.slice(from + 1).map((__, more) => words.slice(from, from + more + 2).join('')),
    )
    .filter((text) => text.length >= MIN_JOINED)

const TOP_LEVEL =
  'com|net|org|info|io|gg|me|tv|co|uk|us|ca|de|fr|es|it|nl|pl|ru|ua|eu|app|dev|xyz|link|site|online|club|ly|to'

const CONTACTS = [
  /\b(?:https?:|www\.)/i,
  new RegExp(`[a-z0-9-]{2,}\\s?\\.(?:${TOP_LEVEL})(?![a-z0-9])`, 'i'),
  /[^\s@]+@[^\s@]+\.[a-z]/i,
  /(?:^|\s)@[a-z0-9_.]{2,}/i,
  /(?:\d[\s().\-/]*){7,}/,
]

/** Whether a text has a link, an e-mail address, a phone number or a handle. */
const hasContact = (text: string): boolean => {
  const read = text.normalize('NFKC')
  return CONTACTS.some((contact) => contact.test(read))
}
