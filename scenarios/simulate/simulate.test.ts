import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { Game } from '@inkling/mock-server/rules/game'
import { expect, test } from 'vitest'
import { adminClient } from '../bots/door.ts'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { inProcessTarget } from '../runner/in-process-target.ts'
import { brokenHistory, brokenInvariants, leaks } from './invariants.ts'
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

test('steady players play every day to its end, and keep the meaning', async () => {
  const { summary, violations, days } = await simulate(plan())
  expect(violations).toEqual([])
  expect(days).toBe(3)
  expect(summary).toMatchObject({ games: 6, completedInTime: 6, turnsPlayed: 24, turnsMissed: 0 })
  expect(summary.drift).toEqual([{ guesses: 2, games: 6, meanScore: 100, survived: 1 }])
  expect(summary.scores.at(-1)).toBe(12)
})

test('the absent and the leaving miss their turns, the careless lose the meaning', async () => {
  const { summary } = await simulate(plan({ personas: ['steady', 'careless', 'absent', 'leaver'] }))
  expect(summary).toMatchObject({ games: 6, completedInTime: 0, turnsPlayed: 12, turnsMissed: 12 })
  expect(summary.hardestWords[0]?.meanScore).toBeLessThan(100)
})

test('the same seed gives the same summary', async () => {
  const personas = ['steady', 'careless', 'slow'] as const
  const [one, two] = await Promise.all([simulate(plan({ personas })), simulate(plan({ personas }))])
  expect(one.summary).toEqual(two.summary)
})

test('it ends early, with what there is, when it is told to', async () => {
  const controller = new AbortController()
  const { days } = await simulate(plan({ signal: controller.signal, onProgress: () => controller.abort() }))
  expect(days).toBe(1)
})

test('an interrupt is heard in the midst of a day, although the server answers in this process', async () => {
  const controller = new AbortController()
  const inner = inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' })
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (String(input).endsWith('/start-turn')) setImmediate(() => controller.abort())
    return inner.fetch(input, init)
  }
  const { days } = await simulate(plan({ target: { ...inner, fetch }, signal: controller.signal }))
  expect(days).toBe(0)
})

test('a game that breaks a rule is told', () => {
  const player = { joinedAt: '', playedAt: null, status: 'playing' as const }
  const game = {
    id: 'g',
    kind: 'group' as const,
    groupId: null,
    day: '2026-03-06',
    word: 'cat',
    createdAt: '',
    completedAt: null,
    players: [
      { ...player, userId: 'a' },
      { ...player, userId: 'b' },
    ],
    turn: null,
    turnsStarted: 2,
    entries: [],
  }
  expect(brokenInvariants(game)).toEqual([
    'game g: 2 players hold the turn',
    'game g: there is a turn without a player who plays, or the other way round',
  ])
})

test('a chain that loses an entry, and a player who waits and is shown the word, are told', async () => {
  const target = inProcessTarget({ seed: 'sim', clock: '2026-03-06T12:00:00-05:00' })
  const admin = adminClient(target)
  await simulate(plan({ target, days: 1 }))
  const { items } = await admin.listGames({ query: { day: '2026-03-06' } })
  const [before] = items as unknown as Game[]
  if (!before) throw new Error('there is no game')
  expect(brokenHistory(before, before)).toEqual([])
  expect(brokenHistory(before, { ...before, entries: [], completedAt: null })).toEqual([
    `game ${before.id}: an entry of the chain has changed or gone`,
    `game ${before.id}: the game was over, and is open again`,
  ])
  const today = { gameId: 'g', yourStatus: 'pending', word: 'cat', yourPreviousEntry: null } as Today
  expect(leaks(today)).toEqual(['game g: a player who waits is shown the word'])
})

test('an empty tally is a summary of nothing', () => {
  expect(new Tally().summary).toMatchObject({ games: 0, drift: [], hardestWords: [] })
})
