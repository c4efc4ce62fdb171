import { expect, test } from 'vitest'
import { addDays } from './day.ts'
import { wordOfDay } from './word-choice.ts'

const words = Array.from({ length: 200 }, (_, at) => `word ${at}`)
const days = Array.from({ length: 400 }, (_, at) => addDays('2026-01-01', at))
const chosen = (seed: number) => days.map((day) => wordOfDay(words, seed, day))

test('no word repeats until all words have been used', () => {
  const all = chosen(7)
  for (let at = 0; at + 200 <= all.length; at += 25) expect(new Set(all.slice(at, at + 200)).size).toBe(200)
})

test('each seed gives a different order, and the same seed gives the same order', () => {
  expect(chosen(7)).toEqual(chosen(7))
  const other = chosen(8)
  const same = chosen(7).filter((word, at) => word === other[at])
  expect(same.length).toBeLessThan(20)
})
