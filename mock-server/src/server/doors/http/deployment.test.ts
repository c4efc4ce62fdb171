import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { installedProxies, type ProxyName, startProxy } from '../../compose/reverse-proxies.fixture.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../main.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { MAX_PER_ADDRESS } from '../websocket/websocket.ts'
import { checkedPublicUrl, checkedTrustProxy } from './deployment.ts'
import { BUDGETS } from './limits/limits.ts'

/* How the server uses the addresses, schemes and hosts that proxies forward: TRUST_PROXY and PUBLIC_URL. */

/** Addresses of players: Linux has many loopback addresses. */
const ANN = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'
const BEN = '127.0.0.3'

let folder: string
let stops: (() => Promise<unknown>)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-proxy-'))
  stops = []
})
afterEach(async () => {
  for (const stop of stops.reverse()) await stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({ port: 0, data: null, limitLoopback: true, ...options })
  stops.push(() => server.close())
  return server
}

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Record<string, unknown> & { token: string }
}

/** Calls a port of this machine from one of its addresses. */
function call(
  port: number,
  from: string,
  [method = '', path = '']: string[],
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, localAddress: from, method, path, agent: false, headers }
    const sending = request(options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(text) })
    })
    sending.once('error', reject)
    sending.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The remaining calls without a token for an address. */
async function remainingFor(
  port: number,
  from: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await call(port, from, ['GET', '/api/nothing'], { headers })
  return Number(/"strangers"; r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1])
}

/** A host of a group. @returns a function that returns the link of an invitation */
async function inviter(port: number, from: string) {
  const { body } = await call(port, from, ['POST', '/api/auth/device'], {
    body: { deviceId: `device_of_${from.replaceAll('.', '_')}` },
  })
  const authorization = `Bearer ${body.token}`
  const group = await call(port, from, ['POST', '/api/groups/create'], {
    headers: { authorization },
    body: { name: 'Owls' },
  })
  return async (headers: Record<string, string> = {}): Promise<string> => {
    const { body } = await call(port, from, ['POST', `/api/groups/${group.body.id}/invite`], {
      headers: { authorization, ...headers },
    })
    return String(body.link).replace(/\?code=\w{6}$/, '?code=CODE')
  }
}

const portOf = ({ url }: RunningServer) => Number(new URL(url).port)

const behind = async (name: ProxyName, target: number): Promise<number> => {
  const proxy = await startProxy(name, { folder, servers: [target] })
  stops.push(() => proxy.stop())
  return proxy.port
}

