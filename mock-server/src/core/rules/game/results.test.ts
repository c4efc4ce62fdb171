import { expect, test } from 'vitest'
import type { Group } from '../players/group.ts'
import { NO_VEIL } from '../players/people.ts'
import { afterDrawing, afterGuess, groupGame, MIDNIGHT } from './game.fixture.ts'
import type { Game } from './game.ts'
import { arePublic, finalGuess, maySeeResults, outcome } from './results.ts'
import { chainSteps } from './shown-entries.ts'

const played = afterDrawing(
  afterGuess(afterDrawing(groupGame('ann', 'ben', 'cat'), 'ann'), 'ben', 'dog', 62),
  'cat',
)
const data = {
  game: played,
  people: new Map([['ann', { username: 'Ann', avatar: '🦊' }]]),
  pictures: new Map([
    ["ann's", 'PNG 1'],
    ["cat's", 'PNG 2'],
  ]),
  strokes: new Map(),
  veil: NO_VEIL,
  viewerId: null,
}

test('the final guess is the last guess, even if a drawing follows it', () => {
  expect(finalGuess(played)?.guess).toBe('dog')
  expect(finalGuess(groupGame('ann'))).toBeUndefined()
})

test('results contain the chain, the attempts and the score of the final guess', () => {
  expect({ ...outcome(data.game, data.people, 62), chain: chainSteps(data) }).toMatchObject({
    date: '2026-03-07',
    word: 'cat',
    finalGuess: 'dog',
    similarityScore: 62,
    matchType: 'partial',
    matchedWord: null,
    totalAttempts: 1,
    guessAttempts: [{ guess: 'dog', stepIndex: 1 }],
    chain: [
      { stepIndex: 0, type: 'drawing', username: 'Ann', content: { drawing: 'PNG 1' }, timeSpent: 40 },
      {
        stepIndex: 1,
        type: 'guessing',
        username: 'Former player',
        content: { guess: 'dog' },
        similarityScore: 62,
      },
      { stepIndex: 2, type: 'drawing', content: { drawing: 'PNG 2' } },
    ],
    participants: [
      { username: 'Ann', avatar: '🦊' },
      { username: 'Former player' },
      { username: 'Former player' },
    ],
  })
})

test.each([
  [100, 'exact'],
  [70, 'similar'],
  [50, 'partial'],
  [20, 'distant'],
  [19, 'unrelated'],
])('a score of %i is a match of type %s', (score, matchType) => {
  expect(outcome(data.game, data.people, score).matchType).toBe(matchType)
})

const owls: Group = {
  id: 'owls',
  name: 'Owls',
  code: 'OWLS42',
  avatar: null,
  hostId: 'ann',
  difficulty: 'easy',
  createdAt: MIDNIGHT,
  members: [],
}

test('a group decides who sees its results; without it, they are private unless they were public at its end', () => {
  const kept: Game = { ...played, publicResults: true }
  expect(arePublic(played, owls)).toBe(true)
  expect(arePublic(kept, { ...owls, publicResults: false })).toBe(false)
  expect(arePublic(kept, undefined)).toBe(true)
  expect(arePublic(played, undefined)).toBe(false)
  expect(arePublic({ ...played, kind: 'public', groupId: null }, undefined)).toBe(true)
})

test('participants and players who joined the group before the day ended may see results', () => {
  const member = (joinedAt: string): Group => ({ ...owls, members: [{ userId: 'zoe', joinedAt }] })
  expect(maySeeResults(played, undefined, 'ann', MIDNIGHT)).toBe(true)
  expect(maySeeResults(played, undefined, 'zoe', MIDNIGHT)).toBe(false)
  expect(maySeeResults(played, member('2026-03-01T00:00:00.000Z'), 'zoe', MIDNIGHT)).toBe(true)
  expect(maySeeResults(played, member(MIDNIGHT), 'zoe', MIDNIGHT)).toBe(false)
})
