import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@inkling/mock-server/server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { start } from './binary.fixture.ts'

/* Commands whose standard output is closed by its reader, as `| head` does. */

let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-closed-pipe-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

async function startOnServer(...words: string[]) {
  const adminKey = 'key-of-the-pipes'
  const clock = '2026-03-07T12:00:00-05:00'
  const server = await startServer({ port: 0, data: null, seed: 'pipe', clock, adminKey })
  onTestFinished(() => server.close())
  return start([...words, '--target', server.url], { cwd, env: { INKLING_ADMIN_KEY: adminKey } })
}

test('a command that is still working is interrupted', async () => {
  const bots = await startOnServer('bots', 'run', '--players', '2', '--games', '50', '-o', 'jsonl')
  await bots.firstLine
  bots.process.stdout?.destroy()
  expect(await bots.ended).toMatchObject({ code: 130, stderr: '' })
})

test('a command that has finished exits with its own code', async () => {
  const list = await startOnServer('user', 'list')
  list.process.stdout?.destroy()
  expect(await list.ended).toMatchObject({ code: 0, stderr: '' })
})
