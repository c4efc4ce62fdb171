import { expect, test, vi } from 'vitest'
import { StoreUnavailableError } from '../../engine/store.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { newServer, playerOf } from '../compose/friends.fixture.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'

/** A store that retries each transaction once. Then all of them fail while `isAway` is set. */
class RetryingStore extends MemoryStore {
  isAway = false

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const conflict = new Error('a conflict')
    const first = super.transaction(async (tx) => {
      await work(tx)
      throw conflict
    })
    await expect(first).rejects.toBe(conflict)
    if (this.isAway) throw new StoreUnavailableError(conflict)
    return super.transaction(work)
  }
}

test('controls take effect once although the store retries transactions, and not if it fails', async () => {
  const store = new RetryingStore()
  const server = newServer({ store })
  const client = await playerOf(server, 'ann')
  await client.registerToken({ body: { token: 'a phone', platform: 'ios' } })
  const advance = () => client.changeClock({ body: { advanceMs: 60_000 } })
  expect(await advance()).toEqual({ now: '2026-03-07T17:01:00.000Z', mode: 'frozen' })

  await client.announce({ body: { text: 'Hello' } })
  const sent = async () => (await client.getOutbox()).items.length
  expect(await sent()).toBe(1)
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  store.isAway = true
  for (const call of [advance, client.resetWorld]) {
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }
  expect(server.clock.now()).toBe('2026-03-07T17:01:00.000Z')
  faults.mockRestore()
  store.isAway = false
  expect(await sent()).toBe(1)
  await client.resetWorld()
  expect(await sent()).toBe(0)
})
