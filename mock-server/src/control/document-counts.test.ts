import { expect, test } from 'vitest'
import type { Transaction } from '../engine/store.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import { DocumentCounts } from './document-counts.ts'

/** Reads the counts of a store that has so many users and nothing else. */
const usersIn = (counts: DocumentCounts, users: number) =>
  new MemoryStore().transaction(async (tx: Transaction) => {
    tx.count = async (name) => (name === 'users' ? users : 0)
    return (await counts.read(tx)).users
  })

test('up to a million documents are counted each time', async () => {
  const counts = new DocumentCounts(() => 0)
  for (const users of [3, 1_000_000, 0]) expect(await usersIn(counts, users)).toBe(users)
})

test('more are counted once a minute', async () => {
  let now = 0
  const counts = new DocumentCounts(() => now)
  expect(await usersIn(counts, 1_000_001)).toBe(1_000_001)
  now = 59_999
  expect(await usersIn(counts, 1_000_002)).toBe(1_000_001)
  now = 60_000
  expect(await usersIn(counts, 1_000_003)).toBe(1_000_003)
  now = 120_000
  expect(await usersIn(counts, 0)).toBe(0)
  expect(await usersIn(counts, 1)).toBe(1)
})
