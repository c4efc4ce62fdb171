import { words } from '@inkling/fixtures/words'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATEGORY_BAND, CORRECT_FROM } from '../contract/match-categories.ts'
import { createScorer } from './lexicon-scorer.ts'
import { lexiconOfWords } from './word-lexicon.ts'

const scorer = createScorer(lexiconOfWords(words))
const isCorrect = (guess: string, target: string) => scorer.judge(guess, target).score >= CORRECT_FROM

describe('the scorer with only the words of the game', () => {
  it.each([
    ['The Cat!', 'cat', 'EXACT'],
    ['ice cream', 'Ice-Cream', 'EXACT'],
    ['café', 'CAFE', 'EXACT'],
    ['кошка', 'Кошка', 'EXACT'],
    ['🐱', '🐱', 'EXACT'],
    ['cats', 'cat', 'VARIANT'],
    ['mice', 'mouse', 'VARIANT'],
    ['elefant', 'elephant', 'VARIANT'],
    ['pengiun', 'penguin', 'VARIANT'],
    ['grey', 'gray', 'VARIANT'],
    ['hot-air baloon', 'hot air balloon', 'VARIANT'],
    ['couch', 'sofa', 'SYNONYM'],
    ['fire engine', 'fire truck', 'SYNONYM'],
    ['taxis', 'cab', 'SYNONYM'],
    ['kitty', 'cat', 'SYNONYM'],
  ])('scores %s for %s as correct: %s', (guess, target, category) => {
    expect(scorer.judge(guess, target).category).toBe(category)
    expect(isCorrect(guess, target)).toBe(true)
  })

  it.each([
    ['brown cat', 'cat', 'VARIANT'],
    ['palm tree', 'pine tree', 'DISTANT'],
    ['guitar', 'piano', 'CATEGORY'],
    ['bear', 'pear', 'DISTANT'],
    ['horse', 'mouse', 'DISTANT'],
    ['dragon', 'asdfgh', 'DISTANT'],
    ['', 'cat', 'DISTANT'],
    ['?!', '🐱', 'DISTANT'],
  ])('scores %s for %s as not correct: %s', (guess, target, category) => {
    expect(scorer.judge(guess, target).category).toBe(category)
    expect(isCorrect(guess, target)).toBe(false)
  })

  it('never throws, stays within the bands and is symmetric', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('cat', 'cats', 'dog'),
    )
    fc.assert(
      fc.property(text, text, (a, b) => {
        const judgement = scorer.judge(a, b)
        const [lowest, highest] = CATEGORY_BAND[judgement.category]
        expect(judgement.score).toBeGreaterThanOrEqual(lowest)
        expect(judgement.score).toBeLessThanOrEqual(highest)
        expect(judgement).toEqual(scorer.judge(b, a))
      }),
      { seed: 1 },
    )
  })
})
