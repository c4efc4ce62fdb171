import { expect, test, vi } from 'vitest'
import { createClient } from '../core/contract/client/client.ts'
import { inProcessFetch } from '../server/compose/in-process-server.ts'
import { ControlledClock } from '../server/control/clock.ts'
import { controlledEngine, derivedSecrets } from '../server/control/controlled-engine.ts'
import { nodePorts } from '../server/platform/node-ports.ts'
import { MemoryStore } from '../server/stores/memory/memory-store.ts'
import { withMethods } from './replaced-methods.fixture.ts'
import { type Store, StoreUnavailableError } from './store.ts'
import type { Transaction } from './transaction.ts'

/** A store whose writes fail while `isFull` is set. */
function fillable(): Store & { isFull: boolean } {
  const inner = new MemoryStore()
  return {
    isFull: false,
    transaction(work) {
      return inner.transaction(async (tx) => {
        let hasWritten = false
        const insert: Transaction['insert'] = (collection, document) => {
          hasWritten = true
          tx.insert(collection, document)
        }
        const replace: Transaction['replace'] = (collection, before, after) => {
          hasWritten = true
          tx.replace(collection, before, after)
        }
        const result = await work(withMethods(tx, { insert, replace }))
        if (this.isFull && hasWritten) throw new StoreUnavailableError(new Error('no space left'))
        return result
      })
    },
    snapshot: () => inner.snapshot(),
    replaceAll: (write, options) => inner.replaceAll(write, options),
    close: () => inner.close(),
  }
}

test('on a full disk writes are refused but reads work, even after a turn expires or the day ends', async () => {
  const store = fillable()
  const clock = new ControlledClock()
  clock.freezeAt('2026-03-07T23:30:00-05:00')
  const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true }
  const engine = controlledEngine(
    { ...nodePorts, store, clock },
    { ...derivedSecrets('full', nodePorts.codecs), ...settings },
  )
  let token: string | null = null
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createClient({
    baseUrl: 'http://in-process',
    fetch: inProcessFetch(engine),
    token: () => token,
  })
  token = (await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })).token
  await client.createGroup({ body: { name: 'Owls' } })
  await client.triggerDailyGames()
  const { gameId } = await client.startTurn()

  store.isFull = true
  await expect(client.updateProfile({ body: { avatar: 'a' } })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
  })
  expect(faults).toHaveBeenCalledOnce()
  clock.advance(6 * 60_000)
  expect(await client.getToday()).toMatchObject({ gameId, yourStatus: 'skipped', status: 'completed' })
  expect(await client.getGame({ params: { id: gameId } })).toMatchObject({ chain: [] })
  clock.advance(60 * 60_000)
  const tomorrow = await client.getToday()
  expect(tomorrow).toMatchObject({ hasGame: true, canStartTurn: true })
  expect(await client.getYesterdayResults()).toMatchObject({ gameId })
  await expect(client.startTurn()).rejects.toMatchObject({ code: 'UNAVAILABLE' })

  faults.mockRestore()
  store.isFull = false
  expect(await client.getToday()).toEqual(tomorrow)
  expect(await client.startTurn()).toMatchObject({ gameId: tomorrow.gameId })
})

test.each([
  [true, 1],
  [false, 2],
])('if reads fail too (%s), a read is tried %i times', async (isUnreachable, tries) => {
  const error = new StoreUnavailableError(new Error('the database is away'), { isUnreachable })
  const transaction = vi.fn(() => Promise.reject(error))
  const store: Store = { transaction, snapshot: transaction, replaceAll: transaction, close: async () => {} }
  const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true }
  const engine = controlledEngine(
    { ...nodePorts, store, clock: new ControlledClock() },
    { ...derivedSecrets('away', nodePorts.codecs), ...settings },
  )
  const client = createClient({ baseUrl: 'http://in-process', fetch: inProcessFetch(engine) })
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(client.getControlStatus()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  faults.mockRestore()
  expect(transaction).toHaveBeenCalledTimes(tries)
})
