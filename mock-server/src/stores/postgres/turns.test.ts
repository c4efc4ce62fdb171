import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('those with a common document have their turns in order, and others do not wait', async () => {
  const turns = new Turns()
  const first = await turns.take(['ann', 'owls'], 1000)
  expect(first?.isContended).toBe(false)
  const order: string[] = []
  const waiting = [
    ['second', 'ann', 'ben'],
    ['third', 'ben'],
  ].map(async ([name = '', ...keys]) => {
    const turn = await turns.take(keys, 15_000)
    order.push(name)
    turn?.leave()
    return turn?.isContended
  })
  const other = await turns.take(['cat'], 1000)
  expect([order, other?.isContended]).toEqual([[], false])
  first?.leave()
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(order).toEqual(['second', 'third'])
  expect((await turns.take(['ann', 'ben', 'owls'], 1000))?.isContended).toBe(false)
})

test('whoever waits too long has no turn, and those behind still get theirs, one at a time', async () => {
  const turns = new Turns()
  const first = await turns.take(['ann'], 1000)
  expect(await turns.take(['ann'], 1)).toBeNull()
  let isThird = false
  const third = turns.take(['ann'], 15_000).then((turn) => {
    isThird = true
    return turn
  })
  await Promise.resolve()
  expect(isThird).toBe(false)
  first?.leave()
  expect((await third)?.isContended).toBe(true)
})
