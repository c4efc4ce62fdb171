import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@inkling/mock-server/server'
import { DEMO } from '@inkling/mock-server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inkling } from '../binary.fixture.ts'

/* Secrets that do not stand in the list of processes, and files that only their owner reads. */

const cwd = mkdtempSync(join(tmpdir(), 'inkling-secrets-'))
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer({
    port: 0,
    data: null,
    adminKey: 'the-admin-key',
    ...DEMO,
    isProtected: true,
  })
  writeFileSync(join(cwd, 'key'), 'the-admin-key\n')
  writeFileSync(join(cwd, 'device'), 'device_of_a_file_0123456789\n')
})
afterAll(async () => {
  await server.close()
  rmSync(cwd, { recursive: true, force: true })
})

const on = (words: string, env = {}) => inkling([...words.split(' '), '--target', server.url], { cwd, env })

test('the admin key comes from a file, and an export is private', async () => {
  writeFileSync(join(cwd, 'world.json'), '', { mode: 0o644 })
  const { code, stderr } = await on('world export world.json --admin-key-file key')
  expect([code, stderr]).toEqual([0, ''])
  expect(statSync(join(cwd, 'world.json')).mode & 0o777).toBe(0o600)
  expect((await on('user list --admin-key-file key --admin-key x')).stderr).toContain('exclude each other')
  expect((await on('user list --admin-key-file nothing')).stderr).toContain('nothing: there is no such file')
})

test('a saved world is private', async () => {
  expect((await on('world save before --admin-key-file key')).code).toBe(0)
  const folder = join(cwd, 'state/inkling')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const saved = names.filter((name) => name.includes('before'))
  expect(saved).not.toEqual([])
  for (const name of saved) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
})

test('the server takes its admin key from a file', async () => {
  const { stdout, stderr } = await inkling('serve --admin-key-file key --print-config -o json'.split(' '), {
    cwd,
  })
  const rows: unknown = JSON.parse(stdout || stderr)
  expect(rows).toContainEqual({ variable: 'ADMIN_KEY', value: '********', source: '--admin-key-file' })
  expect(stdout).not.toContain('the-admin-key')
})

test('the device id comes from a file or from the environment', async () => {
  const named = await on('user new --name Mina --admin-key-file key --yes -o json')
  const { deviceId, username } = JSON.parse(named.stdout)
  writeFileSync(join(cwd, 'device'), `${deviceId}\n`)
  const key = { INKLING_ADMIN_KEY: 'the-admin-key' }
  const yes = `--yes=${server.url}`
  for (const [words, env] of [
    ['user show --device-file device', key],
    ['user show', { ...key, INKLING_DEVICE: deviceId }],
  ] as const) {
    const { stdout, stderr } = await on(`${words} -o json ${yes}`, env)
    expect(JSON.parse(stdout || stderr)).toMatchObject({ username })
  }
  const { stderr, code } = await on('user show', key)
  expect(stderr).toContain('name the player with --device, --device-file or INKLING_DEVICE, or give an id.')
  expect(code).toBe(1)
})
