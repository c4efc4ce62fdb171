import { describe, expect, it } from 'vitest'
import { placesOf, runsOf } from './term.ts'

describe('words as runs of letters', () => {
  it('counts equal letters', () => {
    expect(runsOf('class')).toEqual({ letters: 'clas', counts: [1, 1, 1, 2] })
    expect(runsOf('')).toEqual({ letters: '', counts: [] })
  })

  it('finds a word with letters repeated, but not with missing letters', () => {
    expect(placesOf(runsOf('duck'), runsOf('aduuuuckk'))).toEqual([1])
    expect(placesOf(runsOf('boo'), runsOf('bob'))).toEqual([])
    expect(placesOf(runsOf('ana'), runsOf('banana'))).toEqual([1, 3])
  })
})
