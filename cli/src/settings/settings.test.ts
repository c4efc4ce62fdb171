import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
  ['yes', true],
])('INKLING_READ_ONLY=%s: %s', (INKLING_READ_ONLY, readOnly) => {
  const env = { XDG_CONFIG_HOME: '/nonexistent', INKLING_READ_ONLY }
  expect(readSettings({}, env, '/nonexistent').readOnly).toBe(readOnly)
})
