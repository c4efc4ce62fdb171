import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { type RunningServer, startServer } from '@inkling/mock-server/server'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { start } from '../../binary.fixture.ts'
import { EXIT } from '../../cli-error.ts'
import { programFixture, type RecordedServer, recordCalls } from '../../program.fixture.ts'

/* Several scenarios are run, and the real binary ends on a signal. */

const scenario = (name: string) =>
  fileURLToPath(new URL(`../../../../scenarios/library/${name}.yaml`, import.meta.url))

const KEY = 'key of the runs'
const servers: Record<string, RecordedServer> = {}
const { run: runWords, folder } = programFixture(servers)
const run = (...words: string[]) => runWords(words, { INKLING_ADMIN_KEY: KEY })

let server: RunningServer

beforeAll(async () => {
  server = await startServer({
    port: 0,
    data: null,
    seed: 'runs',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: KEY,
  })
  servers[new URL(server.url).host] = recordCalls(pooledFetch(server.url))
})

afterAll(() => server.close())

test('jobs run in separate worlds, with the same output as a sequential run', async () => {
  const files = ['first-day', 'race-for-one-turn', 'roll-over', 'time-out-skips'].map(scenario)
  const jobs = await run('scenario', 'run', ...files, '--jobs', '3')
  const single = await run('scenario', 'run', ...files)
  expect(jobs).toMatchObject({ code: 0, stdout: single.stdout })
  const shared = await run('scenario', 'run', ...files, '--jobs', '2', '--target', server.url)
  expect(shared).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--jobs needs one world per scenario'),
  })
})

test('a range of steps', async () => {
  const part = await run('scenario', 'run', scenario('first-day'), '--from-step', '4', '--to-step', '5')
  expect(part).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 2 steps passed') })
})

/** Changes the server, and then waits for something that does not happen. */
const LONG = `version: 1
name: a long wait
bots: { ann: {} }
faults: [{ match: { path: /api/game/stats/daily }, status: 503 }]
steps:
  - { bot: ann, do: profile }
  - { wait-until: { bot: ann, do: profile, expect: { username: Nobody } }, every: 1s, until-within: 10m }
  - { say: never }
`

/** The same, with calls until the end: a closed pipe refuses their lines, and a server that vanishes the calls. */
const REPEATED = LONG.replace(
  / {2}- \{ wait-until.*\n/,
  '  - { repeat: 10000, steps: [ { bot: ann, do: profile } ] }\n',
)

test('Ctrl-C writes the reports and restores the server', async () => {
  await writeFile(join(folder, 'long.yaml'), LONG)
  const args = ['scenario', 'run', 'long.yaml', scenario('first-day'), '--report', 'json=long.json']
  const running = start([...args, '--target', server.url], {
    cwd: folder,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  await vi.waitUntil(() => running.said().includes('profile'), { timeout: 60_000 })
  running.process.kill('SIGINT')
  const { code, stdout, stderr } = await running.ended
  expect({ code, stderr }).toEqual({
    code: 130,
    stderr: expect.stringContaining('interrupted: 1 of 2 scenarios had started'),
  })
  expect(stdout).toContain('1 of 3 steps passed')
  expect(existsSync(join(folder, 'long.json'))).toBe(true)
  expect(JSON.parse(await readFile(join(folder, 'long.json'), 'utf8')).runs[0].outcome).toBe('interrupted')
  const faults = await run('fault', 'list', '-o', 'json', '--target', server.url)
  expect(JSON.parse(faults.stdout)).toEqual([])
})

test('a closed pipe restores the server too', async () => {
  await writeFile(join(folder, 'piped.yaml'), REPEATED)
  const running = start(
    ['scenario', 'run', 'piped.yaml', '-o', 'jsonl', '--report', 'junit=piped.xml', '--target', server.url],
    { cwd: folder, env: { INKLING_ADMIN_KEY: KEY } },
  )
  await running.firstLine
  running.process.stdout?.destroy()
  const { code, stderr } = await running.ended
  expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('interrupted: 1 of 1') })
  expect(await readFile(join(folder, 'piped.xml'), 'utf8')).toContain('<skipped message="interrupted"/>')
  const faults = await run('fault', 'list', '-o', 'json', '--target', server.url)
  expect(JSON.parse(faults.stdout)).toEqual([])
})

test('a server that vanishes ends the run with its summary and its reports', async () => {
  const vanishing = await startServer({ port: 0, data: null, seed: 'gone', adminKey: KEY })
  await writeFile(join(folder, 'gone.yaml'), REPEATED)
  const reports = ['--report', 'json=gone.json', '--report', 'junit=gone.xml']
  const args = ['scenario', 'run', 'gone.yaml', scenario('first-day'), ...reports]
  const running = start([...args, '--target', vanishing.url], {
    cwd: folder,
    env: { INKLING_ADMIN_KEY: KEY },
  })
  await vi.waitUntil(() => running.said().includes('profile'), { timeout: 60_000 })
  await vanishing.close()
  const { code, stdout, stderr } = await running.ended
  expect({ code, stderr }).toEqual({
    code: EXIT.runtime,
    stderr: expect.stringContaining('could not be restored'),
  })
  expect(stdout).toContain('2 failures')
  const { runs } = JSON.parse(await readFile(join(folder, 'gone.json'), 'utf8'))
  expect(runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'failed'])
  expect(runs[1].steps[0].problems[0].message).toMatch(/^no server responds at /)
  expect(await readFile(join(folder, 'gone.xml'), 'utf8')).toContain(
    '<failure message="1 start the scenario: no server responds at ',
  )
})

