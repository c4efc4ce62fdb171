import { readFileSync } from 'node:fs'
import { type Lexicon, readLexicon } from './lexicon.ts'

/** The lexicon that comes with the sources. */
export const LEXICON_FILE = new URL('./lexicon/lexicon.bin', import.meta.url)

/**
 * Reads the lexicon from disk: about 30 ms and 30 MB.
 *
 * @param file where it lies, for builds that move it away from the sources.
 * @throws Error when the file is missing or no lexicon of this version.
 */
export function loadLexicon(file: URL | string = LEXICON_FILE): Lexicon {
  return readLexicon(readFileSync(file))
}
