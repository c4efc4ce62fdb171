import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AdminCall } from '../../core/contract/schemas/operator.ts'
import type { AdminCallStore } from '../../engine/operator-store.ts'
import { StoreUnavailableError } from '../../engine/store.ts'
import { memoryCalls } from '../control/admin-log.ts'
import { memoryValue } from '../control/operator-state.ts'
import { StartupError } from '../platform/startup-error.ts'
import { adminCallsFiles } from '../stores/embedded/admin-calls-files.ts'
import { folderOperator } from '../stores/embedded/folder-values.ts'
import { type OperatorStores, testOperatorStores } from '../stores/shared/operator.suite.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-operator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

testOperatorStores('memory', () => ({ value: memoryValue(), calls: memoryCalls() }))

const openFolder = (folder: string): OperatorStores => ({
  value: folderOperator(folder),
  calls: adminCallsFiles(folder),
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

const DAY_MS = 86_400_000

/** Adds a call at a time. */
async function addAt(calls: AdminCallStore, ms: number): Promise<AdminCall> {
  const at = new Date(ms).toISOString()
  const added = { ...call(`${at.replace(/\D/g, '')}-a`), at }
  await calls.add(added)
  return added
}

test('a flood of calls removes none of the last 90 days, and the files are for their owner only', async () => {
  const data = await newFolder()
  let now = Date.parse('2026-03-07T12:00:00Z')
  const calls = adminCallsFiles(data, { maxBytes: 1000, systemNow: () => now })
  const first = await addAt(calls, now)
  for (let at = 0; at < 100; at++) await addAt(calls, ++now)
  now += 89 * DAY_MS
  const flood: AdminCall[] = []
  for (let at = 0; at < 100; at++) flood.unshift(await addAt(calls, ++now))
  await calls.finish(first.id, 403)
  expect(await calls.latest(undefined, 100)).toEqual(flood)
  const [last] = (await calls.latest(undefined, 1000)).slice(-1)
  expect(last).toEqual({ ...first, status: 403 })

  const folder = join(data, 'admin-calls')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(folder)) {
    const { size, mode } = await stat(join(folder, name))
    expect(size).toBeLessThan(1300)
    expect(mode & 0o777).toBe(0o600)
  }

  now += 2 * DAY_MS
  for (let at = 0; at < 10; at++) await addAt(calls, ++now)
  const left = await calls.latest(undefined, 1000)
  expect(left.length).toBeGreaterThanOrEqual(110)
  expect(left.length).toBeLessThan(130)
})

test('a line of the list of admin calls that a crash has cut off is left out', async () => {
  const data = await newFolder()
  const calls = adminCallsFiles(data)
  const added = await addAt(calls, Date.parse('2026-03-07T12:00:00Z'))
  await appendFile(join(data, 'admin-calls', `${added.id}.jsonl`), '{"id":"call-160","at"')
  expect(await calls.latest(undefined, 9)).toEqual([added])
})

test('the list of admin calls does not make a removed data folder again', async () => {
  const data = await newFolder()
  await rm(data, { recursive: true })
  await expect(adminCallsFiles(data).add(call('a'))).rejects.toThrow(StoreUnavailableError)
})

test('a damaged file of the operator is reported with what to do', async () => {
  const folder = await newFolder()
  const path = join(folder, 'operator.json')
  const value = folderOperator(folder)
  await value.change(() => ({ version: 1 }))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, (await readFile(path, 'utf8')).replace('1', '2'))
  const reading = folderOperator(folder).get()
  await expect(reading).rejects.toThrow(StartupError)
  await expect(reading).rejects.toThrow(`${path} is damaged. Restore it from a backup, or remove it`)
})
