import { expect, test } from 'vitest'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { createClient } from '../../contract/client/client.ts'

test('a history can be fetched without its drawings', async () => {
  const { fetch } = createInProcessServer({ seed: 'history', clock: '2026-03-07T12:00:00-05:00' })
  let token: string | null = null
  const client = createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
  const { user, ...signedIn } = await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  token = signedIn.token
  for (let daysAgo = 1; daysAgo <= 6; daysAgo++) {
    await client.createMockGame({ body: { userId: user.id, daysAgo } })
  }
  const whole = await client.getHistory({ query: {} })
  const bare = await client.getHistory({ query: { drawings: 'omit' } })
  const own = whole.entries.flatMap(({ myEntries }) => myEntries)
  expect(own.filter(({ type }) => type === 'drawing').length).toBeGreaterThan(0)
  expect(own.every(({ content }) => content !== '')).toBe(true)
  expect(bare).toEqual({
    ...whole,
    entries: whole.entries.map((entry) => ({
      ...entry,
      myEntries: entry.myEntries.map((one) => (one.type === 'drawing' ? { ...one, content: '' } : one)),
    })),
  })
})
