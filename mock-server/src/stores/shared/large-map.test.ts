import { expect, test } from 'vitest'
import { LargeMap } from './large-map.ts'

test('behaves like a Map, before and after it is divided', () => {
  const large = new LargeMap<number>()
  const map = new Map<string, number>()
  const check = () => {
    expect(large.size).toBe(map.size)
    expect([...large.keys()].sort()).toEqual([...map.keys()].sort())
    expect(large.parts.flatMap((part) => [...part]).sort()).toEqual([...map].sort())
  }
  for (const count of [3, 10_000]) {
    for (let at = 0; at < count; at++) {
      large.set(`key ${at}`, at)
      map.set(`key ${at}`, at)
    }
    check()
    for (let at = 0; at < count; at += 3) {
      large.delete(`key ${at}`)
      map.delete(`key ${at}`)
    }
    large.delete('no key')
    large.set('key 1', -1)
    map.set('key 1', -1)
    check()
    expect(large.has('key 0')).toBe(false)
    expect(large.get('key 0')).toBeUndefined()
    expect(large.get('key 1')).toBe(-1)
  }
})
