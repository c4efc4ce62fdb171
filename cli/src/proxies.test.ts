import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThisMachine } from '@inkling/scenarios/bots/proxies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inkling } from './binary.fixture.ts'

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
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
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

const call = (target: string, env = {}) => {
  seen.proxy.length = 0
  seen.server.length = 0
  const proxies = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1', ...env }
  return inkling(['user', 'list', '--target', target, '--admin-key', 'hush'], { cwd, env: proxies })
}

test.each(['localhost', '127.0.0.1'])('a call to %s goes there', async (host) => {
  await call(`http://${host}:${server}`)
  expect(seen.server.length).toBeGreaterThan(0)
  expect(seen.proxy).toEqual([])
})

test('a call to another machine follows HTTPS_PROXY and NO_PROXY', async () => {
  await call('https://inkling.invalid')
  expect(seen.proxy).toContain('CONNECT inkling.invalid:443')
  const { stderr } = await call('https://inkling.invalid', { NO_PROXY: 'inkling.invalid' })
  expect(seen.proxy).toEqual([])
  expect(stderr).toContain('the name is not known')
})

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
