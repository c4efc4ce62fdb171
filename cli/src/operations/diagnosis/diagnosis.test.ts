import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { dataFolder } from './diagnosis.ts'

test('a data folder on an almost full disk is a problem', async () => {
  const folder = tmpdir()
  expect(await dataFolder(folder, async () => 5_200_000)).toEqual({
    about: 'data folder',
    state: 'bad',
    finding: `${folder} is on a disk with 5 MB of free space: free some, because writes fail on a full disk`,
  })
  expect(await dataFolder(folder)).toMatchObject({ state: 'good', finding: folder })
})
