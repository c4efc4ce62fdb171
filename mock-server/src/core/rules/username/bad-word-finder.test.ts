import { describe, expect, it } from 'vitest'
import { createBadWordFinder } from './bad-word-finder.ts'

/** Harmless words stand in for bad words here. */
const isBad = createBadWordFinder({
  plain: 'duck goose',
  excused: { hen: 'then ^hence$', goat: '' },
  across: 'goose',
})

describe('bad words in names', () => {
  it.each(
    'duck DUCK duuuck d_u_c_k Du_Ck xX_duck_Xx duck99 myduckling g00se g0os3 hen HEN h3n Big_Hen goat'.split(
      ' ',
    ),
  )('are found in %s', (name) => {
    expect(isBad(name)).toBe(true)
  })

  it.each('Then hence dock BadUck player4093 Mach3n swan7 2222'.split(' '))('are not found in %s', (name) => {
    expect(isBad(name)).toBe(false)
  })

  it('are excused only within an excusing piece', () => {
    expect(isBad('thenhen')).toBe(true)
    expect(isBad('thenthen')).toBe(false)
  })

  it('are found across the parts of a name if listed for that', () => {
    expect(isBad('BiggoOser')).toBe(true)
    expect(isBad('BaduCker')).toBe(false)
  })
})
