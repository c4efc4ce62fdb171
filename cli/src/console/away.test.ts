import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@inkling/mock-server/server'
import { freePort } from '@inkling/mock-server/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { start } from '../binary.fixture.ts'
import { loneMember } from '../players.fixture.ts'
import { consolesInProcess } from './screen/in-process.fixture.ts'

/* Servers that stop, or that refuse access to their controls. */

const SIZE = { columns: 100, rows: 30 }
const ADMIN_KEY = 'key-of-the-night'
const consoles = consolesInProcess()
let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-away-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

async function serve(...args: string[]) {
  const server = start(['serve', '--seed', 'console', '--admin-key', ADMIN_KEY, ...args], { cwd })
  onTestFinished(async () => {
    server.process.kill('SIGKILL')
    await server.ended
  })
  return { server, url: (await server.firstLine).split(' ').at(-1) ?? '' }
}

test('the console waits for a server that dies, and reloads when it is back', async () => {
  const stored = [
    '--port',
    String(await freePort()),
    '--data',
    'data',
    '--clock',
    '2026-03-07T18:40:00-05:00',
  ]
  const first = await serve(...stored)
  await loneMember({ baseUrl: first.url, fetch, adminKey: ADMIN_KEY }, 'Night Owls')
  const terminal = consoles.start({ target: first.url, adminKey: ADMIN_KEY }, SIZE)
  await terminal.until('Night Owls')
  first.server.process.kill('SIGKILL')
  await first.server.ended
  const lost = await terminal.until('no server responds at')
  expect(lost).toContain('Night Owls')
  await serve(...stored)
  await terminal.until(/^ Inkling {2}●/)
  expect(await terminal.until('Night Owls')).not.toContain('no server responds at')
})

test('if the controls need a key, the console says so and shows what the documented API allows', async () => {
  const server = await startServer({ port: 0, data: null, adminKey: 'another-key' })
  onTestFinished(() => server.close())
  const terminal = consoles.start({ target: server.url }, SIZE)
  const screen = await terminal.until('need the admin key')
  expect(screen).toMatch(/^ Inkling {2}● {2}reference server, no key .* give its key with --admin-key/)
  expect(screen).not.toContain('local ')
  expect(screen).not.toContain('documented calls only')
  expect(screen).toContain('--device')
  expect(screen).not.toContain('another-key')
})
