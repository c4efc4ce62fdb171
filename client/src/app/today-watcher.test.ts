import { describe, expect, it } from 'vitest'
import { aToday } from '../testing/builders.ts'
import { newsOf } from './today-watcher.tsx'

const BEN = { userId: 'ben', username: 'Ben', type: 'drawing' } as const

describe('news of the game', () => {
  it.each([
    ['the end', aToday({ status: 'completed' }), 'Game Complete! The results are in.'],
    ['the own turn', aToday({ canStartTurn: true }), "It's your turn to play!"],
    ['a turn that ran out', aToday({ yourStatus: 'skipped' }), 'Your turn ran out of time.'],
    ["another's turn", aToday({ currentTurn: BEN }), 'Ben is playing now'],
    ['nothing', aToday(), null],
    ['another game', aToday({ gameId: 'game2', status: 'completed' }), null],
  ])('tells of %s', (_, now, sentence) => {
    expect(newsOf(aToday(), now)).toBe(sentence)
  })

  it('does not tell who plays to someone who has played', () => {
    const done = aToday({ yourStatus: 'completed' })
    expect(newsOf(done, { ...done, currentTurn: BEN })).toBeNull()
  })
})
