import { expect, test } from 'vitest'
import { crashAgainAndAgain } from '../bench/crash.ts'

test('what the server acknowledged is there after it was killed, again and again', async () => {
  const { acknowledged, lost } = await crashAgainAndAgain(12, '7')
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(100)
})