const PROXIES: Record<string, (target: number) => Promise<number>> = {
  ...Object.fromEntries(installedProxies().map((name) => [name, (target: number) => behind(name, target)])),
  /** A minimal proxy, which needs no installation. */
  async stub(target) {
    const forwarding = (from: string | undefined, chain: unknown) => ({
      'x-forwarded-for': [chain, from].filter(Boolean).join(', '),
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'inkling.example',
    })
    const proxy = createServer((incoming, outgoing) => {
      const { method = '', url = '', headers, socket } = incoming
      const forwarded = { ...headers, ...forwarding(socket.remoteAddress, headers['x-forwarded-for']) }
      const options = { host: '127.0.0.1', port: target, method, path: url, headers: forwarded }
      incoming.pipe(
        request(options, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(outgoing)
        }),
      )
    })
    proxy.on('upgrade', ({ url = '', headers, socket }, stream) => {
      const all = { ...headers, ...forwarding(socket.remoteAddress, headers['x-forwarded-for']) }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
      const inner = connect(target, '127.0.0.1')
      inner.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      stream.pipe(inner).pipe(stream)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    stops.push(() => {
      proxy.closeAllConnections()
      return new Promise((resolve) => proxy.close(resolve))
    })
    return (proxy.address() as AddressInfo).port
  },
}

// Other systems have only one loopback address.
describe.runIf(process.platform === 'linux').each(Object.keys(PROXIES))('behind %s', (name) => {
  const proxyTo = (server: RunningServer): Promise<number> =>
    PROXIES[name]?.(portOf(server)) ?? Promise.reject()

  test('that is trusted, each address has its own limit, invitations link to the public site, and sockets connect', async () => {
    const proxy = await proxyTo(await open({ trustProxy: '127.0.0.1' }))
    const first = await remainingFor(proxy, ANN)
    expect(await remainingFor(proxy, ANN)).toBe(first - 1)
    expect(await remainingFor(proxy, BEN)).toBe(first)
    // A forged X-Forwarded-For of a player is ignored.
    expect(await remainingFor(proxy, ANN, { 'x-forwarded-for': '203.0.113.9' })).toBe(first - 2)
    // The others are told that the public site has TLS.
    const scheme = name === 'caddy' ? 'http' : 'https'
    const invitation = await inviter(proxy, ANN)
    expect(await invitation({ host: 'inkling.example' })).toBe(`${scheme}://inkling.example/?code=CODE`)
    const socket = new WebSocket(`ws://127.0.0.1:${proxy}/api/reactions/ws/game?token=none`)
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(4401)
  })

  test('that is not trusted, its headers are ignored', async () => {
    const server = await open({})
    const proxy = await proxyTo(server)
    const first = await remainingFor(proxy, ANN)
    expect(await remainingFor(proxy, BEN)).toBe(first - 1)
    const invitation = await inviter(proxy, ANN)
    expect(await invitation()).toMatch(/^http:\/\//)
  })
})

test('each address that a trusted proxy forwards has its own limit of reaction sockets', async () => {
  const port = portOf(await open({ trustProxy: '127.0.0.1' }))
  /** Opens a socket and leaves it open. @returns the first line of the response */
  const listen = async (address: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    stops.push(async () => socket.destroy())
    const lines = [
      'GET /api/reactions/ws/game HTTP/1.1',
      `X-Forwarded-For: ${address}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [data] = await once(socket, 'data')
    return String(data).split('\r\n', 1)[0] ?? ''
  }
  const answers = new Set<string>()
  for (let at = 0; at < MAX_PER_ADDRESS; at++) answers.add(await listen('203.0.113.7'))
  expect([...answers]).toEqual(['HTTP/1.1 101 Switching Protocols'])
  expect(await listen('203.0.113.7')).toBe('HTTP/1.1 429 Too Many Requests')
  expect(await listen('203.0.113.8')).toBe('HTTP/1.1 101 Switching Protocols')
})

test('a proxy that forwards addresses with ports changes no limit', async () => {
  const port = portOf(await open({ trustProxy: '127.0.0.1, 10.0.0.0/8' }))
  for (const addresses of [
    ['203.0.113.7:51000', '203.0.113.7:51001', '203.0.113.7'],
    ['[2001:db8::7]:51000', '[2001:db8::7]', '2001:db8::7'],
    // The last proxy is trusted by its address, whose port changes.
    ['203.0.113.7:51000, 10.0.0.2:4711', '203.0.113.7, 10.0.0.2:4712', '203.0.113.7:1,10.0.0.2'],
  ]) {
    const remaining = []
    for (const address of addresses)
      remaining.push(await remainingFor(port, ANN, { 'x-forwarded-for': address }))
    const [first = 0] = remaining
    expect(remaining).toEqual([first, first - 1, first - 2])
  }
})

test('invitations link to PUBLIC_URL, regardless of the Host header', async () => {
  const port = portOf(await open({ publicUrl: 'https://inkling.example/' }))
  const invitation = await inviter(port, ANN)
  expect(await invitation({ host: 'elsewhere.example' })).toBe('https://inkling.example/?code=CODE')
})

test('without PUBLIC_URL, invitations link to the host of the call, or to this machine if that is no host', async () => {
  const port = portOf(await open({}))
  const invitation = await inviter(port, ANN)
  for (const host of ['inkling.example', 'inkling.example:8080', '[::1]:8080'])
    expect(await invitation({ host })).toBe(`http://${host}/?code=CODE`)
  for (const host of [
    'evil.example/path',
    'user@evil.example',
    'a b',
    '"><script>',
    'evil.example:port',
    '-evil',
    '..',
    'x'.repeat(300),
  ])
    expect(await invitation({ host }), host).toBe(`http://localhost:${port}/?code=CODE`)
})

test.each([
  'inkling.example',
  'ftp://inkling.example',
  'https://inkling.example/game',
  'https://a.example?b',
  'https://user:secret@a.example',
  'nonsense',
])('PUBLIC_URL %s is refused', (text) => {
  expect(() => checkedPublicUrl(text)).toThrow(StartupError)
  expect(() => checkedPublicUrl(text)).toThrow('Write scheme and host')
})

test('empty settings count as unset', () => {
  for (const text of [undefined, ''])
    expect([checkedPublicUrl(text), checkedTrustProxy(text)]).toEqual([null, false])
})

test('TRUST_PROXY accepts the values of Express, but for the one that trusts every caller', () => {
  expect(['false', '2', 'loopback, 10.0.0.0/8'].map(checkedTrustProxy)).toEqual([
    false,
    2,
    'loopback, 10.0.0.0/8',
  ])
  expect(() => checkedTrustProxy('the proxy')).toThrow("TRUST_PROXY 'the proxy' is not a proxy")
  expect(() => checkedTrustProxy('true')).toThrow(
    /^TRUST_PROXY 'true' trusts every caller, .* Write the number of proxies in front of this server, such as 1,/,
  )
})

test.each<[isExempt: boolean, options: Partial<ServerOptions>]>([
  [true, {}],
  [false, { trustLoopback: false }],
  [false, { publicUrl: 'https://inkling.example' }],
  [false, { trustProxy: '10.0.0.1' }],
])('whether calls from this machine are exempt from limits is %s with %j', async (isExempt, options) => {
  // A proxy that only copies bytes, such as stunnel or ssh -L, adds no header.
  const server = await open({ limitLoopback: false, ...options })
  const { headers } = await call(portOf(server), ANN, ['GET', '/api/nothing'])
  expect(headers.ratelimit === undefined).toBe(isExempt)
})

test('an address that has used up its new accounts can still sign in with the existing ones', async () => {
  const port = portOf(await open({}))
  const signIn = (deviceId: string) => call(port, ANN, ['POST', '/api/auth/device'], { body: { deviceId } })
  for (let at = 0; at < BUDGETS.newAccounts.calls; at++) {
    expect((await signIn(`device_of_player_${at}`)).status).toBe(200)
  }
  const refused = await signIn('device_of_one_more')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(refused.body).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  const known = await signIn('device_of_player_7')
  expect(known.status).toBe(200)
  expect(known.headers['retry-after']).toBeUndefined()
  expect(known.body).toMatchObject({ isNewUser: false })
})
