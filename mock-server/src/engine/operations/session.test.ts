import { expect, test } from 'vitest'
import { anyone, newServer } from '../../server/compose/friends.fixture.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import type { Store } from '../store.ts'

test('the sign-ins of a new device queue as calls of the player whom the first one adds', async () => {
  const inner = new MemoryStore()
  const owners = new Set<string>()
  const store: Store = {
    transaction(work, owner) {
      if (owner) owners.add(owner)
      return inner.transaction(work)
    },
    snapshot: () => inner.snapshot(),
    replaceAll: (write, options) => inner.replaceAll(write, options),
    close: () => inner.close(),
  }
  const client = anyone(newServer({ store }))
  const { user } = await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  expect([...owners]).toEqual([user.id])
  await expect(client.signInDevice({ body: {} as never })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
})
