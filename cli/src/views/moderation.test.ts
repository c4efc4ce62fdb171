import { expect, test } from 'vitest'
import { helpKeysOf } from '../console/input/help-text.ts'
import { FRAME } from '../console/screen/layout.ts'
import { NO_MODERATION, type ShownReport } from '../console/state/moderation-view.ts'
import type { ConsoleState, Mode, Size } from '../console/state/state.ts'
import type { WatchedStep } from '../console/watch/watched-games.ts'
import { STATUS, screenOf } from './screen.fixture.ts'

const OTTO = { userId: 'userOfOtto', username: 'Otto', avatar: null }
const MINA = { userId: 'userOfMina', username: 'Mina', avatar: null }
const AT = '2026-03-07T16:20:00.000Z'

const report: ShownReport['report'] = {
  reportId: 'first',
  gameId: 'game',
  kind: 'guess',
  stepIndex: 1,
  author: OTTO,
  groupId: null,
  groupName: null,
  state: 'open',
  version: 0,
  decided: null,
  hidden: true,
  text: 'your mum',
  firstAt: AT,
  lastAt: AT,
  reporters: 2,
  reports: [
    { reportId: 'first', by: MINA, reason: 'hurtful', note: 'he always does this', at: AT },
    { reportId: 'second', by: null, reason: 'other', note: null, at: AT },
  ],
}
const step = (part: Partial<WatchedStep>): WatchedStep => ({
  name: 'Mina',
  type: 'drawing',
  said: 'kettle',
  score: null,
  timeSpent: 41,
  at: null,
  picture: 'report first 0',
  ...part,
})
const shown: ShownReport = {
  report,
  kind: 'public',
  decisions: [],
  game: {
    id: 'game',
    day: '2026-03-07',
    name: '2026-03-07',
    word: 'kettle',
    status: 'completed',
    players: [],
    turn: null,
    createdAt: null,
    completedAt: null,
    steps: [step({}), step({ name: 'Otto', type: 'guess', said: 'your mum', score: 12, picture: null })],
  },
}

const other = {
  ...report,
  reportId: 'other',
  kind: 'drawing',
  text: null,
  hidden: false,
  reporters: 1,
  groupName: 'Night Owls',
} as const

function reportsOf(size: Size, part: Partial<ConsoleState['moderation']> = {}, mode?: Mode): string {
  const queue = { reports: [report, other], open: 2, oldestSeconds: 60, next: null }
  const moderation = { ...NO_MODERATION, queue, shown, ...part }
  return `${screenOf({ size, status: STATUS, mode: mode ?? { name: 'moderation' }, moderation })}\n`
}

test.each([
  ['80x24', { columns: 80, rows: 24 }],
  ['140x45', { columns: 140, rows: 45 }],
] as const)('the queue and the chosen report at %s', async (name, size) => {
  const screen = reportsOf(size)
  expect(screen.split('\n')).toHaveLength(size.rows)
  await expect(screen).toMatchFileSnapshot(`../console/snapshots/reports-${name}.txt`)
})

test('the help of the reports begins with their keys', async () => {
  const screen = reportsOf(
    { columns: 80, rows: 24 },
    {},
    { name: 'help', from: 0, back: { name: 'moderation' } },
  )
  expect(screen).toMatch(/Keys.*\n│ ↑ ↓ {2}j k {4}choose a report/)
  await expect(screen).toMatchFileSnapshot('../console/snapshots/help-reports-80x24.txt')
})

test.each([
  ['newest', '2h'],
  ['oldest', '5h'],
  ['most-reported', '2h'],
] as const)('the queue ordered by %s shows the age that orders it, also of decided reports', (order, age) => {
  const firstAt = '2026-03-07T13:20:00.000Z'
  const reports = [{ ...report, firstAt }]
  for (const isClosed of [false, true]) {
    const screen = reportsOf(
      { columns: 80, rows: 24 },
      { order, isClosed, queue: { reports, open: 1, oldestSeconds: 60, next: null } },
    )
    expect(screen).toMatch(new RegExp(`2× +${age} │`))
  }
})

test('no line of the help is cut at 80 columns', () => {
  const keys = 12
  expect(
    helpKeysOf({ name: 'moderation' }).filter(([, what]) => what.length > 80 - FRAME.columns - keys),
  ).toEqual([])
})

test('says that nothing is reported, why the queue cannot be read, and that all of a player is decided', () => {
  const size = { columns: 80, rows: 24 }
  const queue = { reports: [], open: 0, oldestSeconds: null, next: null }
  expect(reportsOf(size, { queue, shown: null })).toContain('Nothing is reported.')
  expect(reportsOf(size, { queue: null, shown: null, message: 'It needs the admin key.' })).toContain(
    'It needs the admin key.',
  )
  expect(reportsOf(size, { isEverything: true })).toContain('Decides all open reports of Otto.')
})

test('the list of decided reports says how, and by whom', () => {
  const decided = {
    ...report,
    state: 'closed',
    hidden: false,
    version: 1,
    decided: { action: 'dismiss', at: AT, by: { key: 'admin', name: 'olga' } },
  } as const
  const screen = reportsOf(
    { columns: 140, rows: 45 },
    {
      isClosed: true,
      queue: { reports: [decided], open: 28, oldestSeconds: 60, next: null },
      shown: { ...shown, report: decided },
    },
  )
  expect(screen).toContain('Decided · newest')
  expect(screen).toContain('1 decided')
  expect(screen).not.toContain('28 open')
  expect(screen).toMatch(/✓ guess .* dismiss +no group/)
  expect(screen).toContain('dismissed by olga at 2026-03-07 11:20')
})

test("shows a player's page", () => {
  const player = {
    ...OTTO,
    groupId: null,
    groupName: null,
    createdAt: AT,
    suspension: { until: null, reason: 'links' },
  }
  const screen = reportsOf(
    { columns: 80, rows: 24 },
    {
      player: {
        player,
        group: null,
        gamesPlayed: 3,
        games: [],
        reportsMade: [],
        reportsReceived: [report],
        decisions: [],
      },
    },
  )
  expect(screen).toContain('Player · Otto')
  expect(screen).toContain('banned')
  expect(screen).toContain('your mum')
})

test('shows the name of a group without a game', () => {
  const ofGroup = { ...report, gameId: null, kind: 'group-name', stepIndex: null, text: 'Bad Owls' } as const
  const screen = reportsOf(
    { columns: 80, rows: 24 },
    {
      queue: { reports: [ofGroup], open: 1, oldestSeconds: 60, next: null },
      shown: { report: ofGroup, kind: null, game: null, decisions: [] },
    },
  )
  expect(screen).toMatch(/group {3}Otto “Bad/)
  expect(screen).toContain('group-name by Otto')
  expect(screen).toContain('hosted by Otto')
})
