import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@inkling/mock-server/server'
import { isThisMachine } from '@inkling/scenarios/bots/proxy-variables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inkling } from '../binary.fixture.ts'
import { startConsole } from '../console/screen/terminal.fixture.ts'

/* Calls to this machine never go through a proxy; calls to others do. */

const cwd = mkdtempSync(join(tmpdir(), 'inkling-proxies-'))
const seen = { proxy: [] as string[], server: [] as string[] }
const opened: Server[] = []
let proxy: string
let server: string

const listen = async (name: keyof typeof seen, host: string): Promise<string> => {
  const http = createServer(({ url = '' }, response) => {
    seen[name].push(url)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[],"total":0}')
  })
  http.on('connect', ({ url = '' }, socket) => {
    seen[name].push(`CONNECT ${url}`)
    const [host, port] = url.split(':')
    if (host !== 'game.invalid') {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    // This proxy knows where game.invalid is: on this machine.
    const tunnel = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    tunnel.on('error', () => socket.destroy())
    socket.on('error', () => tunnel.destroy())
  })
  opened.push(http)
  await new Promise<void>((resolve) => http.listen(0, host, resolve))
  return String((http.address() as AddressInfo).port)
}

beforeAll(async () => {
  proxy = `http://127.0.0.1:${await listen('proxy', '127.0.0.1')}`
  server = await listen('server', '127.0.0.1')
})
afterAll(() => {
  for (const each of opened) each.close()
  rmSync(cwd, { recursive: true, force: true })
})

const PROXIES = () => ({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' })

const call = (target: string, env = {}) => {
  seen.proxy.length = 0
  seen.server.length = 0
  const words = ['user', 'list', '--target', target, '--admin-key', 'hush']
  return inkling(words, { cwd, env: { ...PROXIES(), ...env } })
}

test('a call to this machine goes there', async () => {
  await call(`http://localhost:${server}`)
  expect(seen.server.length).toBeGreaterThan(0)
  expect(seen.proxy).toEqual([])
})

test('a call to another machine follows HTTPS_PROXY and NO_PROXY', async () => {
  const refused = await call('https://inkling.invalid')
  expect(seen.proxy).toContain('CONNECT inkling.invalid:443')
  expect(refused.stderr).toContain(
    `cannot connect to https://inkling.invalid through the proxy ${new URL(proxy).host}: it refuses this server with status 502`,
  )
  const lost = await call('https://inkling.invalid', { HTTPS_PROXY: 'ann:hush@127.0.0.1:1' })
  expect(lost.stderr).toContain('no answer from https://inkling.invalid through the proxy 127.0.0.1:1: check')
  const { stderr } = await call('https://inkling.invalid', { NO_PROXY: 'inkling.invalid' })
  expect(seen.proxy).toEqual([])
  expect(stderr).toContain('the name is not known')
})

describe('a server that only a proxy reaches', () => {
  let game: Awaited<ReturnType<typeof startServer>>
  let remote: string[]
  beforeAll(async () => {
    game = await startServer({
      port: 0,
      data: null,
      adminKey: 'the-admin-key',
      publicUrl: 'http://game.invalid',
    })
    remote = [
      '--target',
      `http://game.invalid:${new URL(game.url).port}`,
      '--admin-key',
      'the-admin-key',
      '--yes',
    ]
  })
  afterAll(() => game.close())

  test('a scenario listens to reactions there', async () => {
    writeFileSync(join(cwd, 'reactions.yaml'), REACTIONS)
    const words = ['scenario', 'run', 'reactions.yaml', ...remote]
    const { stdout, code } = await inkling(words, { cwd, env: PROXIES() })
    expect([stdout, code]).toEqual([expect.stringContaining('7 of 7 steps passed'), 0])
  })

  test('the console follows its events', async () => {
    const terminal = startConsole(['console', ...remote], { columns: 100, rows: 30 }, cwd, PROXIES())
    await terminal.until(/^ Inkling {2}●/)
    terminal.type('q')
    await terminal.exitCode
  })
})

const REACTIONS = `version: 1
name: reactions through a proxy
bots: { ann: {}, ben: {} }
steps:
  - { bot: ann, do: create-group, with: { name: Owls }, capture: { code: $.code } }
  - { bot: ben, do: join-group, with: { code: "\${code}" } }
  - { admin: trigger-daily-games }
  - { bot: [ann, ben], do: play-turn }
  - { socket: reactions, as: ben }
  - { bot: ann, do: add-reaction, with: { stepIndex: 0, reactionType: love } }
  - { socket: reactions, as: ben, expect: { type: reaction_event, data: { action: added } } }
`

test.each([
  ['[::1]', true],
  ['LOCALHOST', true],
  ['game.localhost', true],
  ['[::ffff:7f00:1]', true],
  ['127.9.9.9', true],
  ['localhost.example', false],
  ['128.0.0.1', false],
])('%s is this machine: %s', (host, isHere) => {
  expect(isThisMachine(host)).toBe(isHere)
})
