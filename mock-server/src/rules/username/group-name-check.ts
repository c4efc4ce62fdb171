import { type BadWords, createBadWordFinder } from './bad-word-finder.ts'
import { placesOf, type Runs, runsOf } from './term.ts'

/** The word lists of the username check, plus bad words in Cyrillic, which usernames cannot contain. */
type NameWords = BadWords & { readonly reserved: string; readonly cyrillic: string }

const INAPPROPRIATE = 'Group name contains inappropriate content'

let finder: ((name: string) => boolean) | undefined

/**
 * Loads the bad-word check for group names. It works like the username check, but for several
 * words in any script. Reserved words are allowed: they prevent players from posing as staff, which a group cannot do.
 *
 * @returns a function that takes a name and returns an error message, or null if the name is fine.
 */
export async function loadGroupNameCheck(): Promise<(name: string) => string | null> {
  if (!finder) {
    const { default: words } = await import('./username-words.generated.json', { with: { type: 'json' } })
    finder = createGroupNameFinder(words)
  }
  const isInappropriate = finder
  return (name) => (isInappropriate(name) ? INAPPROPRIATE : null)
}

function createGroupNameFinder(words: NameWords): (name: string) => boolean {
  const isBadLatin = createBadWordFinder(withoutReserved(words))
  const cyrillic = words.cyrillic.split(' ').map(runsOf)
  return (name) => {
    const read = withoutLookalikes(folded(name))
    const russian = read.toLowerCase().match(/[а-я]+/g) ?? []
    return isBadLatin(read) || russian.some((word) => cyrillic.some((bad) => isSpelledAs(runsOf(word), bad)))
  }
}

function withoutReserved({ plain, excused, across, reserved }: NameWords): BadWords {
  const isAllowed = new Set(reserved.split(' '))
  return {
    plain: plain
      .split(' ')
      .filter((word) => !isAllowed.has(word))
      .join(' '),
    excused: Object.fromEntries(Object.entries(excused).filter(([word]) => !isAllowed.has(word))),
    across,
  }
}

/**
 * Removes accents, apostrophes and invisible characters, and replaces symbols that look like letters (@, $, !) with
 * leet digits.
 */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’]/gu, '')
    .replace(/@/g, '4')
    .replace(/\$/g, '5')
    .replace(/ß/g, 'ss')
    .replace(/(?<=\p{L})!(?=\p{L})/gu, '1')

/** Letters of other scripts that look like Latin ones: Cyrillic, Greek, Armenian, and phonetic and old letters. */
const LOOKALIKES = 'авекмнорстухѕіјԁһԛѵАВЕКМНОРСТУХЅІЈαεικνορτυχμΑΒΕΖΗΙΚΜΝΟΡΤΥΧսօոƒɑɡıøłđ'
const LATIN = 'abekmhopctyxsijdhqvABEKMHOPCTYXSIJaeikvoptuxuABEZHIKMNOPTYXuonfagiold'
const LETTERS = 'a-zа-яѕіјԁһԛѵα-ωսօոƒɑɡıøłđ'
const WORD = new RegExp(`[${LETTERS}\\d]+`, 'gi')
const OTHER_LETTER = new RegExp(`(?![a-z])[${LETTERS}]`, 'gi')

/** In a word that mixes scripts, replaces letters with the Latin letters they look like. */
export const withoutLookalikes = (name: string): string =>
  name.replace(WORD, (word) =>
    /[a-z]/i.test(word)
      ? word.replace(OTHER_LETTER, (letter) => LATIN[LOOKALIKES.indexOf(letter)] ?? letter)
      : word,
  )

/**
 * Whether the whole word is the bad one, with or without repeated letters. Substrings do not count, because there is
 * no list of harmless words that contain a Cyrillic bad word.
 */
const isSpelledAs = (word: Runs, bad: Runs): boolean =>
  word.letters.length === bad.letters.length && placesOf(bad, word).length > 0
