import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { startServer } from '../main.ts'
import { DEMO } from '../worlds/demo-server.fixture.ts'
import { copyStore } from './store-copy.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-copy-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** The content, permissions and time of each file and folder. */
async function stateOf(folder: string): Promise<unknown[]> {
  const entries = (await readdir(folder, { recursive: true })).sort()
  return Promise.all(
    ['.', ...entries].map(async (name) => {
      const { mode, mtimeMs } = await stat(join(folder, name))
      return [name, mode, mtimeMs, await readFile(join(folder, name), 'latin1').catch(() => null)]
    }),
  )
}

const exportOf = async (data: string) => {
  const server = await startServer({ port: 0, data, adminKey: 'a-key-of-admins' })
  const world = await createClient({
    baseUrl: server.url,
    fetch,
    adminKey: () => 'a-key-of-admins',
  }).exportWorld()
  await server.close()
  return world
}

test('a data folder is copied without a change to it', async () => {
  const from = join(root, 'from')
  const first = await startServer({ port: 0, data: from, ...DEMO })
  await first.close()
  const before = await stateOf(from)
  const to = join(root, 'to')
  const { collections } = await copyStore({ from, to })
  expect(collections.find(({ collection }) => collection === 'games')?.documents).toBeGreaterThan(5)
  expect(await stateOf(from)).toEqual(before)
  expect(await exportOf(to)).toEqual(await exportOf(from))
})
