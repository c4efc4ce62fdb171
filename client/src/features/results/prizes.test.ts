import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { describe, expect, it } from 'vitest'
import { anAttempt, PNG, someResults } from '../../testing/builders.ts'
import { prizesOf, prizeText } from './prizes.ts'

const base = { userId: null, avatar: null }
const drew = (stepIndex: number, username: string, timeSpent = 60): ChainStep => ({
  ...base,
  stepIndex,
  username,
  type: 'drawing',
  content: { drawing: PNG },
  timeSpent,
})
const guessed = (
  stepIndex: number,
  username: string,
  guess: string,
  similarityScore: number,
  timeSpent = 30,
): ChainStep => ({
  ...base,
  stepIndex,
  username,
  type: 'guessing',
  content: { guess },
  similarityScore,
  timeSpent,
})
const wrong = (stepIndex: number, guess: string, similarityScore: number) =>
  anAttempt(guess, { similarityScore, stepIndex })
const right = (stepIndex: number, guess: string) =>
  anAttempt(guess, { similarityScore: 100, isCorrect: true, isLocked: true, stepIndex })

const whale = (parts: Partial<GameResults> = {}) =>
  someResults({
    word: 'whale',
    chain: [
      drew(0, 'Mia', 200),
      guessed(1, 'Leo', 'whale', 100, 9),
      drew(2, 'AuntPip', 40),
      guessed(3, 'Ravi', 'submarine', 20, 80),
      drew(4, 'Grandma-Jo', 70),
      guessed(5, 'Ivo', 'submarine', 100, 12),
    ],
    guessAttempts: [
      wrong(1, 'fish', 60),
      right(1, 'whale'),
      wrong(3, 'slipper', 2),
      wrong(3, 'submarine', 20),
      right(5, 'submarine'),
    ],
    ...parts,
  })

describe('table prizes', () => {
  it('go to everybody once, in the order of the chain', () => {
    expect(prizesOf(whale()).map(prizeText)).toEqual([
      'Most patient pen: 3 min 20 s (Mia)',
      'Saved the whale: Leo',
      'Quickest pen: 40 s (AuntPip)',
      'Farthest off: slipper (Ravi)',
      'Bravest pen: Grandma-Jo',
      'Right at once: submarine (Ivo)',
    ])
  })

  it('are the same each time', () => expect(prizesOf(whale())).toEqual(prizesOf(whale())))

  it('name the quickest eye, and the boldest turn of somebody who had one try', () => {
    const quick = whale({
      guessAttempts: [right(1, 'whale'), wrong(3, 'submarine', 20), right(5, 'submarine')],
    })
    expect(prizesOf(quick).map(prizeText)).toEqual(
      expect.arrayContaining(['Quickest eye: 9 s (Leo)', 'Farthest off: submarine (Ravi)']),
    )
  })

  it('are different for those who win nothing over the others', () => {
    const table = someResults({
      word: 'whale',
      chain: [
        drew(0, 'A', 90),
        guessed(1, 'B', 'whale', 100, 9),
        drew(2, 'C', 40),
        guessed(3, 'D', 'whale', 100, 20),
        drew(4, 'E', 50),
        guessed(5, 'F', 'whale', 100, 21),
        drew(6, 'G', 60),
        guessed(7, 'H', 'shark', 62, 22),
        drew(8, 'I', 70),
        guessed(9, 'J', 'fish', 60, 23),
        drew(10, 'K', 70),
        guessed(11, 'L', 'tuna', 61, 24),
      ],
      guessAttempts: [
        right(1, 'whale'),
        wrong(3, 'boat', 30),
        wrong(3, 'ship', 31),
        right(3, 'whale'),
        right(5, 'whale'),
        wrong(7, 'shark', 62),
        wrong(9, 'fish', 60),
        wrong(11, 'tuna', 61),
      ],
    })
    expect(prizesOf(table).map(prizeText)).toEqual([
      'Most patient pen: 1 min 30 s (A)',
      'Quickest eye: 9 s (B)',
      'Quickest pen: 40 s (C)',
      'Farthest off: boat (D)',
      'Bravest pen: E',
      'Right at once: whale (F)',
      'Steadiest hand: G',
      'Best imagination: shark (H)',
      'Finest line: I',
      'Freshest eye: fish (J)',
      'Own style: K',
      'Own way of seeing: tuna (L)',
    ])
  })

  it('need a table of three', () => {
    expect(prizesOf(someResults())).toEqual([])
    expect(prizesOf(whale({ chain: whale().chain.slice(0, 2) }))).toEqual([])
  })

  it('do not go to the house, and name nothing that is hidden', () => {
    const chain = whale().chain.map((step, at) => {
      if (at === 3) return { ...step, hidden: 'you' as const }
      return at === 5 ? { ...step, house: true as const } : step
    })
    const prizes = prizesOf(whale({ chain }))
    expect(prizes.map(({ step }) => step.username)).toEqual(['Mia', 'Leo', 'AuntPip', 'Grandma-Jo'])
    expect(prizes.map(prizeText).join()).not.toMatch(/slipper|submarine/)
  })

  it('do without attempts that cannot be told apart', () => {
    expect(prizesOf(whale({ guessAttempts: [anAttempt('fish'), anAttempt('whale')] }))).toHaveLength(6)
  })
})
