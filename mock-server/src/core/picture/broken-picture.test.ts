import { expect, test } from 'vitest'
import { storeWithMethods } from '../../engine/replaced-methods.fixture.ts'
import { anyone, inOneGroup, newServer, signIn } from '../../server/compose/friends.fixture.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { BROKEN_PICTURE } from './broken-picture.ts'
import { validateDrawing } from './drawings.ts'

const withoutBlobs = { blobs: async () => new Map<string, Uint8Array>() }

test('a lost drawing is shown as a broken picture in results and history, with the rest of the game', async () => {
  let isLost = false
  const inner = new MemoryStore()
  const store = {
    ...storeWithMethods(inner, () => (isLost ? withoutBlobs : {})),
    snapshot: async () => ({ ...(await inner.snapshot()), ...(isLost && withoutBlobs) }),
  }
  const server = newServer({ store })
  const client = await signIn(server, 'Ann')
  const gameId = await inOneGroup([client])
  await client.draw()

  isLost = true
  expect((await client.getToday()).yourSubmission).toEqual({ drawing: BROKEN_PICTURE })
  server.clock.freezeAt('2026-03-08T12:00:00-05:00')
  const results = await client.getGame({ params: { id: gameId } })
  expect(results.chain).toMatchObject([
    { username: expect.any(String), content: { drawing: BROKEN_PICTURE } },
  ])

  const world = await client.exportWorld()
  const otherClient = anyone(newServer({ seed: 'other' }))
  await otherClient.restoreWorld({ body: world })
  const restored = await otherClient.getPublicResults({ params: { gameId } })
  expect(restored.chain).toEqual(results.chain.map((step) => ({ ...step, userId: null })))

  const { entries } = await client.getHistory({ query: {} })
  expect(entries.at(-1)?.myEntries).toMatchObject([{ type: 'drawing', content: BROKEN_PICTURE }])
})

test('the broken picture is a valid drawing', () => {
  expect(validateDrawing(BROKEN_PICTURE, nodeCodecs).png.length).toBeGreaterThan(500)
})
