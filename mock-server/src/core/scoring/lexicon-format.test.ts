import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { containsPair, readLexicon } from './lexicon.ts'
import { LEXICON_FILE } from './lexicon-file.ts'
import {
  decodeLexicon,
  encodeLexicon,
  type LexiconFile,
  SECTIONS,
  type SectionName,
} from './lexicon-format.ts'

/** A lexicon of two words. Sections that no test needs are empty. */
function tiny(): LexiconFile {
  const empty = Object.fromEntries(
    (Object.keys(SECTIONS) as SectionName[]).map((name) => [name, new SECTIONS[name](0)]),
  ) as unknown as LexiconFile['sections']
  const words = new TextEncoder().encode('cat\nhot dog')
  const sections = { ...empty, words, entryType: Uint8Array.of(1, 2), antonyms: Uint32Array.of(1, 65_538) }
  return { kinds: ['bird'], sections: { ...sections, hasVector: Uint8Array.of(0, 1) } }
}

describe('the lexicon file', () => {
  it('can be encoded and decoded, at any byte offset', () => {
    const file = encodeLexicon(tiny())
    const moved = new Uint8Array(file.length + 1)
    moved.set(file, 1)
    expect(decodeLexicon(file)).toEqual(tiny())
    expect(decodeLexicon(moved.subarray(1))).toEqual(tiny())
  })

  it('numbers its entries', () => {
    const lexicon = readLexicon(encodeLexicon(tiny()))
    expect(lexicon.entryOf.get('hot dog')).toBe(1)
    expect(lexicon.entryOfCompact.get('hotdog')).toBe(1)
    expect([...lexicon.vectorOf]).toEqual([-1, 0])
    expect(containsPair(lexicon.antonyms, 2, 1)).toBe(true)
    expect(containsPair(lexicon.antonyms, 1, 3)).toBe(false)
  })

  it('is refused if it is not a lexicon or is incomplete', () => {
    const file = encodeLexicon(tiny())
    expect(() => decodeLexicon(new Uint8Array(64))).toThrow('This is not a lexicon')
    expect(() => decodeLexicon(file.subarray(0, file.length - 4))).toThrow('cut off')
  })

  it('matches its checksum and is at most 9 MB', () => {
    const file = readFileSync(LEXICON_FILE)
    const stated = readFileSync(new URL('lexicon.bin.sha256', LEXICON_FILE), 'utf8').split(' ')[0]
    expect(createHash('sha256').update(file).digest('hex')).toBe(stated)
    expect(file.length).toBeLessThanOrEqual(9_000_000)
  })
})
