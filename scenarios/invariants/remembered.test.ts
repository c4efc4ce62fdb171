import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { expect, test } from 'vitest'
import { brokenInResults, brokenInToday, type Remembered } from './remembered.ts'

const today = (more: Partial<Today>): Today =>
  ({
    gameId: 'g',
    status: 'active',
    yourStatus: 'completed',
    currentTurn: null,
    participants: [{ userId: 'ann', status: 'completed' }],
    yourSubmission: { drawing: 'picture' },
    ...more,
  }) as Today

const drawn: Remembered = { userId: 'ann', type: 'drawing', text: 'owl' }
const guessed: Remembered = { userId: 'ben', type: 'guess', text: 'cat' }

test('a player who sees the own turn has nothing to complain about', () => {
  expect(brokenInToday(today({}), drawn)).toEqual([])
  expect(brokenInToday(today({ yourSubmission: { guess: 'cat' } }), guessed)).toEqual([])
  expect(brokenInToday(today({ yourSubmission: { guess: 'removed', review: 'waiting' } }), guessed)).toEqual(
    [],
  )
  expect(brokenInToday(today({ yourStatus: 'pending' }), undefined)).toEqual([])
})

const LOST = 'game g: a turn that was acknowledged is not there for its player'
const OTHER = 'game g: the turn that a player is shown is not that of the one who is playing'
const playing = (userId: string) => ({ userId, status: 'playing' })
const turnOf = (userId: string) => ({ userId, username: 'Ben', type: 'drawing' })
test.each([
  [{ yourStatus: 'pending' }, drawn, [LOST]],
  [{ yourSubmission: null }, drawn, [LOST]],
  [{ yourSubmission: { guess: 'dog' } }, guessed, [LOST]],
  [{ currentTurn: turnOf('ben') }, drawn, [OTHER]],
  [{ currentTurn: turnOf('ben'), participants: [playing('ann')] }, drawn, [OTHER]],
  [
    { currentTurn: turnOf('ann'), participants: [playing('ann'), playing('ben')] },
    drawn,
    ['game g: a player is shown 2 players who hold the turn'],
  ],
] as const)('today with %j for one who remembers %j', (more, own, sentences) => {
  expect(brokenInToday(today(more as unknown as Partial<Today>), own)).toEqual(sentences)
})

const results = (more: object = {}, steps: readonly object[] = []): GameResults =>
  ({
    gameId: 'g',
    word: 'owl',
    finalGuess: 'cat',
    similarityScore: 20,
    chain: [
      { stepIndex: 0, type: 'drawing', userId: 'ann', content: { drawing: 'picture' }, ...steps[0] },
      {
        stepIndex: 1,
        type: 'guessing',
        userId: 'ben',
        content: { guess: 'cat' },
        similarityScore: 20,
        ...steps[1],
      },
    ],
    ...more,
  }) as unknown as GameResults

test.each([
  [{}, [], 'ann', drawn, []],
  [{}, [], 'ben', guessed, []],
  [
    {},
    [{}, { content: { guess: 'dog' } }],
    'ben',
    guessed,
    ['a turn that was acknowledged is not in the results'],
  ],
  [{ chain: [], finalGuess: null }, [], 'ann', drawn, ['a turn that was acknowledged is not in the results']],
  [{ finalGuess: 'dog' }, [], 'ann', drawn, ['the final guess is not the last one of the chain']],
  [{ word: 'fox' }, [], 'ann', drawn, ['what a player was given to draw is not what comes before it']],
  [
    { word: 'Cat' },
    [],
    'ben',
    guessed,
    ['a guess that is the prompt has not the score 100', 'the word came through, but the score is not 100'],
  ],
  [{}, [{}, { userId: 'ann' }], 'ben', undefined, ['the results show two entries of a player']],
  [{}, [{}, { stepIndex: 2 }], 'ben', guessed, ['the steps of the results are not numbered in order']],
  [{}, [{}, { content: { guess: 'removed' }, hidden: 'all' }], 'ben', guessed, []],
] as const)('results with %j and steps %j for %s', (more, steps, userId, own, rules) => {
  const sentences = brokenInResults(results(more, steps), userId, own)
  expect(sentences).toEqual(rules.map((rule) => `game g: ${rule}`))
})
