import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { OwnerBusyError, StoreUnavailableError } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { group } from '../shared/documents.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema } from './schema.fixture.ts'

/* Hundreds of calls at once, on two stores, as of two processes. */

let url: string
let stores: [PostgresStore, PostgresStore]
let returns: number

beforeAll(async () => {
  url = await newSchema()
})
beforeEach(async () => {
  returns = 0
  const open = () => PostgresStore.open(url, { onReturn: () => returns++ })
  stores = [await open(), await open()]
  await stores[0].replaceAll((data) => data.insert('groups', [group('owls', { name: '0' })]))
})
afterEach(async () => {
  for (const store of stores) await store.close()
})

const conflicts = () => stores.reduce((sum, store) => sum + (store.figures().retries.changed ?? 0), 0)

/** Counts in the name of the group. */
const change = async (tx: Transaction): Promise<void> => {
  const group = await tx.get('groups', 'owls')
  if (group) tx.replace('groups', group, { ...group, name: `${Number(group.name) + 1}` })
}

const changed = async (): Promise<string | undefined> =>
  (await stores[0].transaction((tx) => tx.get('groups', 'owls')))?.name

test('400 concurrent changes of one player succeed with hardly a conflict, or are refused as too many', async () => {
  const changes = Array.from({ length: 400 }, (_, at) => stores[at % 2 ? 0 : 1].transaction(change, 'ann'))
  const refused = (await Promise.allSettled(changes)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  )
  // A slow machine may not finish them within the time that a call may wait.
  for (const reason of refused) expect(reason).toBeInstanceOf(OwnerBusyError)
  expect(refused.length).toBeLessThan(400)
  expect(await changed()).toBe(String(400 - refused.length))
  expect(conflicts()).toBeLessThan(10)
})

test('40 players who change one document at once have about one conflict each', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => stores[at % 2 ? 0 : 1].transaction(change, `player ${at}`)),
  )
  expect(await changed()).toBe('40')
  expect(conflicts()).toBeLessThan(60)
})

/** Runs a transaction that stays open until the test calls the returned function. */
async function held(store: PostgresStore, { lock, owner }: { lock?: string; owner?: string }) {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  let done: Promise<void> | null = null
  await new Promise<void>((begun) => {
    done = store.transaction(async (tx) => {
      if (lock !== undefined) await tx.lock(lock)
      begun()
      await isOver
    }, owner)
  })
  return async () => {
    end()
    await done
  }
}

test('a player whose calls another process blocks is refused, and others are not', async () => {
  const [first, second] = stores
  const release = await held(first, { lock: 'turn users ann' })
  const leave = await held(second, { owner: 'ann' })
  const behind = second.transaction(change, 'ann').catch((error) => error)
  await second.transaction(change, 'ben')
  await leave()
  expect(await behind).toBeInstanceOf(OwnerBusyError)
  await release()
  expect(await changed()).toBe('1')
})

test('a wait for a free connection does not count as an outage of the database', async () => {
  const [store] = stores
  const ends = await Promise.all(Array.from({ length: 8 }, (_, at) => held(store, { lock: `lock ${at}` })))
  await expect(store.transaction(change)).rejects.toThrow(StoreUnavailableError)
  for (const end of ends) await end()
  await store.transaction(change)
  expect(returns).toBe(0)
})
