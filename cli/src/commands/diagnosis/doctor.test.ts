import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programFixture, type RecordedServer, recordCalls, recordedServer } from '../../program.fixture.ts'

/* The findings of doctor, help texts and usage errors. */

const reference = recordedServer({ seed: 'doctor' })
const servers: Record<string, RecordedServer> = {
  'localhost:4000': reference,
  /** A production server with this API has no controls. */
  'real.example': recordCalls(async (input, init) =>
    String(input).includes('/control/')
      ? Response.json({ error: { code: 'NOT_FOUND', message: 'No such route' } }, { status: 404 })
      : reference.fetch(input, init),
  ),
  'guarded.example': recordedServer({ seed: 'guarded', adminKey: 'hush-hush' }),
  'maintained.example': recordedServer({ seed: 'maintained' }),
  /** Its data folder is nearly full. */
  'full.example': recordCalls(async (input, init) => {
    const response = await reference.fetch(input, init)
    if (!String(input).endsWith('/control/status')) return response
    const capacity = { players: 9, maxPlayers: 10, games: 1, maxGames: 10, warning: 'Move it' }
    return Response.json({ ...((await response.json()) as object), capacity })
  }),
  /** Its database is away. */
  'away.example': recordCalls(async () =>
    Response.json(
      { error: { code: 'UNAVAILABLE', message: 'The store does not answer. Please try again in a moment.' } },
      { status: 503 },
    ),
  ),
  'silent.example': recordCalls(
    (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  ),
  /** A proxy without its server. */
  'gateway.example': recordCalls(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })),
  'page.example': recordCalls(async () => new Response('<h1>Hello</h1>', { status: 404 })),
  'home.example': recordCalls(async () => new Response('<h1>Hello</h1>')),
  /** Its port is closed. */
  'closed.example': recordCalls(async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    throw new TypeError('fetch failed', { cause })
  }),
}
const { run } = programFixture(servers)

const data = mkdtempSync(join(tmpdir(), 'inkling-doctor-'))
let served: RunningServer

beforeAll(async () => {
  served = await startServer({ port: 0, data })
  // The real fetch: the fixture replaces it while a command runs.
  servers[new URL(served.url).host] = recordCalls(fetch)
})

afterAll(async () => {
  await served.close()
  rmSync(data, { recursive: true, force: true })
})

const targetOf = async (host: string, ...words: string[]) => {
  const { stdout } = await run(['doctor', '--target', `http://${host}`, '-o', 'json', ...words])
  const findings = JSON.parse(stdout) as { about: string; state: string; finding: string }[]
  return findings.find(({ about }) => about === 'target')
}

test('a nearly full data folder is a finding', async () => {
  const { stdout } = await run(['doctor', '--target', 'http://full.example', '-o', 'json'])
  expect(JSON.parse(stdout)).toContainEqual({ about: 'capacity', state: 'notice', finding: 'Move it' })
})

test('findings for a data folder in use, a port in use, and a target with the same contract', async () => {
  const { port } = new URL(served.url)
  const key = served.adminKey ?? ''
  const words = ['--data', data, '--port', port, '--admin-key', key, '-o', 'json']
  const { code, stdout } = await run(['doctor', '--target', served.url, ...words])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ about: 'Node', state: 'good' }),
      expect.objectContaining({ about: 'lock', state: 'notice' }),
      expect.objectContaining({ about: `port ${port}`, finding: expect.stringContaining('is in use') }),
      expect.objectContaining({ about: 'contract', state: 'good' }),
      expect.objectContaining({ about: 'clock', state: 'good' }),
      expect.objectContaining({
        about: 'store',
        state: 'good',
        finding: expect.stringMatching(/^responds: a data folder, \d+ of 10,000 players/),
      }),
      expect.objectContaining({ about: 'last save', finding: expect.stringContaining('world save') }),
      expect.objectContaining({
        about: 'reverse proxy',
        finding: `none that shows; the server sees this call as one from 127.0.0.1 to ${served.url}`,
      }),
      expect.objectContaining({
        about: 'metrics',
        state: 'good',
        finding: expect.stringMatching(
          /calls? .*event loop delay .* ms, 0 transactions retried, 0 games to announce/,
        ),
      }),
    ]),
  )
})

test('a target on another machine gets no findings about a server on this one', async () => {
  const aboutOf = async (...words: string[]) => {
    const { stdout } = await run(['doctor', '-o', 'json', ...words])
    return (JSON.parse(stdout) as { about: string }[]).map(({ about }) => about)
  }
  const here = ['data folder', 'lock', 'port 4000', 'Chromium']
  expect(await aboutOf()).toEqual(expect.arrayContaining(here))
  const there = await aboutOf('--target', 'http://full.example')
  expect(there).toEqual(expect.arrayContaining(['Node', 'target', 'store']))
  expect(there.filter((about) => here.includes(about))).toEqual([])
})

