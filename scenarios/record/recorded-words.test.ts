import { expect, test } from 'vitest'
import { RecordedWords } from './recorded-words.ts'

test('the words of games are kept by day: those of results, and of the first drawer', () => {
  const words = new RecordedWords()
  expect(words.byDay).toBe(undefined)
  words.collect('getToday', { hasGame: true, gameId: 'g1', date: '2026-03-06', word: null })
  words.collect('startTurn', { gameId: 'g1', type: 'drawing', word: 'owl', previousEntry: null })
  words.collect('getToday', { hasGame: true, gameId: 'g2', date: '2026-03-07', word: 'a guess' })
  words.collect('startTurn', { gameId: 'g2', word: 'a guess', previousEntry: { guess: 'a guess' } })
  words.collect('getGame', { gameId: 'g3', date: '2026-03-08', word: 'fox' })
  words.collect('getProfile', { username: 'Ann' })
  expect(words.byDay).toEqual({ '2026-03-06': 'owl', '2026-03-08': 'fox' })
})
