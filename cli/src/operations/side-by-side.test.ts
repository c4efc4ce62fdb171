import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('runs at most the given number at once, and reports in order', async () => {
  const told: string[] = []
  let now = 0
  let most = 0
  const results = await sideBySide(
    [3, 1, 2, 1],
    2,
    async (turns, tell: (event: string) => void) => {
      most = Math.max(most, ++now)
      for (let at = 0; at < turns; at++) {
        tell(`${turns}.${at}`)
        await turn()
      }
      now--
      return turns
    },
    { isOver: () => false, tell: (event) => told.push(event) },
  )
  expect(results).toEqual([3, 1, 2, 1])
  expect(told).toEqual(['3.0', '3.1', '3.2', '1.0', '2.0', '2.1', '1.0'])
  expect(most).toBe(2)
})

test('starts nothing more once it is over', async () => {
  let isOver = false
  const work = async (item: number) => {
    isOver = true
    return item
  }
  const results = await sideBySide([1, 2, 3], 1, work, { isOver: () => isOver, tell: () => {} })
  expect(results).toEqual([1])
})
