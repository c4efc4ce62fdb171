import words from '@inkling/fixtures/words.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { loadLexicon } from './lexicon-file.ts'
import { createReader } from './reading.ts'
import { fold } from './words/fold.ts'

const lexicon = loadLexicon()
const reader = createReader(lexicon)
const read = (phrase: string) => reader.read(fold(phrase))
const entryOf = (phrase: string) => lexicon.entries[read(phrase).entry]

describe('reading phrases', () => {
  it('knows every word of the game (else: npm run build:lexicon -w @inkling/mock-server)', () => {
    expect(words.filter(({ word }) => read(word).unknown.length > 0)).toEqual([])
  })

  it.each([
    ['cats', 'cat'],
    ['Palm Trees', 'palm tree'],
    ['palmtree', 'palm tree'],
    ['mice', 'mouse'],
    ['swimming', 'swimming'],
    ['hopped', 'hop'],
  ])('finds the entry of %s', (phrase, entry) => {
    expect(entryOf(phrase)).toBe(entry)
  })

  it('reads an unknown phrase by its words, the last of which is the head', () => {
    const reading = read('a purple elephant')
    expect(reading.entry).toBe(-1)
    expect(lexicon.entries[reading.head]).toBe('elephant')
    expect(reading.vector).toHaveLength(100)
  })

  it('corrects misspelled words and reports the correction', () => {
    expect(read('helecopter')).toMatchObject({
      unknown: ['helecopter'],
      corrections: [{ word: 'helecopter', as: 'helicopter' }],
    })
  })

  it('splits unknown compounds', () => {
    expect(lexicon.entries[read('zebraboat').head]).toBe('boat')
  })

  it('finds no meaning in nonsense', () => {
    expect(read('qwrtzpsdf')).toMatchObject({ entry: -1, head: -1, vector: null, walk: null })
  })
})
