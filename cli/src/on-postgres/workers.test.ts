import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSchema } from '@inkling/mock-server/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { adminHeaders, type Started, start } from '../binary.fixture.ts'
import { startLoad } from './load.fixture.ts'

/* `inkling serve --workers 2`, with the real binary. */

let cwd: string
let server: Started
let url: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'inkling-workers-'))
  const store = await newSchema()
  const words = ['serve', '--store', store, '--workers', '2', '--port', '0', '--grace', '300ms']
  server = start([...words, '--clock', '2026-03-07T12:00:00-05:00'], { cwd })
  url = (await server.firstLine).split(' ').at(-1) ?? ''
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
  await rm(cwd, { recursive: true, force: true })
})

const status = async (): Promise<{ processes: number; counts: Record<string, number> }> =>
  (await fetch(`${url}/control/status`, { headers: adminHeaders(url, cwd) })).json()

/** The ids of the worker processes; esbuild may be a child too. */
function workerIds(): Set<number> {
  const words = ['-o', 'pid=,args=', '--ppid', String(server.process.pid)]
  const children = execFileSync('ps', words, { encoding: 'utf8' }).split('\n')
  return new Set(
    children.filter((line) => line.includes('inkling.mjs')).map((line) => Number.parseInt(line, 10)),
  )
}

/** Waits until this number of workers has been replaced since the start. */
const replaced = (count: number): Promise<void> =>
  vi.waitFor(() => expect(server.warned().match(/Worker \d+ has replaced it/g)).toHaveLength(count), 30_000)

test('a killed worker is replaced, and only its calls in progress fail', async () => {
  await vi.waitFor(async () => expect((await status()).processes).toBe(2), 15_000)
  const load = await startLoad(url, 6)
  const [first, second] = workerIds()
  process.kill(first ?? 0, 'SIGKILL')
  await replaced(1)
  expect(workerIds()).not.toContain(first)
  expect(workerIds()).toContain(second)
  await vi.waitFor(async () => expect((await status()).processes).toBe(2), 15_000)
  const before = load.answered()
  await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(before + 40), 30_000)
  await load.stop()
  // At most one call in progress per player.
  expect(load.failed.length).toBeLessThanOrEqual(6)
})

const metrics = async () => (await fetch(`${url}/metrics`)).text()

/** The line for the calls of the test below. */
const HISTORY_CALLS =
  'inkling_http_request_duration_seconds_count{method="GET",route="/api/user/history",code="401"} 20\n'

test('one scrape shows the calls of all workers', async () => {
  // Without keep-alive, the requests are spread over the workers.
  const init = { headers: { connection: 'close' } }
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/user/history`, init)))
  await vi.waitFor(async () => expect(await metrics()).toContain(HISTORY_CALLS), 15_000)
})

test('no call fails when a worker is stopped and replaced', async () => {
  const load = await startLoad(url, 6)
  const [first] = workerIds()
  process.kill(first ?? 0, 'SIGTERM')
  await replaced(2)
  expect(workerIds()).not.toContain(first)
  const before = load.answered()
  await vi.waitFor(() => expect(load.answered()).toBeGreaterThan(before + 40), 30_000)
  await load.stop()
  expect(load.failed).toEqual([])
  // The replacement reports its metrics too.
  expect(await metrics()).toContain('inkling_sockets 0\n')
})

test('the address is printed once, and SIGTERM ends all workers', async () => {
  const workers = workerIds()
  server.process.kill('SIGTERM')
  const { code, stdout, stderr } = await server.ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: `Inkling is served at ${url}\n` })
  expect(stderr.match(/Data is stored in the database/g)).toHaveLength(1)
  expect(stderr).toContain('Stopped by SIGTERM.')
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
