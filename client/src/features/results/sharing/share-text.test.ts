import { describe, expect, it } from 'vitest'
import { someResults, twoSteps } from '../../../testing/builders.ts'
import { spoilerFreeText } from './share-text.ts'

const NONE = { days: 0, isMore: false }
const URL = 'https://inkling.example/public/results/game1'

/** Results whose guesses, each after a drawing, have these scores. */
function scored(...scores: number[]) {
  const [drawing, guessing] = twoSteps()
  return someResults({
    chain: scores.flatMap((similarityScore, at) => [
      { ...drawing, stepIndex: 2 * at },
      { ...guessing, stepIndex: 2 * at + 1, similarityScore },
    ]),
  })
}

describe('the text without spoilers', () => {
  it('has a line for each step, with squares in the colours of the badges', () => {
    const lines = spoilerFreeText(scored(100, 82, 72, 55, 25, 3), NONE, URL).split('\n')
    expect(lines[0]).toMatch(/^Inkling, .*20.*: very close, as close as 95%$/)
    expect(lines.slice(1, -1)).toEqual([
      '✏️',
      '👁️ 🟩🟩🟩🟩🟩',
      '✏️',
      '👁️ 🟨🟨🟨🟨⬜',
      '✏️',
      '👁️ 🟨🟨🟨⬜⬜',
      '✏️',
      '👁️ 🟧🟧⬜⬜⬜',
      '✏️',
      '👁️ ⬛⬜⬜⬜⬜',
      '✏️',
      '👁️ ⬜⬜⬜⬜⬜',
    ])
    expect(lines.at(-1)).toBe(URL)
  })

  it('says so when nobody guessed', () => {
    const results = someResults({ finalGuess: null, similarityScore: 0 })
    expect(spoilerFreeText(results, NONE, URL)).toMatch(/^Inkling, .*: nobody guessed\n/)
  })

  it.each([
    [{ days: 1, isMore: false }, '🔥 1 day in a row'],
    [{ days: 12, isMore: false }, '🔥 12 days in a row'],
    [{ days: 100, isMore: true }, '🔥 100+ days in a row'],
  ])('has a streak of %o before the link', (streak, line) => {
    expect(spoilerFreeText(someResults(), streak, URL).split('\n').slice(-2)).toEqual([line, URL])
  })

  it('contains no word, no guess and no name', () => {
    const text = spoilerFreeText(someResults(), NONE, URL)
    for (const secret of ['cat', 'kitty', 'dog', 'Ann', 'Ben']) expect(text).not.toContain(secret)
  })
})
