import { createServer } from 'node:http'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { LONG_IDLE } from '@inkling/mock-server/testing'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Started, start } from '../../binary.fixture.ts'
import { listening } from '../../local-server.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from '../../program.fixture.ts'

/* `conform` compares servers with the documented API over HTTP. */

const stranger = createServer(LONG_IDLE, (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Anything</h1>')
})
/** Every rule of the API over HTTP takes minutes on a busy machine. */
const TIMEOUT_MS = 600_000
const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)
let server: RunningServer
let strangerUrl: string

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, clock: '2026-03-07T12:00:00-05:00' })
  strangerUrl = await listening(stranger)
  for (const url of [server.url, strangerUrl]) servers[new URL(url).host] = recordCalls(pooledFetch(url))
})

afterAll(async () => {
  await server.close()
  stranger.closeAllConnections()
  stranger.close()
})

test(
  'the reference server conforms to every point over HTTP',
  async () => {
    const { code, stdout } = await run([
      ...['conform', '--write', '-o', 'json', '--target', server.url],
      ...['--admin-key', server.adminKey ?? ''],
    ])
    const { failed, points } = JSON.parse(stdout)
    expect(points.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual([])
    expect(failed).toBe(0)
    const skipped = points.flatMap(({ outcome, detail }: { outcome: string; detail: string }) =>
      outcome === 'skipped' ? [detail] : [],
    )
    // The test has no client to preview.
    expect(new Set(skipped)).toEqual(
      new Set([
        'the server does not list the extension house-player',
        'the server does not list the extension previews',
        'needs --limits',
      ]),
    )
    expect(code).toBe(0)
  },
  TIMEOUT_MS,
)

test('another server does not conform: exit code 5; --read-only sends no changing call', async () => {
  const { code, stdout } = await run(['conform', '--target', strangerUrl])
  expect(code).toBe(5)
  expect(stdout).toContain('does not conform to the documented API')
  const reading = await run(['conform', '--read-only', '--target', strangerUrl])
  expect(reading.stdout).toContain('--read-only refuses to send it')
  const writing = await run(['conform', '--write', '--target', strangerUrl])
  expect(writing.code).toBe(6)
})

test('SIGTERM ends the checks with exit code 130', async () => {
  let conform: Started | null = null
  // The first refused change comes after the start of the checks.
  const interrupting = createServer(LONG_IDLE, (request, response) => {
    if (request.method !== 'GET') conform?.process.kill('SIGTERM')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Anything</h1>')
  })
  conform = start(['conform', '--target', await listening(interrupting)], { cwd: folder })
  expect(await conform.ended).toMatchObject({ code: 130, stdout: expect.stringContaining('conform') })
  interrupting.close()
})
