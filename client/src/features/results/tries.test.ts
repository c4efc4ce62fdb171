import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'
import { expect, test } from 'vitest'
import { anAttempt, PNG, someResults } from '../../testing/builders.ts'
import { attemptsByStep, wrongTries } from './tries.ts'

const step = (stepIndex: number, guess: string | null, parts: Partial<ChainStep> = {}): ChainStep => ({
  stepIndex,
  type: guess === null ? 'drawing' : 'guessing',
  userId: null,
  username: `Player of ${stepIndex}`,
  avatar: null,
  content: guess === null ? { drawing: PNG } : { guess },
  timeSpent: 1,
  ...parts,
})

/** Attempts at these minutes: "whale 3". A trailing "!" ends the turn. */
const attempts = (...lines: string[]): GuessAttempt[] =>
  lines.map((line) => {
    const [, guess = '', minute = '', end = ''] = /^(.+) (\d+)(!?)$/.exec(line) ?? []
    const timestamp = new Date(Date.UTC(2026, 10, 20, 12, Number(minute))).toISOString()
    return anAttempt(guess, { timestamp, isLocked: end !== '' })
  })

const groups = (chain: ChainStep[], guessAttempts: GuessAttempt[]) => {
  const divided = attemptsByStep(someResults({ chain, guessAttempts }))
  return divided && [...divided].map(([at, own]) => [at, own.map(({ guess }) => guess)])
}

test('each player has the attempts up to the one that ended the turn', () => {
  const chain = [step(0, null), step(1, 'whale'), step(2, null), step(3, 'boat')]
  expect(groups(chain, attempts('fish 1', 'whale 2!', 'car 9', 'ship 9', 'boat 10'))).toEqual([
    [1, ['fish', 'whale']],
    [3, ['car', 'ship', 'boat']],
  ])
})

test('where the turn was ended by hand, the longest pause separates the players', () => {
  const chain = [step(0, null), step(1, 'whale'), step(2, null), step(3, 'boat')]
  // The first player went on after their best guess, the second one found theirs at once.
  expect(groups(chain, attempts('whale 1', 'banana 2', 'fish 3', 'car 9', 'boat 10'))).toEqual([
    [1, ['whale', 'banana', 'fish']],
    [3, ['car', 'boat']],
  ])
})

test('a player has five attempts at most, and the guess of the chain is one of them', () => {
  const chain = [step(0, null), step(1, 'e'), step(2, null), step(3, 'f')]
  expect(groups(chain, attempts('a 1', 'b 1', 'c 1', 'd 1', 'e 1', 'f 1'))).toEqual([
    [1, ['a', 'b', 'c', 'd', 'e']],
    [3, ['f']],
  ])
  expect(groups(chain, attempts('a 1', 'b 2', 'f 3'))).toBeNull()
})

test('a removed guess has no attempts, and hidden ones tell nothing', () => {
  const removed = step(1, 'whale', { hidden: 'all' })
  const veiled = step(3, 'boat', { hidden: 'you' })
  const chain = [step(0, null), removed, step(2, null), veiled]
  const results = someResults({ chain, guessAttempts: attempts('car 9', 'boat 10') })
  expect(groups(chain, results.guessAttempts)).toEqual([[3, ['car', 'boat']]])
  expect(wrongTries(attemptsByStep(results), veiled)).toEqual([])
})

test('the vain tries are all but the guess of the chain', () => {
  const whale = step(1, 'whale')
  const results = someResults({
    chain: [step(0, null), whale],
    guessAttempts: attempts('fish 1', 'whale 2', 'cat 3'),
  })
  expect(wrongTries(attemptsByStep(results), whale)).toEqual(['fish', 'cat'])
  expect(wrongTries(null, whale)).toEqual([])
})
