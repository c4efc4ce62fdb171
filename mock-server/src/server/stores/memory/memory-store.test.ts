import { expect, test } from 'vitest'
import { storeSuite } from '../shared/store.suite.ts'
import { MemoryStore } from './memory-store.ts'

storeSuite('the memory store', async () => new MemoryStore())

test('a reset removes drawings that no game names', async () => {
  const store = new MemoryStore()
  const name = 'a'.repeat(64)
  await store.transaction(async (tx) => tx.putBlob(name, Uint8Array.of(1)))
  await store.replaceAll(async () => {})
  expect(await store.transaction(async (tx) => (await tx.blobs([name])).get(name))).toBeUndefined()
})
