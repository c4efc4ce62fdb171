import { expect, test } from 'vitest'
import { mapReportingInOrder } from './map-reporting-in-order.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('runs at most the given number at once, and reports in order', async () => {
  const reported: string[] = []
  let now = 0
  let max = 0
  const results = await mapReportingInOrder(
    [3, 1, 2, 1],
    2,
    async (turns, report: (event: string) => void) => {
      max = Math.max(max, ++now)
      for (let at = 0; at < turns; at++) {
        report(`${turns}.${at}`)
        await turn()
      }
      now--
      return turns
    },
    { isOver: () => false, report: (event) => reported.push(event) },
  )
  expect(results).toEqual([3, 1, 2, 1])
  expect(reported).toEqual(['3.0', '3.1', '3.2', '1.0', '2.0', '2.1', '1.0'])
  expect(max).toBe(2)
})

test('starts no further item once it is over', async () => {
  let isOver = false
  const work = async (item: number) => {
    isOver = true
    return item
  }
  const results = await mapReportingInOrder([1, 2, 3], 1, work, { isOver: () => isOver, report: () => {} })
  expect(results).toEqual([1])
})
