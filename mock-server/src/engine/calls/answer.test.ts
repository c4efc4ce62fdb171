import { expect, test } from 'vitest'
import { ControlledClock } from '../../server/control/clock.ts'
import { controlledEngine, derivedSecrets } from '../../server/control/controlled-engine.ts'
import { nodePorts } from '../../server/platform/node-ports.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'

const DAY = 86_400_000

test.each([
  { age: 16, days: '14', isSuggested: false, isRenewed: false },
  { age: 16.5, days: '14', isSuggested: true, isRenewed: false },
  { age: 23, days: '7', isSuggested: true, isRenewed: false },
  { age: 23.1, days: '7', isSuggested: true, isRenewed: true },
])('a token of $age days: $days days left', async ({ age, days, isSuggested, isRenewed }) => {
  const clock = new ControlledClock()
  const signedIn = Date.parse('2026-03-07T12:00:00Z')
  clock.freezeAt(new Date(signedIn).toISOString())
  const settings = { timeZone: 'UTC', adminKey: null, isProtected: false }
  const engine = controlledEngine(
    { ...nodePorts, store: new MemoryStore(), clock },
    { ...derivedSecrets('renewal', nodePorts.codecs), ...settings },
  )
  const call = (name: 'signInDevice' | 'getProfile', body: unknown, authorization?: string) =>
    engine.dispatch({ name, params: {}, query: {}, body, headers: { authorization }, origin: '' })
  const { token } = (await call('signInDevice', { deviceId: 'device_of_ann_0123456789' })).body as {
    token: string
  }
  clock.set(new Date(signedIn + age * DAY).toISOString())
  const { headers } = await call('getProfile', {}, `Bearer ${token}`)
  expect(headers['x-token-days-remaining']).toBe(days)
  expect('x-token-renewal-suggested' in headers).toBe(isSuggested)
  expect('x-token-renewed' in headers).toBe(isRenewed)
})
