import { hasContactDetails } from '../contact/contact-details.ts'
import { type BadWords, createBadWordFinder } from './bad-word-finder.ts'
import { HARMLESS_PHRASE } from './harmless-phrases.ts'
import { folded, withoutLookalikes } from './latin-letters.ts'
import { placesOf, type Runs, runsOf } from './term.ts'

/** The word lists of the username check, plus bad words in Cyrillic, which usernames cannot contain. */
type NameWords = BadWords & { readonly reserved: string; readonly cyrillic: string }

const INAPPROPRIATE = 'Group name contains inappropriate content'
const CONTACT = 'Group name cannot contain links or contact details'

const HARMLESS = new RegExp(HARMLESS_PHRASE, 'gi')

let finder: ((name: string) => boolean) | undefined

/**
 * Loads the check of group names, which client and server share. It works like the username check, but for several
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
  return (name) => {
    if (isInappropriate(name)) return INAPPROPRIATE
    return hasContactDetails(name) ? CONTACT : null
  }
}

function createGroupNameFinder(words: NameWords): (name: string) => boolean {
  const isBadLatin = createBadWordFinder(withoutReserved(words))
  const cyrillic = words.cyrillic.split(' ').map(runsOf)
  return (name) => {
    const read = withoutLookalikes(folded(name)).replace(HARMLESS, ' ')
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
 * Whether the whole word is the bad one, with or without repeated letters. Substrings do not count, because there is
 * no list of harmless words that contain a Cyrillic bad word.
 */
const isSpelledAs = (word: Runs, bad: Runs): boolean =>
  word.letters.length === bad.letters.length && placesOf(bad, word).length > 0
