import { afterEach, expect, test, vi } from 'vitest'
import { StoreUnavailableError } from '../../engine/store.ts'
import type { User } from '../../rules/user.ts'
import { storeSuite } from '../shared/store.suite.ts'
import { LocalStorageStore } from './local-storage-store.ts'

/** The part of a browser's storage that the store uses, with a quota. */
class FakeStorage {
  readonly #items = new Map<string, string>()
  quota = Number.POSITIVE_INFINITY

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (value.length > this.quota) throw new Error('QuotaExceededError')
    this.#items.set(key, value)
  }

  removeItem(key: string): void {
    this.#items.delete(key)
  }

  get keys(): string[] {
    return [...this.#items.keys()]
  }
}

const text = {
  toBase64: (data: Uint8Array) => Buffer.from(data).toString('base64'),
  fromBase64: (base64: string) => Buffer.from(base64, 'base64'),
}

const open = (): LocalStorageStore => new LocalStorageStore('test_', text)

const openFresh = (): { store: LocalStorageStore; storage: FakeStorage } => {
  const storage = new FakeStorage()
  vi.stubGlobal('localStorage', storage)
  return { store: open(), storage }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

let current = new FakeStorage()
storeSuite(
  'the local storage store',
  async () => {
    const { store, storage } = openFresh()
    current = storage
    return store
  },
  async () => open(),
  async (work) => {
    current.quota = 10
    await work()
    current.quota = Number.POSITIVE_INFINITY
  },
)

const user = (id: string): User => ({
  id,
  deviceHash: `hash of ${id}`,
  username: id,
  avatar: null,
  groupId: null,
  finishedOnboarding: true,
  pushNotifications: true,
  createdAt: '2026-03-07T17:00:00.000Z',
  groupsFounded: 0,
})

test('two tabs see the writes of each other, and lose none', async () => {
  const { store: one } = openFresh()
  const other = open()
  await one.transaction(async (tx) => tx.put('users', user('ann')))
  await other.transaction(async (tx) => tx.put('users', user('ben')))
  await one.transaction(async (tx) => tx.put('users', user('cat')))
  const all = await other.transaction((tx) => tx.all('users'))
  expect(all.map(({ id }) => id)).toEqual(['ann', 'ben', 'cat'])
})

test('a transaction is retried if another tab wrote during it', async () => {
  const { store: one } = openFresh()
  const other = open()
  let runs = 0
  await one.transaction(async (tx) => {
    const count = (await tx.all('users')).length
    if (runs++ === 0) await other.transaction(async (theirs) => theirs.put('users', user('ben')))
    tx.put('users', user(`after ${count}`))
  })
  const all = await one.transaction((tx) => tx.all('users'))
  expect(all.map(({ id }) => id)).toEqual(['after 1', 'ben'])
})

test('a write beyond the quota changes neither storage nor memory', async () => {
  const { store, storage } = openFresh()
  await store.transaction(async (tx) => tx.put('users', user('ann')))
  storage.quota = 10
  await expect(store.transaction(async (tx) => tx.put('users', user('ben')))).rejects.toThrow('Quota')
  expect(await store.transaction((tx) => tx.all('users'))).toEqual([user('ann')])
  storage.quota = Number.POSITIVE_INFINITY
  expect(await store.transaction((tx) => tx.all('users'))).toEqual([user('ann')])
})

test('a drawing is removed again if its documents do not fit', async () => {
  const { store, storage } = openFresh()
  await store.transaction(async (tx) => tx.put('users', user('ann')))
  const before = storage.keys
  storage.quota = 20
  const drawing = store.transaction(async (tx) => {
    tx.putBlob('a'.repeat(64), Uint8Array.of(1, 2, 3))
    tx.put('users', user('ben'))
  })
  await expect(drawing).rejects.toThrow(StoreUnavailableError)
  expect(storage.keys).toEqual(before)
})
