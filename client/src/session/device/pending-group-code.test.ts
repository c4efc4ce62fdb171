import { describe, expect, it } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { storeGroupCode } from './pending-group-code.ts'

describe('the group code of a URL', () => {
  it.each([
    ['?code=OWL123', 'OWL123'],
    ['?from=a-friend&code=owl-123', 'OWL123'],
    ['?code=', null],
    ['', null],
  ])('of %s is stored as %s', (search, code) => {
    storeGroupCode({ pathname: '/', search })
    expect(localStorage.getItem(KEY.pendingGroupCode)).toBe(code)
  })

  it('remains stored when the next URL has none', () => {
    storeGroupCode({ pathname: '/', search: '?code=OWL123' })
    storeGroupCode({ pathname: '/', search: '?gameId=game1' })
    expect(localStorage.getItem(KEY.pendingGroupCode)).toBe('OWL123')
  })
})
