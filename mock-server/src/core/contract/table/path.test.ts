import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { endpointNames, endpoints } from './endpoints.ts'
import { canMatch, fillPath, matchPath } from './path.ts'

test('a path is filled and parsed', () => {
  const path = fillPath('/api/reactions/{gameId}/{stepIndex}', { gameId: 'a b/ü', stepIndex: 3 })
  expect(path).toBe('/api/reactions/a%20b%2F%C3%BC/3')
  expect(matchPath('/api/reactions/{gameId}/{stepIndex}', path)).toEqual({ gameId: 'a b/ü', stepIndex: '3' })
  expect(matchPath('/api/reactions/{gameId}', path)).toBeNull()
  expect(matchPath('/api/groups/{id}', '/api/groups/%E0%A4%A')).toBeNull()
})

test.each([
  ['/api/groups/{id}', '/api/groups/owls', true],
  ['/api/groups/{id}', '/api/groups/owls/kick', false],
  ['/api/groups/{id}/kick', '/api/groups/ow*', true],
  ['/api/groups/{id}/kick', '/api/groups/owls/*', true],
  ['/api/groups/{id}/kick', '/api/groups/owls/ki*', true],
  ['/api/groups/{id}/kick', '/api/groups/owls/l*', false],
  ['/api/groups/{id}', '/api/groups/owls/*', false],
  ['/api/groups/{id}', '/*', true],
])('whether a path of %s can match %s: %s', (template, pattern, expected) => {
  expect(canMatch(template, pattern)).toBe(expected)
})

test('the error names a missing value', () => {
  expect(() => fillPath('/api/groups/{id}')).toThrow(
    '/api/groups/{id} needs a value for {id}: give params: { id }',
  )
})

test('in the table, fixed paths come before paths with a parameter in the same place', () => {
  for (const [at, name] of endpointNames.entries()) {
    const { method, path } = endpoints[name]
    const first = endpointNames.findIndex(
      (other) => endpoints[other].method === method && matchPath(endpoints[other].path, path),
    )
    expect(first, name).toBe(at)
  }
})

test('each row of the table has the method and path of its name in calls', () => {
  const rows = endpointNames.map((name) => [name, `${endpoints[name].method} ${endpoints[name].path}`])
  expect(Object.fromEntries(rows)).toEqual(calls)
})
