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

test.each([
  ['30s', 30_000],
  ['500ms', 500],
  ['2', 2000],
])('a timeout of %s', (timeout, ms) => {
  const env = { XDG_CONFIG_HOME: '/nonexistent' }
  expect(readSettings({ timeout }, env, '/nonexistent').timeoutMs.value).toBe(ms)
})

test('--no-input never asks, also with --interactive', () => {
  const env = { XDG_CONFIG_HOME: '/nonexistent' }
  expect(readSettings({ interactive: true, input: true }, env, '/nonexistent').interactive).toBe(true)
  expect(readSettings({ interactive: true, input: false }, env, '/nonexistent').interactive).toBe(false)
})
