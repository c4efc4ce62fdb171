import { expect, test, vi } from 'vitest'
import { KEY, local } from '../platform/storage.ts'
import { aUser } from '../testing/builders.ts'

/** The session of a newly opened page. */
async function openedPage() {
  vi.resetModules()
  const { useSession } = await import('./session-store.ts')
  return useSession.getState()
}

test('a reopened page restores the player of this device', async () => {
  const user = aUser({ username: 'Ann' })
  local.set(KEY.authToken, 'a token')
  local.set(KEY.userData, JSON.stringify(user))
  expect(await openedPage()).toMatchObject({ user, token: 'a token', hasCompletedOnboarding: true })
})

test('a stored value that is not a user is ignored', async () => {
  for (const text of ['', '{', 'null', '[]', '{"username":7}']) {
    local.set(KEY.userData, text)
    expect((await openedPage()).user).toBeNull()
  }
})
