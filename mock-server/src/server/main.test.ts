import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../core/contract/client/client.ts'
import { type RunningServer, type ServerOptions, startServer } from './main.ts'
import { StartupError } from './platform/startup-error.ts'
import { EmbeddedStore } from './stores/embedded/embedded-store.ts'

let root: string
let running: RunningServer[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-main-'))
  running = []
})
afterEach(async () => {
  for (const server of running) await server.close()
  await rm(root, { recursive: true, force: true })
})

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, data: null, ...options })
  running.push(server)
  return server
}

const stop = async (server: RunningServer) => {
  running = running.filter((other) => other !== server)
  await server.close()
}

const problemOf = (options: Partial<ServerOptions>): Promise<string> =>
  start(options).then(
    () => 'started',
    (error) => {
      expect(error).toBeInstanceOf(StartupError)
      return error.message
    },
  )

const signIn = (server: RunningServer) =>
  createClient({ baseUrl: server.url, fetch }).signInDevice({ body: { deviceId: 'device_ann_0123456789' } })

describe('a server', () => {
  test('answers at the URL that it returns', async () => {
    const { url } = await start()
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
    expect(await (await fetch(url)).text()).toContain('npm run build')
  })

  test('says when the data folder is nearly full: in the status, in the log at the start, and each day on which it is full', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'warn', base: null },
      { write: (line: string) => lines.push(JSON.parse(line).msg) },
    )
    const data = join(root, 'data')
    const startOn = async (players: number) => {
      const store = await EmbeddedStore.open(data, { capacity: { players, games: 10 } })
      const server = await start({
        store,
        log,
        clock: '2026-03-07T12:00:00-05:00',
        adminKey: 'a-key-of-admins',
      })
      const admin = createClient({ baseUrl: server.url, fetch, adminKey: () => 'a-key-of-admins' })
      return { server, admin }
    }
    const { server, admin } = await startOn(1)
    await signIn(server)
    const warning = `The data folder ${data} has 1 of the 1 players that the embedded store is made for. Move it to PostgreSQL: \`inkling store copy --from ${data} --to postgres://user@host/inkling\``
    expect((await admin.getControlStatus()).capacity).toEqual({
      players: 1,
      maxPlayers: 1,
      games: 0,
      maxGames: 10,
      warning,
    })
    expect(lines).toEqual([])
    await admin.changeClock({ body: { to: 'midnight' } })
    await admin.triggerDailyGames()
    await expect.poll(() => lines).toEqual([warning])
    await stop(server)
    lines.splice(0)
    await startOn(1)
    expect(lines).toEqual([warning])
  })

  test('stores only hashes of device ids, and no access tokens', async () => {
    const data = join(root, 'data')
    const server = await start({ data })
    const { token } = await signIn(server)
    const ann = createClient({ baseUrl: server.url, fetch, token: () => token })
    const phone = { token: 'a phone', platform: 'ios' as const }
    await ann.registerToken({ body: { ...phone, deviceId: 'device_ann_0123456789' } })
    await ann.registerToken({ body: { ...phone, token: 'another', deviceId: 'a name of a phone' } })
    const [{ id } = { id: '' }] = (await ann.getDevices()).devices
    expect((await ann.getTokens()).tokens.map(({ deviceId }) => deviceId)).toEqual([id, id])
    await stop(server)
    const files = await readdir(data, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
    )
    expect(texts.join()).toContain('deviceHash')
    for (const secret of ['device_ann_0123456789', token]) expect(texts.join()).not.toContain(secret)
  })

  test('rolls over without any calls', async () => {
    const server = await start({ clock: '2026-03-07T23:59:00-05:00' })
    const events: string[] = []
    const rolled = new Promise<void>((resolve) => {
      server.engine.events.listen((event) => {
        events.push(event.type)
        if (event.type === 'day-started') resolve()
      })
    })
    server.clock.advance(60_000)
    await rolled
    expect(events).toContain('day-started')
  })
})

test('the Date header follows the controlled clock, since clients compute the remaining time from it', async () => {
  const server = await start({ clock: '2026-03-07T23:40:00-05:00' })
  server.clock.freeze()
  const date = async (path: string) => (await fetch(server.url + path)).headers.get('date')
  server.clock.set('2026-03-07T23:41:00-05:00')
  expect(await date('/healthz')).toBe('Sun, 08 Mar 2026 04:41:00 GMT')
  server.clock.advance(3_600_000)
  // Refused calls also have the header.
  expect(await date('/api/game/today')).toBe('Sun, 08 Mar 2026 05:41:00 GMT')
})

describe('a server that cannot start says how to fix it', () => {
  test('a port in use', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => busy.once('listening', resolve))
    const { port } = busy.address() as AddressInfo
    expect(await problemOf({ port })).toBe(
      `Port ${port} is in use. Stop the program that listens on it, or choose another port with --port.`,
    )
    await new Promise((resolve) => busy.close(resolve))
  })

  test('a folder in use, which is free again after a failed start', async () => {
    const data = join(root, 'data')
    const first = await start({ data })
    expect(await problemOf({ data })).toMatch(/is in use by process \d+/)
    await stop(first)
    expect(await problemOf({ data, seed: 'another' })).toMatch(
      /was created with a different seed\. Omit --seed/,
    )
    expect(await problemOf({ data })).toBe('started')
  })

  test('lost secrets of a folder with players', async () => {
    const data = join(root, 'data')
    await stop(await start({ data }))
    const second = await start({ data })
    await signIn(second)
    await stop(second)
    await rm(join(data, 'secrets.json'))
    expect(await problemOf({ data })).toMatch(
      /has players but no secrets\.json\. .* restore secrets\.json from a backup/,
    )
  })

  test.each([
    [{ clock: 'noon' }, "'noon' is not a time. Write it as 2026-03-07T23:40:00-05:00."],
    [
      { timeZone: 'Mars/Olympus' },
      "GAME_TIME_ZONE 'Mars/Olympus' is not a time zone. Use an IANA name such as America/New_York.",
    ],
  ])('%o', async (options, sentence) => {
    expect(await problemOf(options)).toBe(sentence)
  })
})
