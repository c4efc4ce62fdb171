import { describe, expect, it } from 'vitest'
import { aParticipant, aToday } from '../../testing/builders.ts'
import { missingText, waitedFor, yourTurnText } from './your-turn-text.ts'

const participants = [
  aParticipant('Ann', { status: 'completed' }),
  aParticipant('Otto'),
  aParticipant('Ben', { status: 'skipped' }),
  aParticipant('Cat', { hidden: 'blocked' }),
]
const waiting = aToday({ yourStatus: 'completed', participants })

describe('the players to nudge', () => {
  it('have not played, and are not hidden', () => {
    expect(waitedFor(waiting, 'ann')).toEqual(['Otto'])
  })

  it.each([
    ['before the own turn', { yourStatus: 'pending' }],
    ['while somebody plays', { currentTurn: { userId: 'otto', username: 'Otto', type: 'guessing' } }],
    ['after the game', { status: 'completed' }],
  ] as const)('are none %s', (_, parts) => {
    expect(waitedFor({ ...waiting, ...parts }, 'ann')).toEqual([])
  })

  it('are named with the days that they keep up', () => {
    const others = [
      aParticipant('Ann', { status: 'completed' }),
      aParticipant('Ben', { status: 'completed' }),
    ]
    const group = { id: 'owls', name: 'Night Owls', avatar: null, memberCount: 3 }
    const last = { ...waiting, participants: [...others, aParticipant('Otto')] }
    expect(missingText(last, ['Otto'])).toBe('Only Otto is missing, then everybody came.')
    expect(missingText({ ...last, group: { ...group, daysTogether: 12 } }, ['Otto'])).toBe(
      'Only Otto is missing for day 13 with everybody.',
    )
    expect(missingText({ ...waiting, group: { ...group, daysTogether: 12 } }, ['Otto'])).toBeNull()
  })

  it.each([
    [['Otto'], 'Your turn, Otto!'],
    [['Otto', 'Mia'], 'Your turn, Otto and Mia!'],
    [['Otto', 'Mia', 'Leo'], 'Your turn, Otto, Mia and Leo!'],
    [['Otto', 'Mia', 'Leo', 'Ben'], 'Your turn, Otto, Mia and 2 others!'],
  ])('%j are called by their names', (names, text) => {
    expect(yourTurnText(names)).toBe(text)
  })
})
