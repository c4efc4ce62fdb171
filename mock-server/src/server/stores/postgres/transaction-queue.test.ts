import { expect, test } from 'vitest'
import { TransactionQueue } from './transaction-queue.ts'

test('those with a common document run in order, and others do not wait', async () => {
  const queue = new TransactionQueue()
  const first = await queue.enter(['ann', 'owls'], 1000)
  expect(first?.isContended).toBe(false)
  const order: string[] = []
  const waiting = [
    ['second', 'ann', 'ben'],
    ['third', 'ben'],
  ].map(async ([name = '', ...keys]) => {
    const place = await queue.enter(keys, 15_000)
    order.push(name)
    place?.leave()
    return place?.isContended
  })
  const other = await queue.enter(['cat'], 1000)
  expect([order, other?.isContended]).toEqual([[], false])
  first?.leave()
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(order).toEqual(['second', 'third'])
  expect((await queue.enter(['ann', 'ben', 'owls'], 1000))?.isContended).toBe(false)
})

test('a transaction that waits too long gives up, and those behind it still run one at a time', async () => {
  const queue = new TransactionQueue()
  const first = await queue.enter(['ann'], 1000)
  expect(await queue.enter(['ann'], 1)).toBeNull()
  let isThird = false
  const third = queue.enter(['ann'], 15_000).then((place) => {
    isThird = true
    return place
  })
  await Promise.resolve()
  expect(isThird).toBe(false)
  first?.leave()
  expect((await third)?.isContended).toBe(true)
})
