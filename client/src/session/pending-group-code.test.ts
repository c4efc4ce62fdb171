import { describe, expect, it } from 'vitest'
import { KEY } from '../platform/storage.ts'
import { storeGroupCode } from './pending-group-code.ts'

describe('the group code of an address', () => {
  it.each([
    ['?code=OWL123', 'OWL123'],
    ['?from=a-friend&code=owl-123', 'OWL123'],
    ['?code=', null],
    ['', null],
  ])('of %s is stored as %s', (search, code) => {
    storeGroupCode(search)
    expect(localStorage.getItem(KEY.pendingGroupCode)).toBe(code)
  })

  it('stays when the next address has none', () => {
    storeGroupCode('?code=OWL123')
    storeGroupCode('?gameId=game1')
    expect(localStorage.getItem(KEY.pendingGroupCode)).toBe('OWL123')
  })
})
