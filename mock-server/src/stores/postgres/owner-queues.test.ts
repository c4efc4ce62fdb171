import { expect, test } from 'vitest'
import { OwnerBusyError } from '../../engine/store.ts'
import { OwnerQueues } from './owner-queues.ts'

test('an owner is served in order, and others do not wait', async () => {
  const queues = new OwnerQueues()
  const first = await queues.enter('ann', 1000)
  expect(first.isContended).toBe(false)
  const order: string[] = []
  const waiting = ['second', 'third'].map(async (name) => {
    const { isContended, leave } = await queues.enter('ann', 15_000)
    order.push(name)
    leave()
    return isContended
  })
  const other = await queues.enter('ben', 1000)
  expect([order, other.isContended]).toEqual([[], false])
  first.leave()
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(order).toEqual(['second', 'third'])
  expect((await queues.enter('ann', 1000)).isContended).toBe(false)
})

test('a wait that is too long fails, and those behind it still get their turn', async () => {
  const queues = new OwnerQueues()
  const first = await queues.enter('ann', 1000)
  const tooLate = queues.enter('ann', 1)
  const third = queues.enter('ann', 15_000)
  await expect(tooLate).rejects.toThrow(OwnerBusyError)
  first.leave()
  expect((await third).isContended).toBe(true)
})
