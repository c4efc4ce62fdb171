import { expect, test } from 'vitest'
import { anAttempt, someResults, twoSteps } from '../../../testing/builders.ts'
import { verdictText } from './verdict-text.ts'

const [drawn, guessed] = twoSteps()
const right = (tries: number) =>
  someResults({
    chain: [drawn, { ...guessed, content: { guess: 'cat' } }],
    guessAttempts: Array.from({ length: tries }, (_, at) =>
      at === tries - 1
        ? anAttempt('cat', { similarityScore: 100, isCorrect: true, isLocked: true, stepIndex: 1 })
        : anAttempt(`dog${at}`, { stepIndex: 1 }),
    ),
  })

test.each([
  [1, 3, 'You beat them: Ben got it on try 3.'],
  [3, 3, 'A tie: Ben got it on try 3, too.'],
  [3, 1, 'Ben got it on try 1.'],
  [null, 2, 'Ben got it on try 2.'],
])('on try %s, where the player needed %i', (own, theirs, sentence) =>
  expect(verdictText(right(theirs), own)).toBe(sentence),
)

test('where the player was wrong', () => {
  expect(verdictText(someResults(), 5)).toBe('You beat them: Ben took it for “kitty”!')
  expect(verdictText(someResults(), null)).toBe('Ben took it for “kitty”.')
})

test('where nobody has guessed', () => {
  const lone = someResults({ chain: [drawn], guessAttempts: [] })
  expect(verdictText(lone, 2)).toBe('You are the first: nobody else has guessed it.')
  expect(verdictText(lone, null)).toBe('')
})
