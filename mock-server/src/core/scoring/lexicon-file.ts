import { readFileSync } from 'node:fs'
import { type Lexicon, readLexicon } from './lexicon.ts'

/** The lexicon in the source tree. */
export const LEXICON_FILE = new URL('./lexicon/lexicon.bin', import.meta.url)

/**
 * Reads the lexicon from disk. Takes about 30 ms and 30 MB.
 *
 * @param file its location, if a build has moved it.
 * @throws Error if the file is missing or is not a lexicon of this version.
 */
export function loadLexicon(file: URL | string = LEXICON_FILE): Lexicon {
  return readLexicon(readFileSync(file))
}
