import { afterEach, expect, test, vi } from 'vitest'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import { user } from '../shared/documents.fixture.ts'
import { storeSuite } from '../shared/store.suite.ts'
import { LocalStorageStore, type TabLocks } from './local-storage-store.ts'

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

  get length(): number {
    return this.#items.size
  }

  key(at: number): string | null {
    return this.keys[at] ?? null
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
    // Too little for a drawing, and for the documents.
    for (const quota of [5, 10]) {
      current.quota = quota
      await work()
    }
    current.quota = Number.POSITIVE_INFINITY
  },
)

test('two tabs see the writes of each other, and lose none', async () => {
  const { store: one } = openFresh()
  const other = open()
  await one.transaction(async (tx) => tx.insert('users', user('ann')))
  await other.transaction(async (tx) => tx.insert('users', user('ben')))
  await one.transaction(async (tx) => tx.insert('users', user('cat')))
  const all = (await everythingIn(other)).users
  expect(all.map(({ id }) => id)).toEqual(['ann', 'ben', 'cat'])
})

test('a transaction is retried if another tab wrote what it has read', async () => {
  const { store: one } = openFresh()
  const other = open()
  let runs = 0
  await one.transaction(async (tx) => {
    const ben = await tx.get('users', 'ben')
    if (runs++ === 0) await other.transaction(async (theirs) => theirs.insert('users', user('ben')))
    tx.insert('users', user(`after ${ben?.id}`))
  })
  const all = (await everythingIn(one)).users
  expect(all.map(({ id }) => id)).toEqual(['after ben', 'ben'])
})

test('tabs commit one at a time', async () => {
  const { storage } = openFresh()
  const granted: string[] = []
  // Another tab commits after this one has asked, and before it is its turn.
  const tabs = {
    async request(name: string, work: () => Promise<boolean>): Promise<boolean> {
      granted.push(name)
      if (granted.length === 1)
        await new LocalStorageStore('test_', text).transaction(async (tx) => tx.insert('users', user('ben')))
      return work()
    },
  } as unknown as TabLocks
  const store = new LocalStorageStore('test_', text, tabs)
  await store.transaction(async (tx) => tx.insert('users', user('ann')))
  expect(granted).toEqual(['test_commit'])
  expect((await everythingIn(store)).users.map(({ id }) => id)).toEqual(['ann', 'ben'])
  expect(storage.getItem('test_revision')).toBe('2')
})
