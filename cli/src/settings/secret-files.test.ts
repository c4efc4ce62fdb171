import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFixture, recordedServer } from '../program.fixture.ts'

/* Secrets that do not stand in the list of processes, and files that only their owner reads. */

const server = recordedServer({ adminKey: 'the-admin-key', isProtected: true })
const { run, folder, state } = programFixture({ 'game.example': server })
const [keyFile, deviceFile] = [join(folder, 'key'), join(folder, 'device')]
writeFileSync(keyFile, 'the-admin-key\n')

const on = (words: readonly string[], env = {}) => run([...words, '--target', 'http://game.example'], env)
const withKey = (...words: string[]) => on([...words, '--admin-key-file', keyFile])

test('the admin key comes from a file, and an export is private', async () => {
  const file = join(folder, 'world.json')
  writeFileSync(file, '', { mode: 0o644 })
  expect(await withKey('world', 'export', file)).toMatchObject({ code: 0, stderr: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await withKey('user', 'list', '--admin-key', 'x')).stderr).toContain('exclude each other')
  const missing = await on(['user', 'list', '--admin-key-file', join(folder, 'nothing')])
  expect(missing.stderr).toContain('nothing: there is no such file')
})

test('a saved world is private', async () => {
  expect((await withKey('world', 'save', 'before')).code).toBe(0)
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' })
  const saved = names.filter((name) => name.includes('before'))
  expect(saved).not.toEqual([])
  for (const name of saved) expect(statSync(join(state, name)).mode & 0o777, name).toBe(0o600)
})

test('the server takes its admin key from a file', async () => {
  const words = ['serve', '--admin-key-file', keyFile, '--print-config', '-o', 'json']
  const { stdout } = await run(words)
  const rows: unknown = JSON.parse(stdout)
  expect(rows).toContainEqual({ variable: 'ADMIN_KEY', value: '********', source: '--admin-key-file' })
  expect(stdout).not.toContain('the-admin-key')
})

test('the device id comes from a file or from the environment', async () => {
  const named = await withKey('user', 'new', '--name', 'Mina', '--yes', '-o', 'json')
  const { deviceId, username } = JSON.parse(named.stdout)
  writeFileSync(deviceFile, `${deviceId}\n`)
  const key = { INKLING_ADMIN_KEY: 'the-admin-key' }
  const { stderr, code } = await on(['user', 'show'], key)
  expect(stderr).toContain('name the player with --device, --device-file or INKLING_DEVICE, or give an id.')
  expect(code).toBe(1)
  for (const [words, env] of [
    [['--device-file', deviceFile], key],
    [[], { ...key, INKLING_DEVICE: deviceId }],
  ] as const) {
    const { stdout } = await on(['user', 'show', ...words, '-o', 'json', '--yes=http://game.example'], env)
    expect(JSON.parse(stdout)).toMatchObject({ username })
  }
})
