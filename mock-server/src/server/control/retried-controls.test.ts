import { expect, test, vi } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { StoreUnavailableError } from '../../engine/store.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { inProcessFetch } from '../compose/in-process-server.ts'
import { nodePorts } from '../platform/node-ports.ts'
import { Outbox } from '../platform/push/outbox.ts'
import { MemoryStore } from '../stores/memory/memory-store.ts'
import { ControlledClock } from './clock.ts'
import { controlledEngine, derivedSecrets } from './controlled-engine.ts'

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
  const clock = new ControlledClock()
  clock.freezeAt('2026-03-07T12:00:00-05:00')
  const outbox = new Outbox()
  const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true }
  const engine = controlledEngine(
    { ...nodePorts, store, clock },
    { ...derivedSecrets('retried', nodePorts.codecs), ...settings },
    {
      outbox,
    },
  )
  const client = createClient({ baseUrl: 'http://in-process', fetch: inProcessFetch(engine) })
  const advance = () => client.changeClock({ body: { advanceMs: 60_000 } })
  expect(await advance()).toEqual({ now: '2026-03-07T17:01:00.000Z', mode: 'frozen' })

  await outbox.send({
    token: 'a phone',
    platform: 'ios',
    title: 'Hello',
    body: 'Hello',
    kind: 'turn',
    path: '/',
    lifeMs: 1,
  })
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  store.isAway = true
  for (const call of [advance, client.resetWorld]) {
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }
  expect(clock.now()).toBe('2026-03-07T17:01:00.000Z')
  expect(outbox.sent).toHaveLength(1)
  faults.mockRestore()
  store.isAway = false
  await client.resetWorld()
  expect(outbox.sent).toHaveLength(0)
})
