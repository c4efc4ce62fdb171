import { createInProcessServer } from '@inkling/mock-server/in-process'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../../bots/sketchbook.fixture.ts'
import type { Target } from '../../runner/targets/target.ts'
import { parseLoad } from '../file/parse.ts'
import { planOf } from '../file/plan.ts'
import { makeGallery } from '../players/gallery.ts'
import type { Wire } from '../players/wire.ts'
import { loadHtml } from '../reports/html.ts'
import { localPart } from './part.ts'
import { type LoadEvent, runLoad } from './run-load.ts'
import { VirtualTime, wireInProcess } from './virtual-time.fixture.ts'

const gallery = makeGallery(spellingSketchbook, 'hand', 12)
const usual = planOf(
  parseLoad(
    `{ version: 1, name: small, players: 12, profile: steady, duration: 30s, warm-up: 2s, speed: 30,
       groups: { share: 0.7, size: 3 }, limits: { calls: 5000, duration: 5m }, thresholds: { invariants: 0, turns: ">=3" } }`,
    'small.yaml',
  ),
  '7',
)

const targetOf = (fetch: typeof globalThis.fetch): Target => ({
  baseUrl: 'http://inkling.test',
  fetch,
  adminKey: 'key-of-the-load',
  name: 'in process',
  controls: true,
  isShared: false,
  async close() {},
})

/** Runs the plan on an in-process server. `change` may replace its responses. */
async function run(change: (path: string, response: Response) => Response | Promise<Response>, plan = usual) {
  const server = createInProcessServer({
    seed: 'load',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: 'key-of-the-load',
  })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await server.fetch(input, init)
    return change(new URL(String(input)).pathname, response)
  }
  const target = targetOf(fetch)
  const time = new VirtualTime()
  const wire = time.watch(wireInProcess(fetch))
  const part = localPart({ plan, place: { at: 0, of: 1 }, wire, gallery, time })
  const events: LoadEvent[] = []
  const { signal } = new AbortController()
  const onEvent = (event: LoadEvent) => void events.push(event)
  const report = await time.during(runLoad({ plan, target, parts: [part], signal, onEvent }))
  return { report, events }
}

test('a load is prepared, run, watched, checked and summed up', async () => {
  const metrics = 'process_cpu_seconds_total 3\nprocess_resident_memory_bytes 1e8\n'
  const { report, events } = await run((path, response) =>
    path === '/metrics' ? new Response(metrics) : response,
  )
  expect(report.summary).toMatchObject({ outcome: 'passed', errors: 0 })
  const { acknowledged, found, checked, limited, broken } = report.invariants
  expect(acknowledged).toBeGreaterThan(2)
  expect({ found, limited, broken }).toEqual({ found: acknowledged, limited: null, broken: [] })
  expect(checked).toBeGreaterThan(0)
  expect(report.server[0]?.values).toEqual({
    process_cpu_seconds_total: 3,
    process_resident_memory_bytes: 1e8,
  })
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['preparing', 'slice', 'checking']))
  expect(report.slices.at(-1)?.at).toBeGreaterThanOrEqual(29)
})

test('an acknowledged turn that is missing afterwards breaks a rule and misses its threshold', async () => {
  const { report } = await run(async (path, response) => {
    if (path !== '/control/games') return response
    const { items } = (await response.json()) as { items: { entries: unknown[] }[] }
    const without = items.map((game) => ({ ...game, entries: [] }))
    return Response.json({ items: without })
  })
  expect(report.invariants.broken[0]).toMatch(/was acknowledged but is missing|without an entry/)
  expect(report.summary.outcome).toBe('missed')
  expect(report.summary.thresholds[0]).toMatchObject({ name: 'invariants', holds: false })
})

test('an acknowledged turn that its player is not shown is found on every server', async () => {
  const { report } = await run(async (path, response) => {
    if (path !== '/api/game/today' || !response.ok) return response
    const today = (await response.json()) as { yourStatus: string }
    return Response.json({ ...today, ...(today.yourStatus === 'completed' && { yourSubmission: null }) })
  })
  expect(report.invariants.broken[0]).toMatch(/a turn that was acknowledged is not there for its player$/)
  expect(report.summary.outcome).toBe('missed')
})

test('changes at the same moment that overwrite each other are found: a player, and a guess', async () => {
  const { report } = await run(async (path, response) => {
    if (path !== '/control/games') return response
    const { items } = (await response.json()) as { items: { players: unknown[]; entries: object[] }[] }
    const lost = items.map((game) => ({
      ...game,
      players: game.players.slice(0, 1),
      entries: game.entries.map((entry) => ('attempts' in entry ? { ...entry, attempts: [] } : entry)),
    }))
    return Response.json({ items: lost })
  })
  const { broken, found, acknowledged } = report.invariants
  expect(found).toBe(acknowledged)
  expect(broken).toContainEqual(
    expect.stringMatching(/\d players were told that they are in it, but it has 1$/),
  )
  expect(broken).toContainEqual(
    expect.stringMatching(/\d guesses of a turn were acknowledged, but it has 0$/),
  )
})

test.each(['duration', 'interrupted'] as const)(
  'a load whose preparation hangs stops at once with a report: %s',
  async (reason) => {
    const server = createInProcessServer({ seed: 'load', clock: '2026-03-07T12:00:00-05:00' })
    const interrupt = new AbortController()
    const wire: Wire = {
      send: () => void (reason === 'interrupted' && interrupt.abort(new Error('interrupted'))),
      async close() {},
    }
    const plan = reason === 'duration' ? { ...usual, maxDurationMs: 1 } : usual
    const part = localPart({ plan, place: { at: 0, of: 1 }, wire, gallery, time: new VirtualTime() })
    const target = targetOf(server.fetch)
    const { signal } = interrupt
    const report = await runLoad({ plan, target, parts: [part], signal, onEvent: () => {} })
    const outcome = reason === 'duration' ? 'stopped' : reason
    expect(report).toMatchObject({ stopped: reason, slices: [], summary: { outcome, calls: 0 } })
    expect(report.invariants).toMatchObject({
      limited: expect.stringContaining('stopped before'),
      broken: [],
    })
    expect(loadHtml(report)).toContain('Stopped early')
  },
)

test('a load stops when too many calls fail', async () => {
  const refused = () => Response.json({ error: { code: 'UNAVAILABLE', message: 'not now' } }, { status: 503 })
  const { report } = await run((path, response) => (path === '/api/game/today' ? refused() : response))
  expect(report).toMatchObject({ stopped: 'errors', summary: { outcome: 'stopped' } })
  expect(report.slices.length).toBeLessThan(29)
})

test('a load stops but still reports when the clock of the server cannot be changed', async () => {
  const during = [1, 2].map((atMs) => ({ atMs, clock: { advance: '1h' } }))
  const plan = { ...usual, during }
  const refused = () => Response.json({ error: { code: 'UNAVAILABLE', message: 'not now' } }, { status: 503 })
  const { report, events } = await run(
    (path, response) => (path === '/control/clock' ? refused() : response),
    plan,
  )
  expect(report).toMatchObject({ stopped: 'clock', clockFailure: 'not now', summary: { outcome: 'stopped' } })
  expect(report.slices.length).toBeGreaterThan(0)
  expect(report.slices.length).toBeLessThan(29)
  expect(events.filter(({ type }) => type === 'clock')).toEqual([])
})
