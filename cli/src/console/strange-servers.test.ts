import { createServer, type RequestListener } from 'node:http'
import { startServer } from '@inkling/mock-server/server'
import { LONG_IDLE } from '@inkling/mock-server/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forwarded, listening } from '../local-server.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from '../program.fixture.ts'
import { SMALL } from './demo-day.fixture.ts'
import { consolesInProcess } from './screen/in-process.fixture.ts'

/*
 * Servers that do not answer, are slow, send HTML, or send unknown fields: the console and commands report what is
 * wrong.
 */

/** Node's own, since commands see a replacement. */
const fetchReal = fetch
const servers: Record<string, RecordedServer> = {}
const { run } = programFixture(servers)
const { start } = consolesInProcess()

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(LONG_IDLE, answer)
  const url = await listening(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  servers[new URL(url).host] = recordCalls(fetchReal)
  return url
}

const respondWith =
  (type: string, body: string, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

/** The behaviour of a server, and the messages of the console and of a command. */
const SERVERS: readonly (readonly [string, RequestListener, RegExp, RegExp])[] = [
  [
    'HTML',
    respondWith('text/html', '<h1>Hello</h1>'),
    /is not an Inkling server/,
    /is not an Inkling server/,
  ],
  [
    'foreign fields',
    respondWith('application/json', '{"hello":"world"}'),
    /is not an Inkling server/,
    /is not an Inkling server/,
  ],
  [
    'an empty body',
    respondWith('application/json', ''),
    /is not an Inkling server/,
    /is not an Inkling server/,
  ],
  [
    'an error page of a proxy',
    respondWith('text/html', '<h1>502 Bad Gateway</h1>', 502),
    /status 502 and a body that is\s+not\s+from\s+this\s+API/,
    /status 502 and a body that is not from this API: if it is a proxy, check that a server behind it is ready/,
  ],
  [
    'nothing and closes the connection',
    (request) => void request.socket.destroy(),
    /no server responds at/,
    /no server responds at/,
  ],
  ['too slowly', () => {}, /did not answer within 1 s/, /did not answer within 1 s/],
]

describe.each(SERVERS)('a server that answers %s', (_, answer, inConsole, inCommand) => {
  test('is reported in the console', async () => {
    const terminal = start({ timeout: '1', target: await serving(answer) }, SMALL)
    await terminal.until(inConsole)
  })

  test('is reported by a command with exit code 3', async () => {
    const args = ['clock', 'show', '--timeout', '1', '--target', await serving(answer)]
    const { code, stdout, stderr } = await run(args)
    expect(stderr).toMatch(inCommand)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })
})

describe('a server with another admin key', () => {
  async function serve() {
    const server = await startServer({
      port: 0,
      data: null,
      seed: 'real',
      clock: '2026-03-07T12:00:00-05:00',
      adminKey: 'another-key',
    })
    onTestFinished(() => server.close())
    // A server that is not a reference server has no controls at all.
    return serving(async (request, response) => {
      if (request.url?.startsWith('/control')) {
        response.writeHead(404, { 'content-type': 'application/json' })
        response.end('{"error":{"code":"NOT_FOUND","message":"There is no such endpoint"}}')
        return
      }
      const answer = await forwarded(request, server.url)
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }

  test('commands that need controls say so; documented ones work, with consent and key', async () => {
    const target = await serve()
    const on = (...args: string[]) => run([...args, '--target', target])
    const clock = await on('clock', 'show')
    expect(clock.stderr).toContain('has no controls. Only a reference server')
    expect(clock.code).toBe(3)
    const refused = await on('user', 'new', '--name', 'Mina')
    expect(refused).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('repeat the command with --yes'),
    })
    const bots = await on('bots', 'run', '--players', '2', '--seed', '4', '--yes')
    expect(bots).toMatchObject({ code: 0, stdout: expect.stringContaining('became') })
    expect(await on('daily', 'trigger', '--yes')).toMatchObject({ code: 7 })
    expect(await on('daily', 'trigger', '--yes', '--admin-key', 'another-key')).toMatchObject({ code: 0 })
  })

  test('the console shows the games of a player, and says what is missing', async () => {
    const target = await serve()
    const bots = await run([
      ...['bots', 'run', '--players', '2', '--seed', '4', '--yes'],
      ...['--target', target],
    ])
    const [device = ''] = /bot_\w+/.exec(bots.stdout) ?? []
    const terminal = start({ yes: true, target }, SMALL, { device })
    const screen = await terminal.until(/This server has no controls[\s\S]*▸✓[\s\S]*drew /)
    expect(screen).toContain('documented calls only')
    terminal.type('v')
    await terminal.until('Only a reference server reports when turns were played')
  })
})
