import { expect, test, vi } from 'vitest'
import { anyone, inOneGroup, newServer, signIn } from '../server/compose/friends.fixture.ts'
import { MemoryStore } from '../server/stores/memory/memory-store.ts'
import { withMethods } from './replaced-methods.fixture.ts'
import { type Store, StoreUnavailableError } from './store.ts'
import type { Transaction } from './transaction.ts'

/** A store whose writes fail while `isFull` is set. */
class FillableStore extends MemoryStore {
  isFull = false

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction(async (tx) => {
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
  }
}

test('on a full disk writes are refused but reads work, even after a turn expires or the day ends', async () => {
  const store = new FillableStore()
  const server = newServer({ store, clock: '2026-03-07T23:30:00-05:00' })
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = await signIn(server, 'Ann')
  const gameId = await inOneGroup([client])
  await client.startTurn()

  store.isFull = true
  await expect(client.updateProfile({ body: { avatar: 'a' } })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
  })
  expect(faults).toHaveBeenCalledOnce()
  server.clock.advance(6 * 60_000)
  expect(await client.getToday()).toMatchObject({ gameId, yourStatus: 'skipped', status: 'completed' })
  expect(await client.getGame({ params: { id: gameId } })).toMatchObject({ chain: [] })
  server.clock.advance(60 * 60_000)
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
  const client = anyone(newServer({ store }))
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(client.getControlStatus()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  faults.mockRestore()
  expect(transaction).toHaveBeenCalledTimes(tries)
})
