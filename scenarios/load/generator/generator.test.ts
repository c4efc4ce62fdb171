import { createInProcessServer } from '@inkling/mock-server/in-process'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../../bots/sketchbook.fixture.ts'
import { newHistogram, packed } from '../figures/histogram.ts'
import type { Slice } from '../figures/slice.ts'
import { summaryOf } from '../figures/summary.ts'
import { parseLoad } from '../file/parse.ts'
import { type LoadPlan, planOf } from '../file/plan.ts'
import { crowdOf } from '../players/crowd.ts'
import { makeGallery } from '../players/gallery.ts'
import type { Wire } from '../players/wire.ts'
import { type Generated, LoadGenerator } from './generator.ts'
import { prepare } from './prepare.ts'
import type { StopReason } from './stop-reason.ts'
import { VirtualTime, wireInProcess } from './virtual-time.fixture.ts'

const gallery = makeGallery(spellingSketchbook, 'hand', 24)

const FILE = `
version: 1
name: small
players: 24
profile: evening
duration: 60s
warm-up: 5s
speed: 20
groups: { share: 0.5, size: 4 }
newcomers: 0.2
personas: { steady: 3, careless: 1, absent: 1 }
limits: { calls: 20000, duration: 1h }
thresholds: { calls.today.p99: "<1s", errors: "<0.1%", late: "<1%", invariants: 0 }
`
const planWith = (seed: string, text = FILE): LoadPlan => planOf(parseLoad(text, 'small.yaml'), seed)

interface Played extends Generated {
  readonly calls: string[]
  readonly slices: Slice[]
}

async function play(plan: LoadPlan, wire: Wire, time: VirtualTime, options: Options = {}): Promise<Played> {
  const crowd = crowdOf(plan)
  const { tokens } = options.isPrepared
    ? { tokens: new Map<number, string>() }
    : await time.during(prepare({ crowd, wire, maxCalls: 10_000 }))
  const calls: string[] = []
  const slices: Slice[] = []
  const generator = new LoadGenerator({
    plan,
    crowd,
    tokens,
    gallery,
    wire,
    time,
    maxCalls: options.maxCalls ?? plan.maxCalls,
    onSlice(slice) {
      slices.push(slice)
      const stop = options.stopAfter?.(slice)
      if (stop) generator.stop(stop)
    },
    onCall: ({ due, player, call }) => calls.push(`${due.toFixed(3)} ${player} ${call}`),
  })
  return { ...(await time.during(generator.run())), calls, slices }
}

interface Options {
  readonly isPrepared?: boolean
  readonly maxCalls?: number
  readonly stopAfter?: (slice: Slice) => StopReason | null
}

async function playOnServer(seed: string): Promise<Played> {
  const server = createInProcessServer({ seed: 'load', clock: '2026-03-07T12:00:00-05:00' })
  const time = new VirtualTime()
  return play(planWith(seed), time.watch(wireInProcess(server.fetch)), time)
}

test('the same crowd and seed make the same calls in the same order, and break no rules', async () => {
  const first = await playOnServer('7')
  const again = await playOnServer('7')
  expect(again.calls).toEqual(first.calls)
  expect(again.digest).toBe(first.digest)
  expect(crowdOf(planWith('8'))).not.toEqual(crowdOf(planWith('7')))
  const { summary, turns } = summed(planWith('7'), first)
  expect(turns).toBeGreaterThan(5)
  expect(first.acknowledged.length).toBe(turns)
  expect(first.broken).toEqual([])
  expect(summary).toMatchObject({ outcome: 'passed', errors: 0, voidBecause: null, late: 0 })
  const due = first.calls.map((call) => Number(call.split(' ', 1)[0]))
  expect(due).toEqual([...due].sort((a, b) => a - b))
})

function summed(plan: LoadPlan, { slices, stopped }: Played) {
  const summary = summaryOf({ plan, sliceMs: 1000, slices, brokenRules: 0, stopped })
  return { summary, turns: slices.reduce((sum, slice) => sum + slice.turns, 0) }
}

const NO_GAME = JSON.stringify({ hasGame: false, yourStatus: null, participants: [] })

