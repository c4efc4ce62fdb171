import type { ControlStatus } from '@inkling/mock-server/contract/schemas/control'
import { expect, test } from 'vitest'
import { keysOf } from '../../views/key-bar.tsx'
import { layoutOf } from '../screen/layout.ts'
import { noticesOf } from './notices.ts'
import { shownGames } from './shown-games.ts'
import { firstState } from './state.ts'

const status: ControlStatus = {
  product: 'Inkling',
  version: '1.0.0',
  protected: false,
  now: '2026-03-07T18:40:00.000Z',
  clock: 'system',
  day: '2026-03-07',
  timeZone: 'America/New_York',
  counts: { users: 8399, groups: 2000, games: 2000 },
}
const at = '2026-03-07T18:00:00.000Z'

test('maintenance, faults and an announcement stand below the header, with how to end them', () => {
  expect(noticesOf(status)).toEqual([])
  const busy: ControlStatus = {
    ...status,
    maintenance: { since: at, message: 'Back at three.' },
    faults: 2,
    announcements: [{ id: 'a1', text: 'New words.', at, until: '2026-03-08T18:00:00.000Z' }],
  }
  expect(noticesOf(busy)).toEqual([
    'MAINTENANCE since 03-07 13:00: players can only read. i ends it. “Back at three.”',
    'FAULTS: 2 make calls fail on purpose. f removes them.',
    'Announced until 03-08 14:00: “New words.”',
  ])
  const state = { ...firstState('http://localhost:4000', { columns: 80, rows: 24 }, 'local'), status: busy }
  const layout = layoutOf(state)
  expect(layout.banner).toHaveLength(3)
  expect(layout.body).toBe(layoutOf({ ...state, status }).body - 3)
})

test('on a server with reports, the key bar begins with what an admin needs, and their number', () => {
  const state = firstState('http://localhost:4000', { columns: 80, rows: 24 }, 'local')
  expect(keysOf({ ...state, status })[0]).toEqual(['d', 'daily'])
  expect(keysOf({ ...state, status: { ...status, openReports: 28 } })[0]).toEqual(['a', '28 reports'])
  expect(keysOf({ ...state, targetKind: 'protected', status })[0]).toEqual(['a', 'reports'])
})

test('games are filtered by what is going on, in the words of the screen', () => {
  const game = (name: string, until: string | null) => ({
    ...{ id: name, day: '2026-03-07', name, word: 'cat', status: 'active' as const },
    players: [],
    turn: until === null ? null : { name: 'Otto', type: 'drawing' as const, since: at, until },
    ...{ steps: [], createdAt: null, completedAt: null },
  })
  const state = {
    ...firstState('http://localhost:4000', { columns: 80, rows: 24 }, 'local'),
    status: { ...status, clock: 'frozen' as const },
    games: [
      game('one', '2026-03-07T18:45:00.000Z'),
      game('two', '2026-03-07T18:05:00.000Z'),
      game('six', null),
    ],
  }
  const found = (filter: string) => shownGames({ ...state, filter }).map(({ name }) => name)
  expect(found('playing')).toEqual(['one', 'two'])
  expect(found('overdue')).toEqual(['two'])
  expect(found('open')).toEqual(['one', 'two', 'six'])
  expect(found('over')).toEqual([])
  expect(found('overd')).toEqual(['two'])
})
