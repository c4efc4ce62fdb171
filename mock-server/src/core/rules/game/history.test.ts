import { describe, expect, test } from 'vitest'
import { addDays } from '../time/day.ts'
import { closeGame } from './expiry.ts'
import { afterDrawing, groupGame, MIDNIGHT } from './game.fixture.ts'
import { historyEntry, historyPage, historySummary, summaryOf } from './history.ts'

const gameOn = (day: string, id = day) => summaryOf({ ...groupGame('ann', 'ben'), id, day })
const games = Array.from({ length: 25 }, (_, at) => gameOn(addDays('2026-01-01', at)))

describe('history', () => {
  test('pages by day, newest first, to the oldest game', () => {
    const first = historyPage(games, 10)
    expect(first.games[0]?.day).toBe('2026-01-25')
    expect(first.nextBefore).toBe('2026-01-16')
    const second = historyPage(games, 10, '2026-01-16')
    expect(second.games.map(({ day }) => day)).toContain('2026-01-15')
    const third = historyPage(games, 10, second.nextBefore ?? undefined)
    expect(third.games).toHaveLength(5)
    expect(third.nextBefore).toBeNull()
    expect(historyPage([], 10)).toEqual({ games: [], nextBefore: null })
  })

  test('extends a page to include all games of its last day', () => {
    const twice = [
      gameOn('2026-01-03', 'a'),
      gameOn('2026-01-02', 'b'),
      gameOn('2026-01-02', 'c'),
      gameOn('2026-01-01', 'd'),
    ]
    expect(historyPage(twice, 2)).toMatchObject({
      games: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
      nextBefore: '2026-01-02',
    })
  })

  test('counts the days with a game, and the games in which the player has an entry', () => {
    const played = afterDrawing(groupGame('ann', 'ben'), 'ann')
    const all = [summaryOf(played), gameOn(played.day, 'other'), gameOn('2026-01-01')]
    expect(historySummary(all, 'ann')).toEqual({ daysPlayed: 2, participated: 1 })
  })

  test('shows the word only for a completed game', () => {
    const open = afterDrawing(groupGame('ann', 'ben'), 'ann')
    const pictures = new Map([["ann's", 'PNG']])
    expect(historyEntry(open, 'ann', pictures)).toEqual({
      gameId: 'game',
      date: '2026-03-07',
      word: null,
      completed: false,
      myEntries: [{ type: 'drawing', content: 'PNG', timeSpent: 40 }],
    })
    expect(historyEntry(closeGame(open, MIDNIGHT), 'ben', pictures)).toMatchObject({
      word: 'cat',
      myEntries: [],
    })
  })
})
