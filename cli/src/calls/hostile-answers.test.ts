import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionProblem } from '@inkling/scenarios/bots/connection-problem'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, expect, test, vi } from 'vitest'
import { inkling } from '../binary.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from '../program.fixture.ts'
import { readSettings } from '../settings/settings.ts'
import { guardedFetch } from './access.ts'
import { certificate } from './certificate.fixture.ts'
import { listen } from './event-stream.ts'

/* Servers that redirect, or that cannot be connected to, as the program meets them. */

const cwd = mkdtempSync(join(tmpdir(), 'inkling-hostile-'))
const transport = fetch
const targets: Record<string, RecordedServer> = {}
const { run } = programFixture(targets)
const servers: (Server | TcpServer)[] = []
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(cwd, { recursive: true, force: true })
})

async function portOf(server: Server | TcpServer): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Runs a command in this process, which may call this target. */
async function runOn(target: string, ...words: string[]) {
  targets[new URL(target).host] = recordCalls(transport)
  return run([...words, '--target', target])
}

test.each([301, 302, 303, 307, 308])(
  'a redirect with %d is an error with both URLs, and takes no key along',
  async (status) => {
    const caught: unknown[] = []
    const other = await portOf(
      createHttp((request, response) => {
        caught.push(request.headers['x-admin-key'])
        response.end('{}')
      }),
    )
    const port = await portOf(
      createHttp((_, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${other}/caught` }).end(),
      ),
    )
    const target = `http://127.0.0.1:${port}`
    const { code, stderr } = await runOn(target, 'user', 'list', '--admin-key', 'hush')
    expect(caught).toEqual([])
    expect(stderr).toMatch(
      new RegExp(`${target}/\\S+ redirects to http://127\\.0\\.0\\.1:${other}/caught \\(status ${status}\\)`),
    )
    expect(code).toBe(3)
  },
)

test('a redirect of the event stream is an error, and takes no key along', async () => {
  const caught: unknown[] = []
  const other = await portOf(
    createHttp((request, response) => {
      caught.push(request.url)
      response.end()
    }),
  )
  const port = await portOf(
    createHttp((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${other}/caught` }).end(),
    ),
  )
  const settings = readSettings({ target: `http://127.0.0.1:${port}`, adminKey: 'hush' }, {}, cwd)
  const listening = listen(
    settings,
    new AbortController().signal,
    () => {},
    () => {},
  )
  await expect(listening).rejects.toThrow(
    `http://127.0.0.1:${port}/control/events redirects to http://127.0.0.1:${other}/caught`,
  )
  expect(caught).toEqual([])
})

test('connections that fail for another reason than a missing server say which', async () => {
  const ca = join(cwd, 'ca.pem')
  const old = certificate('expired')
  writeFileSync(ca, old.cert)
  const expired = await portOf(createHttps(old, (_, response) => response.end()))
  const plain = await portOf(createHttp((_, response) => response.end()))
  const noise = await portOf(
    createTcp((socket) => {
      socket.on('error', () => {})
      // Not before the call: it would meet a closed connection.
      socket.once('data', () => socket.end('\u001b]0;owned\u0007\r\n\r\n'))
    }),
  )
  // Node reads its certificates when it starts, and its own client names the fault of an answer.
  const inItsProcess = (target: string) =>
    inkling(['user', 'list', '--target', target], { cwd, env: { NODE_EXTRA_CA_CERTS: ca } })
  const here = (target: string) => runOn(target, 'user', 'list')
  const cases = [
    [inItsProcess, `https://localhost:${expired}`, /certificate has expired \(CERT_HAS_EXPIRED\)/],
    [here, `https://127.0.0.1:${plain}`, /the server does not speak TLS \(\w+\)/],
    [inItsProcess, `http://127.0.0.1:${noise}`, /its answer is not HTTP \(HPE_\w+\)/],
    [here, 'http://no-such-name.invalid', /the name is not known \(E\w+\)/],
  ] as const
  for (const [list, target, said] of cases) {
    const { code, stderr } = await list(target)
    expect(stderr).toMatch(said)
    expect(stderr).not.toContain('inkling serve')
    expect(code).toBe(3)
  }
  const noisy = `http://127.0.0.1:${noise}`
  const pooled = await pooledFetch(noisy)(`${noisy}/api/user/profile`).catch((error) => error)
  expect(connectionProblem(pooled)?.reason).toBe('its answer is not HTTP (HTTPParserError)')
  const header = await runOn(`http://127.0.0.1:${plain}`, 'user', 'list', '--admin-key', 'hush\nhush')
  expect(header.stderr).toContain('a header of the call has characters that HTTP does not allow')
  expect(header.stderr).not.toContain('hush')
})

test('the method and body of a Request count', async () => {
  const settings = readSettings({ readOnly: true, target: 'http://game.example' }, {}, cwd)
  const transport = vi.fn<typeof fetch>(async () => new Response())
  const send = guardedFetch(settings, transport)
  const change = () => new Request('http://game.example/api/x', { method: 'POST', body: '{}' })
  await expect(send(change())).rejects.toThrow('--read-only refuses POST /api/x')
  await expect(send('http://game.example/api/x', { method: 'delete' })).rejects.toThrow('refuses DELETE')
  expect(transport).not.toHaveBeenCalled()
  vi.stubEnv('XDG_STATE_HOME', join(cwd, 'of-request'))
  const open = guardedFetch(
    { ...readSettings({ yes: true, target: 'http://game.example' }, {}, cwd) },
    transport,
  )
  await open(change())
  expect(transport.mock.lastCall?.[1]).toMatchObject({ method: 'POST', body: '{}' })
  vi.unstubAllEnvs()
})
