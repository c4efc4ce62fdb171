import { expect, test } from 'vitest'
import { withMethods } from '../../engine/replaced-methods.fixture.ts'
import type { Store } from '../../engine/store.ts'
import { inProcessFetch } from '../../server/compose/in-process-server.ts'
import { ControlledClock } from '../../server/control/clock.ts'
import { controlledEngine, derivedSecrets } from '../../server/control/controlled-engine.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { nodePorts } from '../../server/platform/node-ports.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { createClient } from '../contract/client/client.ts'
import { BROKEN_PICTURE } from './broken-picture.ts'
import { validateDrawing } from './drawings.ts'
import { picture } from './picture.fixture.ts'

/** A store without blobs while `isLost` is set. */
function losing(): Store & { isLost: boolean } {
  const inner = new MemoryStore()
  const store = {
    isLost: false,
    transaction: <T>(work: Parameters<Store['transaction']>[0]) =>
      inner.transaction((tx) => work(store.isLost ? withMethods(tx, withoutBlobs) : tx)) as Promise<T>,
    snapshot: async () => ({ ...(await inner.snapshot()), ...(store.isLost && withoutBlobs) }),
    replaceAll: (...data: Parameters<Store['replaceAll']>) => inner.replaceAll(...data),
    close: () => inner.close(),
  }
  return store
}

const withoutBlobs = { blobs: async () => new Map<string, Uint8Array>() }

test('a lost drawing is shown as a broken picture in results and history, with the rest of the game', async () => {
  const store = losing()
  const clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true }
  const engine = controlledEngine(
    { ...nodePorts, store, clock },
    { ...derivedSecrets('lost', nodePorts.codecs), ...settings },
  )
  let token: string | null = null
  const client = createClient({
    baseUrl: 'http://in-process',
    fetch: inProcessFetch(engine),
    token: () => token,
  })
  token = (await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })).token
  await client.createGroup({ body: { name: 'Owls' } })
  await client.triggerDailyGames()
  const { gameId } = await client.startTurn()
  await client.submitTurn({ body: { content: { drawing: picture(64) }, timeSpent: 40 } })

  store.isLost = true
  expect((await client.getToday()).yourSubmission).toEqual({ drawing: BROKEN_PICTURE })
  clock.freezeAt('2026-03-08T12:00:00-05:00')
  const results = await client.getGame({ params: { id: gameId } })
  expect(results.chain).toMatchObject([
    { username: expect.any(String), content: { drawing: BROKEN_PICTURE } },
  ])

  const world = await client.exportWorld()
  const other = controlledEngine(
    { ...nodePorts, store: new MemoryStore(), clock },
    { ...derivedSecrets('other', nodePorts.codecs), ...settings },
  )
  const otherClient = createClient({ baseUrl: 'http://in-process', fetch: inProcessFetch(other) })
  await otherClient.restoreWorld({ body: world })
  const restored = await otherClient.getPublicResults({ params: { gameId } })
  expect(restored.chain).toEqual(results.chain.map((step) => ({ ...step, userId: null })))

  const { entries } = await client.getHistory({ query: {} })
  expect(entries.at(-1)?.myEntries).toMatchObject([{ type: 'drawing', content: BROKEN_PICTURE }])
})

test('the broken picture is a valid drawing', () => {
  expect(validateDrawing(BROKEN_PICTURE, nodeCodecs).png.length).toBeGreaterThan(500)
})
