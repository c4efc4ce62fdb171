import { describe, expect, it } from 'vitest'
import { aDay } from '../testing/builders.ts'
import { wholeHistory } from './history-page.ts'

const entries = [aDay(), aDay({ gameId: 'game2', date: '2026-11-19', myEntries: [] })]
const whole = { entries, summary: { daysPlayed: 2, participated: 1 }, nextBefore: null }

describe('a page of the history', () => {
  it('gets a summary if the server sends only entries', () => {
    expect(wholeHistory(entries)).toEqual(whole)
    expect(wholeHistory({ entries })).toEqual(whole)
  })

  it('keeps what the server sends', () => {
    const sent = { entries, summary: { daysPlayed: 30, participated: 12 }, nextBefore: '2026-11-19' }
    expect(wholeHistory(sent)).toEqual(sent)
  })
})
