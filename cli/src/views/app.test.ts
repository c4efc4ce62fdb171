import { expect, test } from 'vitest'
import { EMPTY_LINE, lineOf } from '../console/keyboard/line-editor.ts'
import { NOTHING_FOUND } from '../console/state/found.ts'
import { type ConsoleState, commandMode, type Mode } from '../console/state/state.ts'
import type { WatchedGame } from '../console/watch/watched-games.ts'
import { STATUS, screenOf } from './screen.fixture.ts'

/* The whole screen as text, rendered from a state. */

const SIZE = { columns: 80, rows: 24 }

const game = (id: string, part: Partial<WatchedGame> = {}): WatchedGame => ({
  id,
  day: '2026-03-07',
  name: `Group ${id}`,
  word: 'kettle',
  status: 'active',
  players: [
    { userId: 'u1', name: 'Ann', status: 'completed', playedAt: null },
    { userId: 'u2', name: 'Ben', status: 'playing', playedAt: null },
  ],
  turn: { name: 'Ben', type: 'guess', since: null, until: null },
  steps: [
    { name: 'Ann', type: 'drawing', said: 'kettle', score: null, timeSpent: 41, at: null, picture: 'hash' },
  ],
  createdAt: null,
  completedAt: null,
  ...part,
})

const linesOf = (part: Partial<ConsoleState>): string[] => screenOf(part).split('\n')

test('fits its size exactly with any number of games and any names', () => {
  const games = Array.from({ length: 500 }, (_, at) =>
    game(String(at), { name: at % 2 ? '👩‍🚀 astronauts of the second sea' : 'x' }),
  )
  const lines = linesOf({ games, chosenGame: '250' })
  expect(lines).toHaveLength(SIZE.rows - 1)
  expect(lines.join('\n')).toContain('▸')
  // The terminal would wrap wider lines.
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(SIZE.columns + 4)
})

test('games of groups with the same name are told apart by their id', () => {
  const games = Array.from({ length: 30 }, (_, at) => game(`${at}_of_thirty`, { name: 'Brave Beetles' }))
  const lines = linesOf({ games: [...games, game('lonely', { name: 'Quiet Owls' })] })
  const rows = lines.flatMap((line) => /Brave Beetles +(\S{6})… /.exec(line)?.[1] ?? [])
  expect(rows.length).toBeGreaterThan(10)
  expect(new Set(rows).size).toBe(rows.length)
  const large = screenOf({ games: [game('lonely', { name: 'Quiet Owls' })] })
  expect(large).not.toContain('lonely')
})

test.each([
  [{ columns: 80, rows: 24 }, / 0_of_t… /, / player_o… Night O/],
  [{ columns: 140, rows: 45 }, / game 0_of_t… /, / player_of_22_letters_0 Night Owls, since/],
])('in %o, a shortened id says so, and there are whole ones where they fit', (size, gameId, playerId) => {
  const games = [0, 1].map((at) => game(`${at}_of_thirty_and_long`, { name: 'Brave Beetles' }))
  const about = 'Night Owls, since 2026-03-07'
  const player = { kind: 'player', id: 'player_of_22_letters_0', name: 'Otto', groupId: null, about } as const
  const found = { ...NOTHING_FOUND, text: 'o', rows: [player] }
  const mode: Mode = { name: 'filter', of: 'games', line: lineOf('o'), before: '', at: null }
  const screen = screenOf({ games, found, mode, size })
  expect(screen).toMatch(gameId)
  expect(screen).toMatch(playerId)
})

test('shows who has the turn, and that the drawing is hidden', () => {
  const screen = screenOf({ games: [game('1')] })
  expect(screen).toContain('◐ Ben guesses')
  expect(screen).toContain('drew kettle')
  expect(screen).toContain('This drawing is not')
})

test.each([
  [{ columns: 140, rows: 45 }, /◐ Bartholom… \d\d:38–\d\d:44/],
  [{ columns: 80, rows: 24 }, /◐ Barth\w*… –\d\d:44/],
])('in %o, a long name is cut rather than the times of the turn', (size, expected) => {
  const since = '2026-03-07T23:38:00.000Z'
  const until = '2026-03-07T23:44:00.000Z'
  const turn = { name: 'Bartholomew the Third', type: 'guess', since, until } as const
  expect(screenOf({ games: [game('1', { turn })], size })).toMatch(expected)
})

test('shows problems below the header, on as many lines as needed', () => {
  const problem =
    'no server responds at http://localhost:4000: start a server with `inkling serve`, or name another one with --target.'
  const lines = linesOf({ connection: 'lost', problem })
  expect(lines).toHaveLength(SIZE.rows - 1)
  expect(lines[1]).toContain('no server responds')
  expect(lines[2]).toContain('--target')
})

test('shows candidates above the command line', () => {
  const mode = {
    ...commandMode(lineOf('clock s')),
    candidates: [{ value: 'set' }, { value: 'show' }],
  } as const
  const lines = linesOf({ mode })
  expect(lines.at(-2)?.trim()).toBe('set  show')
  expect(lines.at(-1)).toContain(': clock s')
})

