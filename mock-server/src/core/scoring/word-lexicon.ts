import { ENTRY, type Lexicon, readLexicon } from './lexicon.ts'
import { encodeLexicon, SECTIONS, type SectionName, type Sections } from './lexicon-format.ts'
import { fold } from './words/fold.ts'
import { synonymNames } from './words/synonyms.ts'

/** A word of the game and the kind of thing it names. */
export interface KnownWord {
  readonly word: string
  readonly category: string
}

/** Categories of the word list whose members people consider things of the same kind. */
const KINDS = 'animals clothes vehicles sports music tools shapes body fantasy space'.split(' ')

/**
 * A small lexicon of the given words and everyday names, without meanings, for browser mocks that should not load the
 * 8 MB file. Words that are not in it can be read as misspellings: without "house", it is read as "mouse".
 */
export function lexiconOfWords(words: Iterable<KnownWord>): Lexicon {
  const kindOf = new Map([...synonymNames()].map((name) => [name, 0]))
  for (const { word, category } of words) kindOf.set(fold(word).text, KINDS.indexOf(category) + 1)
  const empty = Object.fromEntries(
    (Object.keys(SECTIONS) as SectionName[]).map((name) => [name, new SECTIONS[name](0)]),
  ) as unknown as Sections
  const noItems = new Uint8Array(kindOf.size)
  const sections: Sections = {
    ...empty,
    words: new TextEncoder().encode([...kindOf.keys()].join('\n')),
    entryType: Uint8Array.from(kindOf.keys(), (name) => (name.includes(' ') ? ENTRY.phrase : ENTRY.word)),
    entryKind: Uint8Array.from(kindOf.values()),
    hasVector: noItems,
    walkCount: noItems,
    senseCount: noItems,
  }
  return readLexicon(encodeLexicon({ kinds: KINDS, sections }))
}
