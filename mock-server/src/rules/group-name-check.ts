import { type BadWords, createBadWordFinder } from './username/bad-word-finder.ts'
import { placesOf, type Runs, runsOf } from './username/term.ts'

/** The lists of the username check, and bad words in Cyrillic, which no username can hold. */
type NameWords = BadWords & { readonly reserved: string; readonly cyrillic: string }

const INAPPROPRIATE = 'Group name contains inappropriate content'

let finder: ((name: string) => boolean) | undefined

/**
 * Loads the check of group names for bad words (api.md, small print): that of usernames, for names of several words in
 * any script. Reserved words are allowed: they keep a player from posing as staff, which a group cannot.
 *
 * @returns a function from a name to what is wrong with it; null when nothing is.
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
 * Without accents, apostrophes and characters that nobody sees; signs that are read as letters become the digits of
 * leet.
 */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}'’]/gu, '')
    .replace(/@/g, '4')
    .replace(/\$/g, '5')
    .replace(/(?<=\p{L})!(?=\p{L})/gu, '1')

const CYRILLIC = 'авекмнорстухАВЕКМНОРСТУХ'
const LATIN = 'abekmhopctyxABEKMHOPCTYX'

/** A word of both scripts is read as Latin: its Cyrillic letters are there for their looks. */
const withoutLookalikes = (name: string): string =>
  name.replace(/[a-zа-я\d]+/gi, (word) =>
    /[a-z]/i.test(word)
      ? word.replace(/[а-я]/gi, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter)
      : word,
  )

/** Whether a word is the other one, letters repeated or not. Whole words only: no list says which pieces are harmless. */
const isSpelledAs = (word: Runs, bad: Runs): boolean =>
  word.letters.length === bad.letters.length && placesOf(bad, word).length > 0
