import { expect, test } from 'vitest'
import { checkDatabaseUrl } from './open-store.ts'

test.each([
  ['schema=game', 'the unknown parameter schema: remove it, or write one of sslmode, '],
  ['sslMode=require', 'the unknown parameter sslMode: '],
  ['sslmode=require&channel_binding=require&pool=3', 'the unknown parameter channel_binding, pool: '],
])('a database URL with ?%s is refused, not ignored', (query, message) => {
  expect(() => checkDatabaseUrl(`postgres://ann:hush@host/inkling?${query}`, 'DATABASE_URL')).toThrow(message)
})

test('a parameter that may be a part of a password is not shown', () => {
  expect(() => checkDatabaseUrl('postgres://ann:1/h?ush@host/inkling')).toThrow(
    'the unknown parameter: remove it',
  )
})

test.each(['', '?', '?sslmode=require&application_name=game', '?host=/tmp'])(
  'a database URL with %j is accepted',
  (query) => expect(() => checkDatabaseUrl(`postgres://ann:hush@host/inkling${query}`)).not.toThrow(),
)

test('a database URL with several hosts is refused', () => {
  expect(() => checkDatabaseUrl('postgres://ann:hush@host1,host2:5433/inkling')).toThrow('names one host')
  expect(() => checkDatabaseUrl('postgres://ann:hu,sh@host/inkling')).not.toThrow()
})
