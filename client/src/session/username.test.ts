import { beforeEach, expect, it, vi } from 'vitest'

const load = vi.hoisted(() => vi.fn())
vi.mock('@inkling/mock-server/rules/username/username-check', () => ({ loadUsernameCheck: load }))

import { checkUsername } from './username.ts'

beforeEach(() => {
  load.mockReset()
})

it('checks only length and characters while the word lists cannot be loaded, and retries loading them', async () => {
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  expect(await checkUsername('Ann')).toEqual({ ok: true })
  expect(await checkUsername('A')).toMatchObject({
    ok: false,
    message: 'Username must be at least 2 characters long',
  })
  const refusal = { ok: false, message: 'Username contains inappropriate content', suggestions: [] }
  load.mockResolvedValue(() => refusal)
  expect(await checkUsername('Admin')).toEqual(refusal)
  expect(await checkUsername('Admin')).toEqual(refusal)
  expect(load).toHaveBeenCalledTimes(3)
})
