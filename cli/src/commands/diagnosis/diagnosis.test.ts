import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, skewText } from './diagnosis.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-diagnosis-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a data folder on an almost full disk is a problem', async () => {
  const folder = newFolder()
  expect(await dataFolder(folder, async () => 5_200_000)).toEqual({
    about: 'data folder',
    state: 'bad',
    finding: `${folder} is on a disk with 5 MB of free space: free some, because writes fail on a full disk`,
  })
  expect(await dataFolder(folder)).toMatchObject({ state: 'good', finding: folder })
})

test.each([
  ['2\n', 'has version 2, but this program supports version 3'],
  ['', 'is damaged: it does not contain a version number'],
])('a data folder that serve refuses is a problem: version %j', async (version, finding) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'version'), version)
  expect(await dataFolder(folder)).toEqual({
    about: 'data folder',
    state: 'bad',
    finding: expect.stringContaining(finding),
  })
})

test('the clock of a target is ahead of this machine or behind it', () => {
  expect([7, -7].map(skewText)).toEqual(['7 ms ahead of this machine', '7 ms behind this machine'])
})
