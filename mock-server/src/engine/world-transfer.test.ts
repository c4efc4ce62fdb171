import { expect, test } from 'vitest'
import { createInProcessServer } from '../compose/in-process-server.ts'
import { createClient } from '../contract/client/client.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import { storeWithMethods } from './replaced-methods.fixture.ts'
import { exportWorld, WorldTooLargeError } from './world-transfer.ts'

async function playedStore(): Promise<MemoryStore> {
  const store = new MemoryStore()
  const server = createInProcessServer({ seed: 'export', clock: '2026-03-07T12:00:00-05:00', store })
  const client = createClient({ baseUrl: 'http://in-process', fetch: server.fetch })
  const { user } = await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  await client.createMockGame({ body: { userId: user.id } })
  return store
}

test('a world is exported if a restore accepts its document, and refused if it is larger', async () => {
  const store = await playedStore()
  const exported = (maxBytes?: number) => exportWorld(store, 'the seed', nodeCodecs, maxBytes)
  const world = await exported()
  const bytes = Buffer.byteLength(JSON.stringify(world))
  expect(Object.keys(world.blobs).length).toBeGreaterThan(0)
  expect(await exported(bytes + 10_000)).toEqual(world)
  await expect(exported(bytes - 1)).rejects.toThrow(WorldTooLargeError)
  await expect(exported(1000)).rejects.toThrow('inkling store copy --from SOURCE --to TARGET')
})

test('a world of too many games is refused before it is loaded', async () => {
  const store = {
    ...storeWithMethods(new MemoryStore(), () => ({ count: async () => 100_001 })),
    everything: () => Promise.reject(new Error('too much for the memory')),
  }
  const server = createInProcessServer({ seed: 'export', clock: '2026-03-07T12:00:00-05:00', store })
  const client = createClient({ baseUrl: 'http://in-process', fetch: server.fetch })
  await expect(client.exportWorld()).rejects.toMatchObject({
    code: 'CONFLICT',
    message:
      'This world is too large for one document, which may have 256 MiB and 100,000 games. Copy its store instead: inkling store copy --from SOURCE --to TARGET',
  })
})
