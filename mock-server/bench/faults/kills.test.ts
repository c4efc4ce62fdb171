import { expect, test } from 'vitest'
import { killRepeatedly } from './kills.ts'

/** Changes daily (.config/vitest.config.ts). */
const { INKLING_TEST_SEED = '' } = process.env

test('acknowledged writes survive repeated kills of the server', async () => {
  const { acknowledged, lost } = await killRepeatedly(4, INKLING_TEST_SEED)
  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(50)
})
