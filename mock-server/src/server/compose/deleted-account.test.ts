import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Places, testDeletedAccounts } from './deleted-account.suite.ts'

/** Every file of a folder, with its name. */
const filesOf =
  (folder: string): Places =>
  async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return Promise.all(
      files.map(async (path) => ({
        place: path,
        bytes: Buffer.concat([Buffer.from(path), await readFile(path)]),
      })),
    )
  }

testDeletedAccounts('a data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-deletion-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { stored: { data: folder }, places: filesOf(folder) }
})

testDeletedAccounts('memory', async () => ({ stored: { data: null }, places: async () => [] }))
