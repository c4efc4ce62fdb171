import { expect, test } from 'vitest'
import { readableEnv } from './readable-env.ts'

test('scenarios read only variables that are named, or declared by their prefix', () => {
  const env = { HOME_TOWN: 'Graz', AWS_SECRET: 'hush', INKLING_VAR_COLOUR: 'red', INKLING_ADMIN_KEY: 'hush' }
  expect(readableEnv(env, ['HOME_TOWN', 'UNSET'])).toEqual({
    HOME_TOWN: 'Graz',
    UNSET: undefined,
    INKLING_VAR_COLOUR: 'red',
    COLOUR: 'red',
  })
})