test('exit code 3 if there is a problem', async () => {
  const { code, stdout } = await run(['doctor', '--data', '/proc/nowhere/data'])
  expect(stdout).toContain('cannot be written: choose another one with --data')
  expect(code).toBe(3)
})

test('findings for targets with and without controls, with a wrong key, and with another API', async () => {
  expect(await targetOf('localhost:4000')).toMatchObject({ state: 'good' })
  expect(await targetOf('real.example')).toEqual({
    about: 'target',
    state: 'good',
    finding: expect.stringMatching(/^an Inkling server at http:\/\/real\.example, without the controls/),
  })
  expect(await targetOf('guarded.example')).toMatchObject({
    state: 'notice',
    finding: expect.stringContaining('its controls need the admin key, and no key is given'),
  })
  expect(await targetOf('guarded.example', '--admin-key', 'wrong-wrong')).toMatchObject({
    state: 'bad',
    finding: expect.stringContaining('and refuse the key from flag'),
  })
  const wrong = ['doctor', '--target', 'http://guarded.example', '--admin-key', 'wrong-wrong']
  expect((await run(wrong)).code).toBe(3)
})

test('another server and a chosen target that is not running are problems', async () => {
  expect(await targetOf('page.example')).toMatchObject({
    state: 'bad',
    finding: expect.stringContaining('is --target an Inkling server?'),
  })
  expect(await targetOf('home.example')).toMatchObject({
    state: 'bad',
    finding: 'http://home.example is not an Inkling server. Choose another one with --target.',
  })
  expect((await run(['doctor', '--target', 'http://home.example'])).code).toBe(3)
  expect(await targetOf('closed.example')).toMatchObject({
    state: 'bad',
    finding: expect.stringContaining('no server responds at http://closed.example'),
  })
  expect((await run(['doctor', '--target', 'http://closed.example'])).code).toBe(3)
})

test('a server that is not ready, or does not answer in time, is a problem', async () => {
  expect(await targetOf('away.example', '--admin-key', 'hush-hush')).toEqual({
    about: 'target',
    state: 'bad',
    finding:
      'the server at http://away.example is up, but not ready: "The store does not answer. Please try again in a moment." Check its log, and its disk or database',
  })
  expect((await run(['doctor', '--target', 'http://away.example'])).code).toBe(3)
  expect(servers['away.example']?.calls).toEqual(['GET /readyz', 'GET /readyz'])
  expect(await targetOf('gateway.example')).toMatchObject({
    state: 'bad',
    finding:
      'http://gateway.example answers /readyz with status 502. Check its log, and its disk or database',
  })
  expect(await targetOf('silent.example', '--timeout', '0.01')).toMatchObject({
    state: 'bad',
    finding: expect.stringContaining('did not answer within 0.01 s'),
  })
})

test.each([
  ['reads', ['user', 'list']],
  ['needs consent', ['daily', 'trigger']],
  ['changes something', ['user', 'new', '--name', 'Mina']],
])('a command that %s says that a server cannot answer now', async (_, words) => {
  expect(await run([...words, '--target', 'http://away.example'])).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'inkling: the server is up but unavailable: The store does not answer. Please try again in a moment (UNAVAILABLE). Run `inkling doctor` to check whether it is ready or under maintenance.\n',
  })
})

test('what a change is refused for under maintenance is what doctor finds', async () => {
  const on = (...words: string[]) => run([...words, '--target', 'http://maintained.example'])
  expect(await on('maintenance', 'on', '--message', 'Back soon.', '--yes')).toMatchObject({ code: 0 })
  expect(await on('user', 'new', '--name', 'Mina')).toMatchObject({
    code: 3,
    stderr:
      'inkling: the server is up but unavailable: Back soon (UNAVAILABLE). Run `inkling doctor` to check whether it is ready or under maintenance.\n',
  })
  expect((await on('doctor')).stdout).toMatch(
    /^! {2}maintenance +players can only read since .*: `inkling maintenance off` ends it$/m,
  )
  await on('maintenance', 'off', '--yes')
  expect((await on('doctor')).stdout).not.toContain('maintenance')
})

test('an unknown shell is refused, with the list of known ones', async () => {
  const { code, stderr } = await run(['completion', 'tcsh'])
  expect(code).toBe(1)
  expect(stderr).toContain('bash, zsh, fish')
})

test('help of a command lists its own options and examples, and refers to the global options', async () => {
  for (const words of [
    ['serve'],
    ['bots', 'run'],
    ['scenario', 'run'],
    ['target', 'new'],
    ['game', 'show'],
  ]) {
    const { code, stdout } = await run([...words, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Examples:\n  $ inkling')
    expect(stdout).toMatch(/\nGlobal options, .*: inkling --help\n$/)
    expect(stdout).not.toContain('--target <name|url>')
  }
})
