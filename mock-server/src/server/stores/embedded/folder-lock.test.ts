import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderError } from './data-folder-error.ts'
import { folderHolder, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'lock')
const OURS = new RegExp(`process ${process.pid} on \\S+`)

test('one holder at a time, named by its process and host', async () => {
  const lock = await lockFolder(folder)
  const second = lockFolder(folder)
  await expect(second).rejects.toThrow(DataFolderError)
  await expect(second).rejects.toThrow(
    new RegExp(`is in use by ${OURS.source}\\. Stop it, or choose another folder with --data\\.`),
  )
  expect(await folderHolder(folder)).toMatch(OURS)
  await lock.release()
  expect(await folderHolder(folder)).toBeNull()
  await (await lockFolder(folder)).release()
})

test('text that a killed holder left behind locks nothing', async () => {
  for (const text of [
    'process 99999999 on elsewhere\n',
    `process ${process.ppid} on elsewhere\n`,
    'torn',
    '',
  ]) {
    await writeFile(path(), text)
    expect(await folderHolder(folder)).toBeNull()
    await (await lockFolder(folder)).release()
    expect(await readFile(path(), 'utf8')).toBe('')
  }
})

/** Tries the lock in another process. @param before a program that starts it, with arguments */
const tryElsewhere = async (...before: string[]): Promise<string> => {
  const module = createRequire(import.meta.url).resolve('fs-native-extensions')
  const script = `
    const file = require('node:fs').openSync(${JSON.stringify(path())}, 'r+')
    console.log(process.pid, require(${JSON.stringify(module)}).tryLock(file))`
  const [program = '', ...args] = [...before, process.execPath, '-e', script]
  return (await promisify(execFile)(program, args)).stdout.trim()
}

const [UNSHARE, ...IN_NAMESPACE] = ['unshare', '--pid', '--fork', '--mount-proc'] as const
const canUnshare = spawnSync(UNSHARE, [...IN_NAMESPACE, 'true']).status === 0

test.runIf(canUnshare)('the lock holds in another PID namespace, as between two containers', async () => {
  const lock = await lockFolder(folder)
  expect(await tryElsewhere(UNSHARE, ...IN_NAMESPACE)).toBe('1 false')
  await lock.release()
  expect(await tryElsewhere(UNSHARE, ...IN_NAMESPACE)).toBe('1 true')
})

test('the lock holds against another process', async () => {
  const lock = await lockFolder(folder)
  expect(await tryElsewhere()).toMatch(/ false$/)
  await lock.release()
  expect(await tryElsewhere()).toMatch(/ true$/)
})

test('a lock that cannot be opened does not count as free', async () => {
  await symlink('lock', path())
  await expect(folderHolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be`)
})
