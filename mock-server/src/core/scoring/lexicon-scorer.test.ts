import words from '@inkling/fixtures/words.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATEGORY_BAND, CORRECT_FROM, type MatchCategory } from '../contract/match-categories.ts'
import judgedPairs from './judged-pairs.json' with { type: 'json' }
import { loadLexicon } from './lexicon-file.ts'
import { createScorer } from './lexicon-scorer.ts'

/** Changes every day (.config/vitest.config.ts). */
const dailySeed = Number(process.env.INKLING_TEST_SEED)

const scorer = createScorer(loadLexicon())
const list = words.map(({ word }) => word)
/** Guess, target, and the result that the API promises (API.md, Scores). */
const EXAMPLES: [string, string, MatchCategory, 'right' | 'wrong'][] = [
  ['The Cat!', 'cat', 'EXACT', 'right'],
  ['ice cream', 'Ice-Cream', 'EXACT', 'right'],
  ['c.a.t.', 'cat', 'EXACT', 'right'],
  ['s a n d w i c h', 'sandwich', 'EXACT', 'right'],
  ['кошка', 'Кошка', 'EXACT', 'right'],
  ['🐱', '🐱', 'EXACT', 'right'],
  ['kitty', 'cat', 'SYNONYM', 'right'],
  ['couch', 'sofa', 'SYNONYM', 'right'],
  ['fire engine', 'fire truck', 'SYNONYM', 'right'],
  ['taxi', 'cab', 'SYNONYM', 'right'],
  ['hippo', 'hippopotamus', 'SYNONYM', 'right'],
  ['cats', 'cat', 'VARIANT', 'right'],
  ['teeth', 'tooth', 'VARIANT', 'right'],
  ['palm trees', 'palm tree', 'VARIANT', 'right'],
  ['elefant', 'elephant', 'VARIANT', 'right'],
  ['pengiun', 'penguin', 'VARIANT', 'right'],
  ['hot-air baloon', 'hot air balloon', 'VARIANT', 'right'],
  ['pikachoo', 'pikachu', 'VARIANT', 'right'],
  ['colour', 'color', 'VARIANT', 'right'],
  ['brown cat', 'cat', 'VARIANT', 'wrong'],
  ['brown dog', 'dog', 'VARIANT', 'wrong'],
  ['swimmer', 'swim', 'VARIANT', 'wrong'],
  ['feline', 'cat', 'RELATED', 'wrong'],
  ['kitten', 'cat', 'RELATED', 'wrong'],
  ['palm tree', 'tree', 'RELATED', 'wrong'],
  ['car', 'vehicle', 'RELATED', 'wrong'],
  ['rose', 'flower', 'RELATED', 'wrong'],
  ['dog', 'cat', 'CATEGORY', 'wrong'],
  ['guitar', 'piano', 'CATEGORY', 'wrong'],
  ['knife', 'fork', 'CATEGORY', 'wrong'],
  ['castle', 'palace', 'CATEGORY', 'wrong'],
  ['milk', 'cat', 'ASSOCIATED', 'wrong'],
  ['bee', 'honey', 'ASSOCIATED', 'wrong'],
  ['beach', 'sand', 'ASSOCIATED', 'wrong'],
  ['dog', 'bone', 'ASSOCIATED', 'wrong'],
  ['witch', 'broom', 'ASSOCIATED', 'wrong'],
  ['hot', 'cold', 'ASSOCIATED', 'wrong'],
  ['bridge', 'cat', 'DISTANT', 'wrong'],
  ['bear', 'pear', 'DISTANT', 'wrong'],
  ['house', 'horse', 'DISTANT', 'wrong'],
  ['pizza', 'elephant', 'DISTANT', 'wrong'],
  ['dragon', 'asdfgh', 'DISTANT', 'wrong'],
  ['red car', 'red cat', 'ASSOCIATED', 'wrong'],
  ['asdfgh cat', 'asdfgh bat', 'ASSOCIATED', 'wrong'],
  ['', 'cat', 'DISTANT', 'wrong'],
]

describe('the scorer', () => {
  it.each(EXAMPLES)('scores %s against %s: %s, %s', (guess, target, category, outcome) => {
    const judgement = scorer.judge(guess, target)
    expect(judgement.category).toBe(category)
    expect(judgement.score >= CORRECT_FROM).toBe(outcome === 'right')
  })

  it('agrees with human judgement on at least 85 of 100 everyday pairs', () => {
    const right = judgedPairs.filter(
      ({ guess, target, category }) => scorer.judge(guess, target).category === category,
    )
    expect(right.length / judgedPairs.length).toBeGreaterThanOrEqual(0.85)
  })

  it('scores at least 85 of 100 random pairs of words as DISTANT', () => {
    const pairs = fc.sample(fc.tuple(fc.constantFrom(...list), fc.constantFrom(...list)), {
      numRuns: 4000,
      seed: 7,
    })
    const different = pairs.filter(([a, b]) => a !== b)
    const distant = different.filter(([a, b]) => scorer.judge(a, b).category === 'DISTANT')
    expect(distant.length / different.length).toBeGreaterThanOrEqual(0.85)
  })

  it('is symmetric for words of the game', () => {
    const word = fc.constantFrom(...list)
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(scorer.judge(a, b)).toEqual(scorer.judge(b, a))
      }),
      { seed: dailySeed, numRuns: 1000 },
    )
  })

  it('accepts any text, stays within the bands and is symmetric', () => {
    const phrase = fc
      .array(fc.constantFrom(...list), { minLength: 1, maxLength: 6 })
      .map((all) => all.join(' '))
    // The table of the unit 'binary' takes a second to build.
    const character = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code))
    const text = fc.oneof(
      fc.string({ unit: character, maxLength: 60 }),
      fc.string({ unit: 'grapheme' }),
      phrase,
    )
    fc.assert(
      fc.property(text, text, (a, b) => {
        const judgement = scorer.judge(a, b)
        const [lowest, highest] = CATEGORY_BAND[judgement.category]
        expect(judgement.score).toBeGreaterThanOrEqual(lowest)
        expect(judgement.score).toBeLessThanOrEqual(highest)
        expect(judgement.reason).not.toBe('')
        expect(scorer.judge(b, a)).toEqual(judgement)
      }),
      { seed: dailySeed, numRuns: 100 },
    )
  })

  it('compares texts longer than any guess for equality only', () => {
    const long = 'elefant '.repeat(10_000)
    expect(scorer.judge(long, long).category).toBe('EXACT')
    expect(scorer.judge(long, `${long}x`).category).toBe('DISTANT')
  })

  it('explains its judgement', () => {
    expect(scorer.judge('poodle', 'dog').reason).toBe('"poodle" is a kind of "dog"')
    expect(scorer.judge('lion', 'tiger').reason).toBe('Both are the same kind of thing: mammal')
    expect(scorer.judge('asdfgh', 'dragon').reason).toContain('"asdfgh" is not in any list')
    expect(scorer.judge('guitarr', 'ladder').reason).toContain('"guitarr" read as "guitar"')
  })
})
