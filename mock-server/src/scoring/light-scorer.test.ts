import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATEGORY_BAND, CORRECT_FROM } from '../contract/match-categories.ts'
import { createLightScorer } from './light-scorer.ts'

const scorer = createLightScorer([
  { word: 'bear', category: 'animals' },
  { word: 'dog', category: 'animals' },
  { word: 'guitar', category: 'music' },
  { word: 'pear', category: 'food' },
  { word: 'piano', category: 'music' },
])
const isCorrect = (guess: string, target: string) => scorer.judge(guess, target).score >= CORRECT_FROM

describe('the light scorer', () => {
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
    ['swimmer', 'swim', 'VARIANT'],
    ['palm tree', 'tree', 'RELATED'],
    ['palm tree', 'pine tree', 'CATEGORY'],
    ['guitar', 'piano', 'CATEGORY'],
    ['bear', 'pear', 'DISTANT'],
    ['house', 'mouse', 'DISTANT'],
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
