import { expect, test } from 'vitest'
import { crashRepeatedly } from '../bench/crash.ts'

/** Other moments each day (.config/vitest.config.ts). */
const { INKLING_TEST_SEED = '' } = process.env

test('what the server acknowledged is there after it was killed, again and again', async () => {
  const { acknowledged, lost } = await crashRepeatedly(6, INKLING_TEST_SEED)
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
})
