import { expect, test } from 'vitest'
import { newServer } from '../../server/compose/friends.fixture.ts'

const DAY = 86_400_000

test.each([
  { age: 16, days: '14', isSuggested: false, isRenewed: false },
  { age: 16.5, days: '14', isSuggested: true, isRenewed: false },
  { age: 23, days: '7', isSuggested: true, isRenewed: false },
  { age: 23.1, days: '7', isSuggested: true, isRenewed: true },
])('a token of $age days: $days days left', async ({ age, days, isSuggested, isRenewed }) => {
  const { clock, engine } = newServer({ clock: '2026-03-07T12:00:00Z' })
  const call = (name: 'signInDevice' | 'getProfile', body: unknown, authorization?: string) =>
    engine.dispatch({ name, params: {}, query: {}, body, headers: { authorization }, origin: '' })
  const { token } = (await call('signInDevice', { deviceId: 'device_of_ann_0123456789' })).body as {
    token: string
  }
  clock.advance(age * DAY)
  const { headers } = await call('getProfile', {}, `Bearer ${token}`)
  expect(headers['x-token-days-remaining']).toBe(days)
  expect('x-token-renewal-suggested' in headers).toBe(isSuggested)
  expect('x-token-renewed' in headers).toBe(isRenewed)
})
