import { describe, expect, it } from 'vitest'
import { excusesFor } from './excuses.ts'

describe('excuses', () => {
  it('are pieces of ordinary words, the one that excuses most first', () => {
    const excuses = excusesFor('hen', ['phenol', 'graphene', 'euphenics', 'kitchen'], ['hen'], 'bad')
    expect(excuses).toEqual(['phen', 'chen'])
  })

  it('excuse no bad word and none of its common forms', () => {
    const excuses = excusesFor('hen', ['shen', 'hens', 'ashen'], ['hen', 'shen'], 'bad')
    expect(excuses).toEqual(['ashen'])
  })

  it('recognise a word with repeated letters', () => {
    expect(excusesFor('hen', ['keheen'], ['hen'], 'bad')).toEqual(['eheen'])
  })
})
