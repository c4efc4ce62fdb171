import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@inkling/mock-server/contract/client/client'
import {
  dailySample,
  freePort,
  installedProxies,
  newSchema,
  PROXY_NAMES,
  startProxy,
} from '@inkling/mock-server/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { start } from '../binary.fixture.ts'
import { type SteadyCalls, startSteadyCalls } from './steady-calls.fixture.ts'

/* The proxies of mock-server/deploy in front of two servers, one of which stops or dies and is started again. Each day another one. */

const installed = installedProxies()

/** A proxy in front of two servers; each can be stopped, and started again on its port. */
async function site(name: (typeof PROXY_NAMES)[number]) {
  const cwd = await mkdtemp(join(tmpdir(), 'inkling-behind-'))
  const store = await newSchema()
  const run = (port: number) =>
    start(['serve', '--store', store, '--port', String(port), '--admin-key', 'key behind a proxy'], {
      cwd,
      env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://inkling.example' },
    })
  const ports = [await freePort(), await freePort()]
  const running = ports.map(run)
  const stopServers = async () => {
    for (const { process } of running) process.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
    await rm(cwd, { recursive: true, force: true })
  }
  await Promise.all(running.map(({ firstLine }) => firstLine))
  const proxy = await startProxy(name, { folder: cwd, servers: ports })
  const url = `http://127.0.0.1:${proxy.port}`
  const body = { deviceId: 'device_behind_a_proxy' }
  const { token } = await createClient({ baseUrl: url, fetch }).signInDevice({ body })
  return {
    url,
    token,
    proxy,
    async stop() {
      await proxy.stop()
      await stopServers()
    },
    /** Ends the second server by a signal, and starts it again. */
    async restart(signal: NodeJS.Signals) {
      const [, second] = running
      second?.process.kill(signal)
      await second?.ended
      // A proxy that has noticed, and one that forgets.
      await pause(3000)
      const again = run(ports[1] ?? 0)
      running[1] = again
      await again.firstLine
      await pause(1000)
    },
  }
}

type Site = Awaited<ReturnType<typeof site>>

for (const name of PROXY_NAMES.filter((each) => !installed.includes(each)))
  test.skip(`behind ${name}, which this machine does not have`, () => {})

describe.each(dailySample(installed, installed.length))('behind %s', (name) => {
  let behind: Site

  beforeAll(async () => {
    behind = await site(name)
  })
  afterAll(() => behind?.stop())

  test('no call fails while a server is stopped, updated and started again', async () => {
    const { url, restart } = behind
    const calls = await startSteadyCalls(url)
    await calls.answered(40)
    await restart('SIGTERM')
    await calls.answered(40)
    await calls.stop()
    console.info(`${name}, SIGTERM: ${summary(calls)}`)
    expect(calls.read.failed).toEqual([])
    expect(calls.written.failed).toEqual([])
  })

  test('no call that can be repeated fails when a server is killed', async () => {
    const { url, restart } = behind
    const calls = await startSteadyCalls(url)
    await calls.answered(40)
    const writing = calls.writing()
    await restart('SIGKILL')
    await calls.answered(40)
    await calls.stop()
    console.info(`${name}, kill -9: ${summary(calls)}`)
    expect(calls.read.failed).toEqual([])
    // Only those that the killed server was working on, and one that was on its way to it.
    expect(calls.written.failed.slice(writing + 1)).toEqual([])
  })

  test('no token of a socket is logged', async () => {
    const { url, token, proxy } = behind
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const opening = request(`${url}/api/reactions/ws/no-such-game?token=${token}`, { headers }).end()
    const [{ statusCode }, socket] = await once(opening, 'upgrade')
    expect(statusCode).toBe(101)
    socket.destroy()
    await vi.waitFor(() => expect(proxy.log()).toContain('/api/reactions/ws/no-such-game'), 15_000)
    expect(proxy.log()).not.toContain(token)
  })
})

const summary = ({ read, written }: SteadyCalls) =>
  `GET ${read.ok} answered, ${read.failed.length} failed; POST ${written.ok} answered, ${written.failed.length} failed`
