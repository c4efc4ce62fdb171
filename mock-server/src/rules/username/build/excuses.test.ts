import { describe, expect, it } from 'vitest'
import { excusesFor } from './excuses.ts'

describe('excuses', () => {
  it('are pieces of ordinary words, the one that excuses most first', () => {
    const excuses = excusesFor('hen', ['phenol', 'graphene', 'euphenics', 'kitchen'], ['hen'], 'bad')
    expect(excuses).toEqual(['phen', 'chen'])
  })

  it('let nothing bad pass, nor what people make of it', () => {
    const excuses = excusesFor('hen', ['shen', 'hens', 'ashen'], ['hen', 'shen'], 'bad')
    expect(excuses).toEqual(['ashen'])
  })

  it('know a word with letters repeated', () => {
    expect(excusesFor('hen', ['keheen'], ['hen'], 'bad')).toEqual(['eheen'])
  })
})
