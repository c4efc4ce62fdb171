import { expect, test } from 'vitest'
import { KEY, local } from '../platform/storage.ts'
import { aUser } from '../testing/builders.ts'
import { createSession } from './session-store.ts'

test('a reopened page restores the player of this device', () => {
  const user = aUser({ username: 'Ann' })
  local.set(KEY.authToken, 'a token')
  local.set(KEY.userData, JSON.stringify(user))
  expect(createSession().getState()).toMatchObject({ user, token: 'a token', hasCompletedOnboarding: true })
})

test('a stored value that is not a user is ignored', () => {
  for (const text of ['', '{', 'null', '[]', '{"username":7}']) {
    local.set(KEY.userData, text)
    expect(createSession().getState().user).toBeNull()
  }
})
