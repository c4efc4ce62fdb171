import { describe, expect, it } from 'vitest'
import { isIrregular, singulars, verbs } from './inflection.ts'

describe('inflection', () => {
  it.each([
    ['cats', 'cat'],
    ['cherries', 'cherry'],
    ['boxes', 'box'],
    ['potatoes', 'potato'],
    ['mice', 'mouse'],
    ['knives', 'knife'],
    ['firemen', 'fireman'],
    ['taxis', 'taxi'],
  ])('reduces %s to %s', (plural, singular) => {
    expect(singulars(plural)).toContain(singular)
  })

  it('reduces verbs to their base, and requires a doubled consonant where English does', () => {
    expect(verbs('running')).toContain('run')
    expect(verbs('dancing')).toContain('dance')
    expect(verbs('runing')).not.toContain('run')
  })

  it('leaves words that only look inflected unchanged', () => {
    expect(singulars('glass')).toEqual([])
    expect(isIrregular('teeth', 'tooth')).toBe(true)
    expect(isIrregular('cats', 'cat')).toBe(false)
  })
})