test('a simulation on a server restores its clock and its world, unless --keep is given', async () => {
  const days = ['simulate', '--groups', '1', '--players', '2', '--days', '2', '--seed', '3']
  const clock = async () =>
    JSON.parse((await run('clock', 'show', '--target', server.url, '--output', 'json')).stdout)
  const world = () => clientOf({ baseUrl: server.url, fetch, adminKey: KEY }).exportWorld()
  const before = JSON.stringify(await world()).length
  const inUse = { INKLING_TARGET: server.url, INKLING_ADMIN_KEY: KEY }
  expect(await runWords(days, inUse)).toMatchObject({ code: 0 })
  expect(await clock()).toMatchObject({ mode: 'shifted', now: expect.stringContaining('2026-03-07') })
  expect(await run(...days, '--target', server.url)).toMatchObject({ code: 0 })
  expect(JSON.stringify(await world()).length).toBe(before)
  expect(await clock()).toMatchObject({ mode: 'shifted', now: expect.stringContaining('2026-03-07') })
  const kept = await run(...days, '--keep', '--target', server.url)
  const { now, mode } = await clock()
  expect(JSON.stringify(await world()).length).toBeGreaterThan(before)
  expect(mode).toBe('frozen')
  expect(kept).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      `the server's clock is frozen at ${now}; \`inkling clock resume\` returns it to the real time.`,
    ),
  })
  await run('clock', 'resume', '--target', server.url)
  const logged: { command: string }[] = JSON.parse((await run('audit', '-o', 'json')).stdout)
  expect(logged.filter(({ command }) => command.startsWith('simulate'))).toEqual([
    expect.objectContaining({
      body: { groups: 1, players: 2, strangers: 0, days: 2, seed: '3' },
      outcome: expect.stringMatching(/^simulated, \d+ calls$/),
    }),
    expect.objectContaining({ command: expect.stringContaining('--keep') }),
  ])
})

test('--watch goes on after a file that is not valid, and ends on Ctrl-C', async () => {
  const cwd = await mkdtemp(join(folder, 'watch-'))
  const write = (steps: string) =>
    writeFile(join(cwd, 'day.yaml'), `version: 1\nname: a day\ntags: [mine]\nsteps: [${steps}]\n`)
  await write('{ say: first }')
  const { process, said, warned, ended } = start(
    ['scenario', 'run', '.', '--tag', 'mine', '--watch', '--target', 'in-process'],
    { cwd },
  )
  const until = (text: () => string, pattern: RegExp) =>
    vi.waitFor(() => expect(text()).toMatch(pattern), 60_000)
  await until(warned, /waiting for changes/)
  await write('{ say: [')
  await until(warned, /inkling: day.yaml:5:1: .*\n.*waiting for changes/)
  await write('{ say: third }')
  await until(said, /a day {2}day.yaml .*\n.*third\n/)
  process.kill('SIGINT')
  const { code, stdout } = await ended
  // Its own listener ends it at any time: the default one would miss a signal at the end of a run.
  expect(code).toBe(EXIT.interrupted)
  expect(stdout).toMatch(/^a day {2}day.yaml .*\n.*first\n/)
})
