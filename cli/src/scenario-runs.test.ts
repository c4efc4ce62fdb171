import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inkling, type Started, start } from './binary.fixture.ts'

/* The real binary runs several scenarios, and ends on a signal. */

const scenario = (name: string) => fileURLToPath(new URL(`../../scenarios/${name}.yaml`, import.meta.url))

let cwd: string
let server: Started
let url: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-runs-'))
  server = start(['serve', '--memory', '--port', '0', '--seed', 'runs'], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
})

afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

test('jobs run in separate worlds, with the same output as a sequential run', async () => {
  const files = ['first-day', 'race-for-one-turn', 'roll-over', 'time-out-skips'].map(scenario)
  const [jobs, single] = await Promise.all([
    inkling(['scenario', 'run', ...files, '--jobs', '3'], { cwd }),
    inkling(['scenario', 'run', ...files], { cwd }),
  ])
  expect(jobs).toMatchObject({ code: 0, stdout: single.stdout })
  const shared = await inkling(['scenario', 'run', ...files, '--jobs', '2', '--target', url], { cwd })
  expect(shared).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--jobs needs one world per scenario'),
  })
})

test('a range of steps', async () => {
  const part = await inkling(
    ['scenario', 'run', scenario('first-day'), '--from-step', '4', '--to-step', '5'],
    {
      cwd,
    },
  )
  expect(part).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 2 steps passed') })
})

test('Ctrl-C writes the reports and restores the server', async () => {
  await writeFile(
    join(cwd, 'long.yaml'),
    `version: 1
name: a long wait
bots: { ann: {} }
faults: [{ match: { path: /api/game/stats/daily }, status: 503 }]
steps:
  - { bot: ann, do: profile }
  - { wait-until: { bot: ann, do: profile, expect: { username: Nobody } }, every: 1s, within: 10m }
  - { say: never }
`,
  )
  const args = ['scenario', 'run', 'long.yaml', scenario('first-day'), '--report', 'json=long.json']
  const run = start([...args, '--target', url], { cwd })
  await vi.waitUntil(() => run.said().includes('profile'), { timeout: 20_000 })
  run.process.kill('SIGINT')
  const { code, stdout, stderr } = await run.ended
  expect({ code, stderr }).toEqual({
    code: 130,
    stderr: expect.stringContaining('interrupted: 1 of 2 scenarios had started'),
  })
  expect(stdout).toContain('1 of 3 steps passed')
  expect(existsSync(join(cwd, 'long.json'))).toBe(true)
  expect(JSON.parse(await readFile(join(cwd, 'long.json'), 'utf8')).runs[0].outcome).toBe('interrupted')
  const faults = await inkling(['fault', 'list', '-o', 'json', '--target', url], { cwd })
  expect(JSON.parse(faults.stdout)).toEqual([])
})

test('a simulation on a server leaves its clock at the end, and says how to resume it', async () => {
  const days = ['simulate', '--groups', '1', '--players', '2', '--days', '2', '--seed', '3']
  const simulated = await inkling([...days, '--target', url], { cwd })
  const { stdout } = await inkling(['clock', 'show', '--target', url, '--output', 'json'], { cwd })
  const { now, mode } = JSON.parse(stdout)
  expect(mode).toBe('frozen')
  expect(simulated).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      `the server's clock is frozen at ${now}; \`inkling clock resume\` returns it to the real time.`,
    ),
  })
  await inkling(['clock', 'resume', '--target', url], { cwd })
})
