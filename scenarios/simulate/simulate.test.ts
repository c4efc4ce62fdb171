import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { inProcessTarget } from '../runner/in-process-target.ts'
import { brokenInvariants } from './invariants.ts'
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

test('an empty tally is a summary of nothing', () => {
  expect(new Tally().summary).toMatchObject({ games: 0, drift: [], hardestWords: [] })
})
