import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryCalls } from '../control/admin-log.ts'
import { memoryValue } from '../control/operator-state.ts'
import { StartupError } from '../platform/startup-error.ts'
import { adminCallsFile } from '../stores/embedded/admin-calls-file.ts'
import { type OperatorStores, testOperatorStores } from '../stores/shared/operator.suite.ts'
import { folderValue } from './folder-values.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-operator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

testOperatorStores('memory', () => ({ value: memoryValue(), calls: memoryCalls() }))

const openFolder = (folder: string): OperatorStores => ({
  value: folderValue(folder, 'operator.json'),
  calls: adminCallsFile(folder),
  reopen: () => openFolder(folder),
})
testOperatorStores('a data folder', async () => openFolder(await newFolder()))

const call = (id: string) => ({
  id,
  at: '2026-03-07T12:00:00.000Z',
  method: 'DELETE',
  path: '/control/world',
  body: null,
  from: null,
  status: 200,
})

test('the file of admin calls is readable by its owner only, stays bounded, and survives a cut line', async () => {
  const folder = await newFolder()
  const calls = adminCallsFile(folder, 1000)
  for (let at = 100; at < 160; at++) await calls.add(call(`call-${at}`))
  const names = await readdir(folder)
  expect(names.sort()).toEqual(['admin-calls.1.jsonl', 'admin-calls.jsonl'])
  for (const name of names) {
    const { size, mode } = await stat(join(folder, name))
    expect(size).toBeLessThan(1200)
    expect(mode & 0o777).toBe(0o600)
  }
  await appendFile(join(folder, 'admin-calls.jsonl'), '{"id":"call-160","at"')
  const [latest] = await calls.latest(undefined, 1)
  expect(latest).toEqual(call('call-159'))
})

test('a damaged file of the operator is reported with what to do', async () => {
  const folder = await newFolder()
  const path = join(folder, 'operator.json')
  const value = folderValue(folder, 'operator.json')
  await value.change(() => ({ version: 1 }))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, (await readFile(path, 'utf8')).replace('1', '2'))
  const reading = folderValue(folder, 'operator.json').get()
  await expect(reading).rejects.toThrow(StartupError)
  await expect(reading).rejects.toThrow(`${path} is damaged. Restore it from a backup, or remove it`)
})
