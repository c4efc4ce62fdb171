import { expect, test } from 'vitest'
import type { AdminCall } from '../../../core/contract/schemas/operator.ts'
import type { AdminCallStore, StoredValue } from '../../../engine/operator-store.ts'

/** What the operator of a server stores. Opening it again, if that is possible, finds what was stored. */
export interface OperatorStores {
  readonly value: StoredValue
  readonly calls: AdminCallStore
  /** Absent for memory. */
  readonly reopen?: () => OperatorStores | Promise<OperatorStores>
}

const call = (number: number): AdminCall => ({
  id: `2026030712000000${number}-a`,
  at: '2026-03-07T12:00:00.000Z',
  method: 'POST',
  path: `/control/games/${number}/end-turn`,
  body: { how: 'free' },
  from: '203.0.113.7',
  status: null,
})

/** Tests of every implementation of the operator's ports. */
export function testOperatorStores(name: string, open: () => OperatorStores | Promise<OperatorStores>): void {
  test(`${name}: a value is changed one change at a time, and a change that throws changes nothing`, async () => {
    const { value, reopen } = await open()
    expect(await value.get()).toBeNull()
    const increment = () =>
      value.change((stored) => ({ count: ((stored as { count: number } | null)?.count ?? 0) + 1 }))
    await Promise.all(Array.from({ length: 5 }, increment))
    const failing = value.change(() => {
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await increment()).toEqual({ count: 6 })
    expect(await value.get()).toEqual({ count: 6 })
    if (reopen) expect(await (await reopen()).value.get()).toEqual({ count: 6 })
  })

  test(`${name}: a deleted player is in no call of an admin any more`, async () => {
    const { calls, reopen } = await open()
    await calls.add({ ...call(1), path: '/control/users/ann-1/games', body: null })
    await calls.add({ ...call(2), body: { userId: 'ann-1', note: 'Ann is rude' } })
    await calls.add({ ...call(3), body: { reportId: 'r-1', note: 'rude' } })
    await calls.add(call(4))
    await calls.finish(call(2).id, 200)
    await calls.forget(['ann-1', 'r-1'])
    const left = [
      call(4),
      { ...call(3), body: null },
      { ...call(2), body: null, status: 200 },
      { ...call(1), path: '/control/users/***/games', body: null },
    ]
    expect(await calls.latest(undefined, 9)).toEqual(left)
    if (reopen) expect(await (await reopen()).calls.latest(undefined, 9)).toEqual(left)
  })

  test(`${name}: calls of admins are listed in pages, the latest first, with their status`, async () => {
    const { calls, reopen } = await open()
    expect(await calls.latest(undefined, 10)).toEqual([])
    for (const number of [1, 2, 3, 4]) await calls.add(call(number))
    await calls.finish(call(2).id, 409)
    const second = { ...call(2), status: 409 }
    const expectAll = async (from: AdminCallStore) => {
      expect(await from.latest(undefined, 3)).toEqual([call(4), call(3), second])
      expect(await from.latest(second.id, 3)).toEqual([call(1)])
    }
    await expectAll(calls)
    if (reopen) await expectAll((await reopen()).calls)
  })
}