test('calls that are due while the server stalls are timed from their due time', async () => {
  const time = new VirtualTime()
  // The server does not respond for ten seconds.
  const stall = { from: 30_000, to: 40_000 }
  const wire = time.slowWire(() => {
    const now = time.now()
    return { status: 200, text: NO_GAME, afterMs: now >= stall.from && now < stall.to ? stall.to - now : 1 }
  })
  const plan = { ...planWith('7'), stayMs: 1_200_000, newcomers: 0 }
  const played = await play(plan, wire, time, { isPrepared: true })
  const { summary } = summed(plan, played)
  expect(summary.http.max).toBeGreaterThan(9000)
  // Polls that became due during the stall also count as slow, not only one call per player.
  expect(summary.http.p95).toBeGreaterThan(1000)
  expect(summary.late).toBe(0)
  expect(summary.voidBecause).toBeNull()
})

test('a generator that sends late, or a load without a turn, makes the result void', () => {
  const plan = planWith('7')
  const slice: Slice = {
    at: 70,
    due: 100,
    sent: 100,
    late: 2,
    active: 1,
    arrived: 1,
    turns: 0,
    errors: {},
    refusals: {},
    calls: {},
    lateness: emptyLateness,
    cpu: 1,
    memoryMb: 1,
  }
  const summary = (change: Partial<Slice>, thresholds = plan.thresholds) =>
    summaryOf({
      plan: { ...plan, thresholds },
      sliceMs: 1000,
      slices: [{ ...slice, ...change }],
      brokenRules: 0,
      stopped: null,
    })
  expect(summary({})).toMatchObject({
    outcome: 'void',
    voidBecause: expect.stringContaining('2.0% of the calls'),
  })
  expect(summary({ at: 3 }).voidBecause).toBe('it ended before the end of the warm-up')
  expect(summary({ late: 0 }, {})).toMatchObject({
    outcome: 'void',
    voidBecause: expect.stringContaining('no turn was submitted'),
  })
  expect(summary({ late: 0, turns: 1 }, {})).toMatchObject({ outcome: 'passed', voidBecause: null })
})

const emptyLateness = packed(newHistogram())

test('a load stops at its limit of calls, and on request', async () => {
  const time = new VirtualTime()
  const wire = time.slowWire(() => ({ status: 200, text: NO_GAME, afterMs: 1 }))
  const limited = await play(planWith('7'), wire, time, { isPrepared: true, maxCalls: 50 })
  expect(limited).toMatchObject({ stopped: 'calls', sent: 50, unanswered: 0 })
  const never = new VirtualTime()
  const hanging = never.slowWire(() => ({ status: 200, text: NO_GAME, afterMs: 1e9 }))
  const stopAfter = ({ at }: Slice) => (at === 40 ? ('interrupted' as const) : null)
  const interrupted = await play(planWith('7'), hanging, never, { isPrepared: true, stopAfter })
  expect(interrupted.stopped).toBe('interrupted')
  expect(interrupted.unanswered).toBeGreaterThan(0)
  expect(never.now()).toBeLessThan(42_000)
})

test('errors are counted by code, and a refusal by the rules is not an error', async () => {
  const time = new VirtualTime()
  const error = (code: string) => JSON.stringify({ error: { code, message: 'no' } })
  const wire = time.slowWire((path) =>
    path.endsWith('/results')
      ? { status: 404, text: error('NOT_FOUND'), afterMs: 1 }
      : path.endsWith('/daily')
        ? { status: 503, text: error('UNAVAILABLE'), afterMs: 1 }
        : { status: 200, text: path.endsWith('/jump-in') ? '<html>' : NO_GAME, afterMs: 1 },
  )
  const played = await play({ ...planWith('7'), newcomers: 0 }, wire, time, { isPrepared: true })
  const { summary } = summed(planWith('7'), played)
  expect(Object.keys(summary.refusalsByCode)).toEqual(['NOT_FOUND'])
  expect(Object.keys(summary.errorsByCode).sort()).toEqual(['HTTP_200', 'UNAVAILABLE'])
  expect(summary.byCall['daily-stats']?.errors).toBe(summary.errorsByCode.UNAVAILABLE)
  expect(summary.thresholds.find(({ name }) => name === 'errors')).toMatchObject({ holds: false, unit: '%' })
  expect(summary.outcome).toBe('missed')
})
