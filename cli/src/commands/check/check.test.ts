import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start } from '../../binary.fixture.ts'
import { startConsole } from '../../console/screen/terminal.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from '../../program.fixture.ts'
import type { Check } from './check.ts'

/* `check` asks a server for everything at once. */

const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)
let server: RunningServer
/** A server without controls, as other servers are. */
let plain: RunningServer

beforeAll(async () => {
  server = await startServer({ port: 0, data: null, seed: 'check', clock: '2026-03-07T12:00:00-05:00' })
  plain = await startServer({ port: 0, data: null, seed: 'plain', makeAdminKey: false })
  for (const { url } of [server, plain]) servers[new URL(url).host] = recordCalls(pooledFetch(url))
})

afterAll(async () => {
  await server.close()
  await plain.close()
})

const brokenIn = ({ rules }: Check) => rules.filter(({ outcome }) => outcome === 'failed')
const countIn = ({ rules }: Check, part: string, outcome: string) =>
  rules.filter((rule) => rule.part === part && rule.outcome === outcome).length

/** How many rules a burst does not break. A busy machine is too slow to say so of each of them. */
const unbrokenInBurst = ({ rules }: Check) =>
  rules.filter(
    ({ part, outcome, detail }) =>
      part === 'burst' &&
      (outcome === 'passed' || (outcome === 'skipped' && detail.startsWith('too slow: '))),
  ).length

/** Each asks a server for hundreds of rules. */
const LONG = { timeout: 900_000 }

test('with the admin key, the reference is explored over HTTP, and restored', LONG, async () => {
  // conform.test.ts and collection.test.ts run two other parts on such a server; the burst comes below.
  const words = ['check', '--skip', 'conform,scenarios,burst', '--actions', '20', '--seed', '3', '-o', 'json']
  const key = ['--target', server.url, '--admin-key', server.adminKey ?? '', '--out', folder]
  const { code, stdout, stderr } = await run([...words, ...key])
  const check: Check = JSON.parse(stdout)
  expect({ code, broken: brokenIn(check), stderr: code === 0 ? '' : stderr }).toEqual({
    code: 0,
    broken: [],
    stderr: '',
  })
  expect(check.verdict).toBe('holds')
  expect(countIn(check, 'explore', 'passed')).toBe(1)
  expect(check.players).toMatchObject({ isRestored: true, left: [] })
})

test(
  'without controls, what needs them is listed with the reason, and the players are removed',
  LONG,
  async () => {
    const { code, stdout } = await run([
      ...['check', '--actions', '20', '--seed', '4', '--skip', 'burst', '-o', 'json', '--yes'],
      ...['--target', plain.url, '--out', folder],
    ])
    const check: Check = JSON.parse(stdout)
    expect(brokenIn(check)).toEqual([])
    expect({ code, verdict: check.verdict }).toEqual({ code: 0, verdict: 'holds' })
    const unasked = check.rules.filter(({ outcome }) => outcome === 'skipped')
    expect(unasked.every(({ detail }) => detail !== '')).toBe(true)
    expect(unasked.map(({ detail }) => detail)).toContain('needs the admin key')
    expect(countIn(check, 'scenarios', 'passed')).toBeGreaterThan(15)
    expect(check.players).toMatchObject({ isRestored: false, left: [] })
    expect(check.players.made).toBeGreaterThan(100)
  },
)

test(
  'in process, the burst plays on a server of its own, and a terminal shows how far it is',
  LONG,
  async () => {
    const words = ['check', '--skip', 'conform,scenarios,explore', '--target', 'in-process', '-o', 'json']
    const terminal = startConsole(words, { columns: 140, rows: 45 }, folder)
    const code = await terminal.exitCode
    const sent = terminal.sent()
    const check: Check = JSON.parse(sent.slice(sent.indexOf('{')))
    expect({ code, unbroken: unbrokenInBurst(check) }).toEqual({ code: 0, unbroken: 3 })
    expect(sent).toMatch(/─ signing in \d+ of 40 players/)
    expect(sent).toMatch(/[━─] \d+ of 15 s, \d+ calls a second, \d+ turns/)
  },
)

test('a part that does not exist is refused', async () => {
  const { code, stderr } = await run(['check', '--skip', 'everything'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('Use some of conform, scenarios, explore, burst.'),
  })
})

test('Ctrl-C ends with a report of what was done so far', async () => {
  const report = join(folder, 'cut.xml')
  const check = start(
    ['check', '--target', server.url, '--admin-key', server.adminKey ?? '', '--report', `junit=${report}`],
    { cwd: folder },
  )
  // It may have to be built first.
  await expect.poll(() => check.said(), { timeout: 100_000 }).toContain('✓')
  check.process.kill('SIGINT')
  const { code, stdout } = await check.ended
  expect({ code, stdout }).toEqual({
    code: 130,
    stdout: expect.stringContaining('was not checked to the end'),
  })
  expect(stdout).toContain('interrupted')
  expect(await readFile(report, 'utf8')).toContain('<testsuites')
})