test('shows the required terminal size', () => {
  expect(screenOf({ size: { columns: 40, rows: 10 } })).toContain('needs 60x16')
})

test('shows a load with its latencies, its errors and a generator that is too slow', () => {
  const figures = { count: 100, p50: 2, p95: 8.5, p99: 1234, max: 12_345 }
  const view = {
    name: 'an evening',
    seconds: 12,
    ofSeconds: 60,
    isWarmUp: false,
    wanted: 320,
    reached: 300,
    active: 41,
    arrived: 90,
    turns: 7,
    calls: [{ name: 'submit-turn', errors: 3, ...figures }],
    errors: { UNAVAILABLE: 3 },
    latenessP99: 44,
    cpu: 0.98,
    memoryMb: 120,
    isBottleneck: true,
    p99s: [1, 100, 1234],
  }
  const load = { entry: 1, says: 'measuring', view, isOver: false }
  const lines = linesOf({ mode: { name: 'load' }, load })
  const screen = lines.join('\n')
  expect(lines).toHaveLength(SIZE.rows - 1)
  expect(screen).toContain('Load · an evening')
  expect(screen).toContain('320 calls/s due, 300 answered')
  expect(screen).toMatch(/submit-turn\s+100\s+2\.0 ms\s+8\.5 ms\s+1234 ms\s+12\.3 s\s+3/)
  expect(screen).toContain('UNAVAILABLE 3')
  expect(screen).toContain('THE GENERATOR IS THE BOTTLENECK')
  expect(screenOf({ mode: { name: 'load' } })).toContain('No load test has run here')
})

const FIGURES = {
  calls: 900,
  p99Ms: 12.4,
  loopMs: 11,
  retries: 0,
  isStoreUp: true,
  rolloverLagSeconds: 0,
  isRollOverLate: false,
  outboxGames: 0,
  hasDatabase: false,
}

test('the header shows the latency if there is room, and problems at any width', () => {
  const headerOf = (columns: number, figures: ConsoleState['figures']) =>
    linesOf({ status: STATUS, figures, size: { columns, rows: 24 } })[0]
  expect(headerOf(140, FIGURES)).toContain('4 games   p99   12 ms   America/New_York')
  expect(headerOf(140, null)).toContain('4 games   America/New_York')
  expect(headerOf(80, { ...FIGURES, isStoreUp: false })).toContain('store does not answer')
  expect(headerOf(80, { ...FIGURES, rolloverLagSeconds: 600, isRollOverLate: true })).toContain(
    'roll-over 10 min late',
  )
  const capacity = { players: 5, maxPlayers: 10_000, games: 83_999, maxGames: 100_000, warning: null }
  const fullOf = (warning: string | null) =>
    screenOf({
      status: { ...STATUS, capacity: { ...capacity, warning } },
      size: { columns: 80, rows: 24 },
    })
  expect(fullOf('Move it')).toContain('Nearly full: 83,999 of 100,000 games.')
  expect(fullOf('Move it')).toContain('13:40 frozen')
  expect(fullOf(null)).not.toContain('full')
})

test('a question shows its whole command, so that it can be copied', () => {
  const words = ['game', 'complete', 'kQgNOTl9jr1laQy6XyRxat']
  const command = `inkling ${words.join(' ')} --target https://a-long-name.example`
  const mode = { name: 'confirm', question: 'Really?', words, command, onAnswer: () => {} } as const
  const lines = linesOf({ mode })
  const at = lines.findIndex((line) => line.includes('$ inkling game complete'))
  expect([lines[at], lines[at + 1]].join(' ').replace(/[│ ]+/g, ' ')).toContain(command)
})

test('a list to pick from says when the typed text matches none of it', () => {
  const items = [{ id: '7', label: 'a week' }]
  const mode = {
    name: 'pick',
    title: 'For how long?',
    isMenu: true,
    at: 0,
    items,
    onAnswer: () => {},
  } as const
  const none = 'Nothing here matches the text.'
  expect(screenOf({ mode: { ...mode, line: lineOf('week') } })).not.toContain(none)
  expect(screenOf({ mode: { ...mode, line: lineOf('month') } })).toContain(none)
})

test('a question is shown whole in a small terminal, and a long command ends with an ellipsis', () => {
  const textOf = (mode: Mode) => {
    const lines = linesOf({ mode, size: { columns: 60, rows: 16 } })
    expect(lines).toHaveLength(15)
    return lines.join(' ').replace(/[│ ]+/g, ' ')
  }
  const question =
    "Let simulated players finish today's game of The Friends of Long Names on localhost:4163 (protected)?"
  const command =
    'inkling bots run --players 5 --games 2 --personas steady,careless,absent --pace fast --target http://localhost:4163'
  const confirm = { name: 'confirm', question, words: [], command, onAnswer: () => {} } as const
  expect(textOf(confirm)).toContain(`${question} $ ${command} y yes`)
  expect(textOf({ ...confirm, command: command.repeat(9) })).toMatch(/\(protected\)\? \$ inkling .* … y yes/)
  const ask = { name: 'ask', question: `${question} Type it:`, line: EMPTY_LINE, onAnswer: () => {} } as const
  expect(textOf(ask)).toContain(`${question} Type it: ›`)
})
