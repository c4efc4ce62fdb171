import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'
import { expect, test } from 'vitest'
import { anAttempt } from '../../testing/builders.ts'
import { attemptsByStep, wrongTries } from './tries.ts'

const step = (stepIndex: number, guess: string, parts: Partial<ChainStep> = {}): ChainStep => ({
  stepIndex,
  type: 'guessing',
  userId: null,
  username: `Player of ${stepIndex}`,
  avatar: null,
  content: { guess },
  timeSpent: 1,
  ...parts,
})

const guessAttempts = [
  anAttempt('fish', { stepIndex: 1 }),
  anAttempt('whale', { stepIndex: 1 }),
  anAttempt('fish', { stepIndex: 1 }),
  anAttempt('boat', { stepIndex: 3 }),
]

test('each player has the attempts of their step, in their order', () => {
  const byStep = attemptsByStep({ guessAttempts })
  expect(byStep && [...byStep].map(([at, own]) => [at, own.map(({ guess }) => guess)])).toEqual([
    [1, ['fish', 'whale', 'fish']],
    [3, ['boat']],
  ])
})

test('nobody has attempts where one of them has no step', () => {
  expect(attemptsByStep({ guessAttempts: [...guessAttempts, anAttempt('car')] })).toBeNull()
})

test('the vain tries are all but the guess of the chain, each once', () => {
  const byStep = attemptsByStep({ guessAttempts })
  expect(wrongTries(byStep, step(1, 'whale'))).toEqual(['fish'])
  expect(wrongTries(byStep, step(3, 'boat'))).toEqual([])
  expect(wrongTries(null, step(1, 'whale'))).toEqual([])
})

test.each(['you', 'blocked', 'all'] as const)('of a step that is hidden (%s), nothing is told', (hidden) => {
  expect(wrongTries(attemptsByStep({ guessAttempts }), step(1, 'whale', { hidden }))).toEqual([])
})
