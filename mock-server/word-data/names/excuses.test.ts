import { describe, expect, it } from 'vitest'
import { excusesFor } from './excuses.ts'

describe('excuses', () => {
  it('are pieces of ordinary words, most useful first', () => {
    const excuses = excusesFor('hen', ['phenol', 'graphene', 'euphenics', 'kitchen'], ['hen'], 'bad')
    expect(excuses).toEqual(['phen', 'chen'])
  })

  it('do not excuse bad words or their common forms', () => {
    const excuses = excusesFor('hen', ['shen', 'hens', 'ashen'], ['hen', 'shen'], 'bad')
    expect(excuses).toEqual(['ashen'])
  })

  it('cover a word with repeated letters', () => {
    expect(excusesFor('hen', ['keheen'], ['hen'], 'bad')).toEqual(['eheen'])
  })
})
