import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { dataFolder, skewText } from './diagnosis.ts'

test('a data folder on an almost full disk is a problem', async () => {
  const folder = tmpdir()
  expect(await dataFolder(folder, async () => 5_200_000)).toEqual({
    about: 'data folder',
    state: 'bad',
    finding: `${folder} is on a disk with 5 MB of free space: free some, because writes fail on a full disk`,
  })
  expect(await dataFolder(folder)).toMatchObject({ state: 'good', finding: folder })
})

test('the clock of a target is ahead of this machine or behind it', () => {
  expect([7, -7].map(skewText)).toEqual(['7 ms ahead of this machine', '7 ms behind this machine'])
})
