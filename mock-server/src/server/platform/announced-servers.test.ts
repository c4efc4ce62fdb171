import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announcedAdminKey, announceServer } from './announced-servers.ts'

let root: string
let env: { XDG_RUNTIME_DIR: string; XDG_STATE_HOME: string }

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-announced-'))
  env = { XDG_RUNTIME_DIR: join(root, 'run'), XDG_STATE_HOME: join(root, 'state') }
})
afterEach(() => rm(root, { recursive: true, force: true }))

const folder = () => join(root, 'run', 'inkling')

test('a key is found by port at every loopback address until it is withdrawn', async () => {
  const withdraw = await announceServer(4000, 'the admin key', env)
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
    expect(announcedAdminKey(`http://${host}:4000`, env), host).toBe('the admin key')
  }
  for (const url of [
    'http://localhost:4001',
    'http://192.168.1.7:4000',
    'http://evil.example:4000',
    'nonsense',
  ]) {
    expect(announcedAdminKey(url, env), url).toBeUndefined()
  }
  withdraw()
  expect(announcedAdminKey('http://localhost:4000', env)).toBeUndefined()
  expect(readdirSync(folder())).toEqual([])
})

test('a URL without a port uses the default port of its protocol', async () => {
  await announceServer(80, 'the admin key', env)
  await announceServer(443, 'another key', env)
  expect(announcedAdminKey('http://localhost', env)).toBe('the admin key')
  expect(announcedAdminKey('https://localhost', env)).toBe('another key')
})

test('only the owner can read the key', async () => {
  await announceServer(4000, 'the admin key', env)
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder(), '4000.json')).mode & 0o777).toBe(0o600)
})

test('a session without a runtime folder uses the state folder, which other sessions read too', async () => {
  await announceServer(4000, 'the admin key', { XDG_STATE_HOME: env.XDG_STATE_HOME })
  expect(announcedAdminKey('http://localhost:4000', env)).toBe('the admin key')
  await announceServer(4001, 'another key', { HOME: root })
  expect(announcedAdminKey('http://localhost:4001', { HOME: root })).toBe('another key')
})

/** No process has this id: the maximum on Linux is 4,194,304. */
const UNUSED_PID = 2 ** 30

test('the key of a killed server is ignored, and the next announcement removes its file', async () => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), '4000.json'), JSON.stringify({ pid: UNUSED_PID, adminKey: 'the admin key' }))
  writeFileSync(join(folder(), '4001.json'), '{"pid":')
  expect(announcedAdminKey('http://localhost:4000', env)).toBeUndefined()
  expect(announcedAdminKey('http://localhost:4001', env)).toBeUndefined()
  await announceServer(4002, 'another key', env)
  expect(readdirSync(folder()).sort()).toEqual(['4001.json', '4002.json'])
})

test('a server withdraws only its own key', async () => {
  const withdraw = await announceServer(4000, 'the admin key', env)
  await announceServer(4000, 'of the next server', env)
  withdraw()
  expect(announcedAdminKey('http://localhost:4000', env)).toBe('of the next server')
})
