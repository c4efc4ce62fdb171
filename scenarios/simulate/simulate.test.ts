import { clientOf } from '@inkling/mock-server/contract/client/client'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { Game } from '@inkling/mock-server/rules/game/game'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { sharedWithBlocked } from '../invariants/today-rules.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch, withReplies } from '../runner/targets/over-fetch.fixture.ts'
import type { Target } from '../runner/targets/target.ts'
import { type SimulationPlan, simulate } from './simulate.ts'
import { Tally } from './tally.ts'

const plan = (more: Partial<SimulationPlan> = {}): SimulationPlan => ({
  target: inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' }),
  sketchbook: spellingSketchbook,
  groups: 2,
  players: 4,
  days: 3,
  seed: 'sim',
  personas: ['steady'],
  invariants: true,
  ...more,
})

test('steady players complete every day and keep the meaning', async () => {
  const { summary, violations, days } = await simulate(plan())
  expect(violations).toEqual([])
  expect(days).toBe(3)
  expect(summary).toMatchObject({ games: 6, completedInTime: 6, turnsPlayed: 24, turnsMissed: 0 })
  expect(summary.drift).toEqual([{ guesses: 2, games: 6, meanScore: 100, survived: 1 }])
  expect(summary.scores.at(-1)).toBe(12)
})

test('absent and leaving players miss their turns, careless players lose the meaning', async () => {
  const { summary } = await simulate(plan({ personas: ['steady', 'careless', 'absent', 'leaver'] }))
  expect(summary).toMatchObject({ games: 6, completedInTime: 0, turnsPlayed: 12, turnsMissed: 12 })
  expect(summary.hardestWords[0]?.meanScore).toBeLessThan(100)
})

test('reporters hide and block, and nothing hidden reaches anybody', async () => {
  const target = inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' })
  const personas = ['steady', 'reporter', 'reporter'] as const
  const { violations } = await simulate(plan({ target, personas, strangers: 10 }))
  expect(violations).toEqual([])
  const admin = clientOf(target)
  const { reports } = await admin.listReports({ query: { limit: 100 } })
  expect(reports.filter(({ hidden }) => hidden)).not.toEqual([])
  const { items } = await admin.listGames({ query: { day: '2026-03-08' } })
  const games = items as unknown as Game[]
  expect(games.filter(({ kind }) => kind === 'public').length).toBeGreaterThan(1)
})

test('a hidden entry that reaches somebody, and a shared game of a blocked pair, are reported', async () => {
  const inner = inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' })
  const shown = withReplies(inner, /\/game\/today$/, async (reply) => {
    if (!reply.ok) return reply
    const today = await reply.json()
    if (today.yourPreviousEntry) today.yourPreviousEntry.drawing = 'the original'
    return Response.json(today)
  })
  const personas = ['steady', 'reporter', 'reporter'] as const
  const { violations } = await simulate(plan({ target: shown, personas, days: 9 }))
  expect(violations).toContainEqual(
    expect.stringMatching(/^game \S+: a hidden entry reaches the player who was given it$/),
  )
  const at = (joinedAt: string, userId: string) => ({ userId, joinedAt })
  const participants = [at('2026-03-06T17:00:00.000Z', 'a'), at('2026-03-06T18:00:00.000Z', 'b')]
  const game = { gameId: 'g', participants } as unknown as Today
  const blocked = (since: string) => ({ blocks: [{ userId: 'b', username: 'B', avatar: null, since }] })
  expect(sharedWithBlocked(game, blocked('2026-03-06T17:30:00.000Z'), 'a')).toEqual([
    'game g: a blocked pair shares a public game',
  ])
  expect(sharedWithBlocked(game, blocked('2026-03-06T18:00:00.000Z'), 'a')).toEqual([])
})

/** A server whose replies to a call are changed. */
const changed = (call: RegExp, change: (body: never) => object): Target =>
  withReplies(plan().target, call, async (reply) =>
    Response.json(change((await reply.json()) as never), { headers: reply.headers }),
  )

test('a turn of yesterday that is accepted, and another turn on a second device, are findings', async () => {
  const accepting = changed(/\/submit-turn$/, () => ({
    success: true,
    gameCompleted: false,
    validationError: null,
  }))
  const late = await simulate(plan({ target: accepting, personas: ['latecomer'] }))
  expect(late.violations[0]).toMatch(
    /^(g\dp1) \(latecomer\) on day 1 gets an unexpected answer to play-turn: \1 has not started today, but a drawing of yesterday's turn is accepted$/,
  )
  let turns = 0
  const another = changed(/\/start-turn$/, (turn: object) => ({ ...turn, turnId: `turn ${++turns}` }))
  const moved = await simulate(plan({ target: another, personas: ['switcher'], invariants: false }))
  expect(moved.violations).toEqual([
    'g1p1 (switcher) on day 1 gets an unexpected answer to play-turn: g1p1 holds turn turn 1, but the second device is given turn turn 2',
  ])
})

test('what players remember shows a turn that was acknowledged and is lost, without a look at stored games', async () => {
  const forgetful = changed(/\/game\/today$/, (today: { yourStatus: string }) =>
    today.yourStatus === 'completed' ? { ...today, yourSubmission: null } : today,
  )
  expect((await simulate(plan({ target: forgetful }))).violations).toEqual([
    expect.stringMatching(/^game \S+: a turn that was acknowledged is not there for its player$/),
  ])
})

test('the same seed gives the same summary', async () => {
  const personas = ['steady', 'careless', 'slow'] as const
  const summary = async () => (await simulate(plan({ personas, groups: 1 }))).summary
  expect(await summary()).toEqual(await summary())
})

test('an aborted simulation returns what it has so far', async () => {
  const controller = new AbortController()
  const { days } = await simulate(plan({ signal: controller.signal, onProgress: () => controller.abort() }))
  expect(days).toBe(1)
})

test('an interrupt takes effect within a day, even with an in-process server', async () => {
  const controller = new AbortController()
  const inner = inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' })
  const target = overFetch(inner, (fetch) => (input, init) => {
    if (String(input).endsWith('/start-turn')) setImmediate(() => controller.abort())
    return fetch(input, init)
  })
  const { days } = await simulate(plan({ target, signal: controller.signal }))
  expect(days).toBe(0)
})

test('an empty tally gives an empty summary', () => {
  expect(new Tally().summary).toMatchObject({ games: 0, drift: [], hardestWords: [] })
})
