import { expect, test } from 'vitest'
import { addDays, type GameDay } from '../time/day.ts'
import { groupWord, publicWord } from './word-choice.ts'

interface Given {
  readonly day: GameDay
  readonly word: string
}

const FIRST = '2026-01-01'
const words = Array.from({ length: 200 }, (_, at) => `word ${at}`)
const year = Array.from({ length: 366 }, (_, at) => addDays(FIRST, at))

/** The words of a group on some days. @param listOn the list as it is on the day with this number */
function given(seed: number, days: readonly GameDay[], listOn: (at: number) => readonly string[]): Given[] {
  const all: Given[] = []
  for (const [at, day] of days.entries()) {
    all.push({ day, word: groupWord(listOn(at), seed, day, all.at(-1)) })
  }
  return all
}

/** The words that a group gets twice within 180 days. */
const repeated = (all: readonly Given[]): string[] =>
  all
    .filter(({ day, word }, at) =>
      all.slice(0, at).some((earlier) => earlier.word === word && addDays(earlier.day, 180) > day),
    )
    .map(({ word }) => word)

const seeds = [0, 7, 8, 123_456_789, 0xffff_ffff]

test.each(seeds)('no word repeats until all words have been used, with seed %i', (seed) => {
  const all = given(seed, year, () => words).map(({ word }) => word)
  for (let at = 0; at + 200 <= all.length; at += 25) expect(new Set(all.slice(at, at + 200)).size).toBe(200)
})

test.each(seeds)('no word returns within 180 days when words are added and removed, with seed %i', (seed) => {
  // Every week a word is added, at another place of the list each time, and every other week one is removed.
  const lists = [words]
  for (let at = 1; at < year.length; at++) {
    const list = [...(lists.at(-1) ?? [])]
    if (at % 7 === 0) list.splice((at * 37) % list.length, 0, `added ${at}`)
    if (at % 14 === 3) list.splice((at * 53) % list.length, 1)
    lists.push(list)
  }
  const all = given(seed, year, (at) => lists[at] ?? [])
  expect(repeated(all)).toEqual([])
  expect(all.some(({ word }) => word.startsWith('added'))).toBe(true)
  for (const [at, { word }] of all.entries()) expect(lists[at]).toContain(word)
})

test('one more word in the list does not change the other words of the year', () => {
  const before = given(7, year, () => words).map(({ word }) => word)
  const after = given(7, year, (at) => (at < 50 ? words : ['a new word', ...words])).map(({ word }) => word)
  expect(after.slice(0, 50)).toEqual(before.slice(0, 50))
  const others = after.filter((word) => word !== 'a new word')
  expect(others.length).toBeLessThan(after.length)
  expect(others).toEqual(before.slice(0, others.length))
})

test('a day has the same word whether or not there were games on the days before', () => {
  const daily = given(7, year, () => words)
  const weekly = given(
    7,
    year.filter((_, at) => at % 7 === 0),
    () => words,
  )
  expect(weekly).toEqual(daily.filter((_, at) => at % 7 === 0))
})

test('each seed gives a different order, and the same seed gives the same order', () => {
  const chosen = (seed: number) => given(seed, year, () => words).map(({ word }) => word)
  expect(chosen(7)).toEqual(chosen(7))
  const [one, other] = [chosen(7), chosen(8)]
  const next = (all: string[], word: string) => all[all.indexOf(word) + 1]
  expect(one.filter((word, at) => word === other[at]).length).toBeLessThan(10)
  expect(words.filter((word) => next(one, word) === next(other, word)).length).toBeLessThan(10)
})

test('public games get all words about equally often', () => {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 2000; seed++) {
    const word = publicWord(words, seed)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  expect(new Set(counts.values())).toEqual(new Set([10]))
})

test('an empty list is an error', () => {
  expect(() => groupWord([], 7, FIRST, undefined)).toThrow('The word list is empty')
  expect(() => publicWord([], 7)).toThrow('The word list is empty')
})
