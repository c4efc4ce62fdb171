import { loadUsernameCheck } from '@inkling/mock-server/rules/username/username-check'
import { expect, it, vi } from 'vitest'
import { usernameCheck } from './username.ts'

it('checks only length and characters while the word lists cannot be loaded, and retries loading them', async () => {
  const load = vi.fn(loadUsernameCheck)
  const checkUsername = usernameCheck(load)
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  expect(await checkUsername('Bastard')).toEqual({ ok: true })
  expect(await checkUsername('A')).toMatchObject({
    ok: false,
    message: 'Username must be at least 2 characters long',
  })
  load.mockImplementation(loadUsernameCheck)
  const refusal = {
    ok: false,
    message: 'Username contains inappropriate content',
    suggestions: [expect.any(String), expect.any(String), expect.any(String)],
  }
  expect(await checkUsername('Bastard')).toEqual(refusal)
  expect(await checkUsername('Bastard')).toEqual(refusal)
  expect(load).toHaveBeenCalledTimes(3)
})

it.each([
  ['Mia Grün', ['Mia-Gruen']],
  ['Özgür Ł. Ås', ['Oezguer-L-Aas']],
  ['José ', ['Jose']],
  ['Маша', []],
  ['-ann-', ['ann']],
])('suggests a spelling with allowed letters for "%s"', async (name, suggestions) => {
  expect(await usernameCheck(loadUsernameCheck)(name)).toMatchObject({ ok: false, suggestions })
})
