import { CUSTOM_AVATARS as DRAWN } from '@inkling/fixtures/avatars/custom'
import { expect, test } from 'vitest'
import { CUSTOM_AVATARS } from './served-avatars.ts'

test('the names of the hand-drawn avatars are those of the pictures', () => {
  expect([...CUSTOM_AVATARS]).toEqual(DRAWN)
})
