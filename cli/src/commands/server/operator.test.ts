import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, newPlayer } from '../../players.fixture.ts'
import { programFixture, type RecordedServer, recordCalls, recordedServer } from '../../program.fixture.ts'
import { OPERATIONS } from '../../safety/operations.ts'

/* What the operator of a server tells its players, and what admins have changed. */

const network = globalThis.fetch
const server = recordedServer({ seed: 'operator' })
const servers: Record<string, RecordedServer> = { 'localhost:4000': server }
const { run, folder } = programFixture(servers)
const on = (...words: string[]) =>
  run([...words, '--target', 'http://localhost:4000'], { INKLING_ADMIN_NAME: 'Olga' })

let running: RunningServer
beforeAll(async () => {
  running = await startServer({ port: 0, data: null })
  servers[new URL(running.url).host] = recordCalls(network)
})
afterAll(() => running.close())

test('an announcement is made, listed and removed', async () => {
  const made = await on('announce', 'Back at three.', '--for', '3h', '--no-push')
  expect(made.stdout).toBe(
    'announcement a1 is shown until 2026-03-07 15:00 (New York), and 0 players get a notification\n',
  )
  expect((await on('announcement', 'list')).stdout).toMatch(
    /a1 +2026-03-07 12:00 +2026-03-07 15:00 +Back at three\./,
  )
  expect((await on('announcement', 'remove', 'a1')).stdout).toBe('announcement a1 is removed\n')
  expect((await on('announcement', 'list')).stdout).toBe('there are no announcements\n')
  expect(await on('announce', 'Hello', '--for', '90m')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('whole hours: write 12h or 3d'),
  })
  expect((await on('announce', 'Hello', '--for', '31d')).stderr).toBe(
    'inkling: --for 31d is too long: write 30d or less.\n',
  )
})

test('maintenance is turned on with a message, shown, and turned off', async () => {
  const { stdout } = await on('maintenance', 'on', '--message', 'Back at three.')
  expect(stdout).toBe('players can only read since 2026-03-07 12:00 (New York): Back at three.\n')
  expect((await on('maintenance', 'show')).stdout).toBe(stdout)
  expect((await on('announcement', 'list')).stdout).toContain(stdout)
  const { stderr } = await on('user', 'new', '--name', 'Mina')
  expect(stderr).toContain('unavailable: Back at three')
  expect((await on('maintenance', 'off')).stdout).toBe('players can play\n')
})

test('the notifications of an announcement wait where the server sends none', async () => {
  const { player } = await newPlayer({ baseUrl: running.url, fetch: network }, 'Pat')
  await player.registerToken({
    body: { token: 'phone of Pat', platform: 'ios', deviceId: 'pat', timeZone: 'UTC' },
  })
  const key = ['--target', running.url, '--admin-key', String(running.adminKey)]
  const { stdout } = await run(['announce', 'Hello', ...key])
  expect(stdout).toMatch(
    /, and 1 player gets a notification once notifications are on: see `.*inkling doctor`\n$/,
  )
  await run(['announcement', 'remove', 'a1', ...key])
})

test('the server lists what admins have changed, in pages', async () => {
  const first = await on('audit', '--server', '--limit', '1')
  expect(first.stdout).toMatch(/ Olga +admin +the server itself +ok \(200\) +let players play again$/m)
  const [, before = ''] = /more: --after (\S+)/.exec(first.stderr) ?? []
  const rest = JSON.parse((await on('audit', '--server', '--after', before, '-o', 'json')).stdout)
  const maintenance = rest.calls.find(({ method }: { method: string }) => method === 'PUT')
  expect(maintenance).toMatchObject({ key: 'admin', body: { message: 'Back at three.' }, status: 200 })
  expect(rest.calls.some(({ method }: { method: string }) => method === 'GET')).toBe(true)
  const changes = ['audit', '--server', '--changes', '-o', 'json']
  const all = JSON.parse((await on(...changes)).stdout).calls
  expect(all.map(({ method }: { method: string }) => method)).not.toContain('GET')
  const page = JSON.parse((await on(...changes, '--limit', '2')).stdout)
  const next = JSON.parse((await on(...changes, '--after', page.next)).stdout)
  expect([...page.calls, ...next.calls]).toEqual(all)
  expect((await on('audit', '--server', '--since', '7d')).code).toBe(1)
})

test('a key of the configuration is not replaced, and a new key needs a place', async () => {
  const key = join(folder, 'a-key')
  writeFileSync(key, 'the-admin-key\n')
  expect(await on('admin-key', 'rotate', '--admin-key-file', key, '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('change ADMIN_KEY or --admin-key there'),
  })
  expect(readFileSync(key, 'utf8')).toBe('the-admin-key\n')
  server.forget()
  expect(await on('admin-key', 'rotate', '--admin-key', 'the-admin-key')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('name a file for it with --to FILE'),
  })
  expect(server.changes()).toEqual([])
})

test('a new key goes where the old one was found, and is never printed', async () => {
  const key = join(folder, 'key')
  writeFileSync(key, `${running.adminKey}\n`, { mode: 0o644 })
  const inFile = await run(['admin-key', 'rotate', '--admin-key-file', key, '--target', running.url])
  expect(inFile).toEqual({
    code: 0,
    stdout: `the admin key is replaced, and the new one is in ${key}\n`,
    stderr: '',
  })
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const second = readFileSync(key, 'utf8').trim()
  expect(second).not.toBe(running.adminKey)
  await run(['target', 'new', 'live', running.url, '--admin-key', second, '--kind', 'local'])
  const { stdout } = await run(['admin-key', 'rotate', '--target', 'live', '-o', 'json'])
  expect(JSON.parse(stdout)).toEqual({ rotated: true, keyIn: expect.stringContaining('config') })
  expect(`{ ${Object.keys(JSON.parse(stdout)).join(', ')} }`).toBe(OPERATIONS['admin-key rotate'].data)
  const third = JSON.parse(readFileSync(join(folder, 'config/inkling/config.json'), 'utf8')).targets.live
  expect(third).toMatchObject({ url: running.url, kind: 'local' })
  expect(third.adminKey).not.toBe(second)
  expect((await run(['clock', 'show', '--target', 'live'])).code).toBe(0)
})

test('showing an open game reads the names of its players only', async () => {
  const { gameId } = await newcomer(server, 'Otto')
  const queries: string[] = []
  const { fetch } = server
  servers['localhost:4000'] = {
    ...server,
    fetch: (input, init) => {
      queries.push(new URL(String(input)).search)
      return fetch(input, init)
    },
  }
  const { stdout } = await on('game', 'show', gameId)
  servers['localhost:4000'] = server
  expect(stdout).toContain('Otto')
  expect(queries.filter((query) => query !== '')).toEqual([expect.stringMatching(/^\?ids=[\w-]+$/)])
})
