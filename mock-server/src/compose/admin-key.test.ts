import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../platform/startup-error.ts'
import { readAdminKey } from './admin-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-admin-key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = () => join(folder, 'admin-key')

test('the key is generated once and readable by its owner only', async () => {
  const key = await readAdminKey(folder)
  expect(key.length).toBeGreaterThanOrEqual(32)
  expect(await readAdminKey(folder)).toBe(key)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  await rm(file())
  expect(await readAdminKey(folder)).not.toBe(key)
})

test('a file without a key is refused and not changed', async () => {
  await writeFile(file(), 'short\n')
  await expect(readAdminKey(folder)).rejects.toThrow(StartupError)
  expect(await readFile(file(), 'utf8')).toBe('short\n')
})
