import { describe, expect, it } from 'vitest'
import { linksOf } from './chain-links.ts'
import type { ChainStep } from './schemas/results.ts'

/** The links of a chain in which each guess, after a drawing, has this score. */
function links(...guesses: [guess: string, score: number, hidden?: 'all'][]) {
  const who = { userId: 'ann', username: 'Ann', avatar: null, timeSpent: 40 }
  const chain = guesses.flatMap(([guess, similarityScore, hidden], at): ChainStep[] => [
    { ...who, stepIndex: 2 * at, type: 'drawing', content: { drawing: 'PNG' } },
    {
      ...who,
      stepIndex: 2 * at + 1,
      type: 'guessing',
      content: { guess },
      ...(hidden ? { hidden } : { similarityScore }),
    },
  ])
  return linksOf({ word: 'volcano', chain })
}

const wrongIn = (all: ReturnType<typeof links>) =>
  all.filter(({ wentWrong }) => wentWrong).map(({ step }) => step.content.guess)

describe('the links of a chain', () => {
  it('compare each guess with what was drawn', () => {
    const prompts = links(['mountain', 60], ['tent', 19]).map(({ prompt }) => prompt)
    expect(prompts).toEqual(['volcano', 'volcano', 'mountain', 'mountain'])
  })

  it('skip a removed guess', () => {
    const prompts = links(['removed', 0, 'all'], ['hill', 70]).map(({ prompt }) => prompt)
    expect(prompts).toEqual(['volcano', 'volcano', 'volcano', 'volcano'])
  })

  it('say where the chain went wrong: at the first of the biggest falls', () => {
    expect(wrongIn(links(['mountain', 60], ['tent', 19], ['hat', 19], ['cap', 80]))).toEqual(['tent'])
  })

  it('never say it of a chain that holds together', () => {
    expect(wrongIn(links(['mountain', 50], ['hill', 70]))).toEqual([])
    expect(wrongIn(links())).toEqual([])
  })
})
