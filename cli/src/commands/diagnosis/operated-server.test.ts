import { controlStatus } from '@inkling/mock-server/contract/schemas/control'
import { expect, test } from 'vitest'
import {
  maintenanceFinding,
  notificationsFinding,
  proxyFinding,
  saveFinding,
  storeFinding,
} from './operated-server.ts'

const NOON = Date.parse('2026-11-29T12:00:00.000Z')
const status = controlStatus.parse({
  product: 'Inkling',
  version: '1.0.0',
  protected: true,
  now: '2026-11-29T12:00:00.000Z',
  day: '2026-11-29',
  timeZone: 'America/New_York',
  clock: 'system',
  counts: { users: 12, games: 34 },
})
const figures = {
  ...{ calls: 1, p99Ms: 1, loopMs: 1, retries: 0, isStoreUp: true, outboxGames: 0 },
  ...{ rolloverLagSeconds: 0, isRollOverLate: false, hasDatabase: true },
}

test('the store is named with what it has, and one that does not respond is a problem', () => {
  expect(storeFinding(status, figures)).toMatchObject({
    state: 'good',
    finding: 'responds: PostgreSQL, 12 players and 34 games',
  })
  const capacity = { players: 12, maxPlayers: 10_000, games: 34, maxGames: 100_000, warning: null }
  expect(storeFinding({ ...status, capacity }, null).finding).toBe(
    'responds: a data folder, 12 of 10,000 players and 34 of 100,000 games',
  )
  expect(storeFinding(status, { ...figures, isStoreUp: false }).state).toBe('bad')
})

test.each<[lastSave: string | undefined, isProtected: boolean, state: string, finding: string]>([
  ['2026-11-29T03:00:00.000Z', true, 'good', 'checked at 2026-11-29T03:00:00.000Z'],
  ['2026-11-28T09:59:59.000Z', true, 'notice', 'more than 26 hours ago'],
  ['2026-11-28T09:59:59.000Z', false, 'good', 'checked at 2026-11-28T09:59:59.000Z'],
  [undefined, true, 'notice', 'none that was checked: `inkling world save daily'],
  [undefined, false, 'good', 'none, which only a protected server needs: `inkling world save daily'],
])('a last save at %s on a server in production (%s) is %s', (lastSave, isProtected, state, finding) => {
  const found = saveFinding({ ...status, lastSave, protected: isProtected }, NOON)
  expect(found).toMatchObject({ state, finding: expect.stringContaining(finding) })
})

test('maintenance is a notice with the command that ends it, and nothing without one', () => {
  const maintenance = { since: '2026-11-29T11:00:00.000Z', message: 'Back soon.' }
  expect(maintenanceFinding({ ...status, maintenance })).toEqual([
    {
      about: 'maintenance',
      state: 'notice',
      finding: 'players can only read since 2026-11-29T11:00:00.000Z: `inkling maintenance off` ends it',
    },
  ])
  expect(maintenanceFinding(status)).toEqual([])
})

const SITE = 'https://inkling.example'
test.each<[address: string, origin: string, target: string, state: string, finding: string]>([
  ['203.0.113.9', SITE, SITE, 'good', '1.1 Caddy; the server sees this call as one from 203.0.113.9'],
  ['127.0.0.1', SITE, SITE, 'notice', 'set TRUST_PROXY=1 there, or all players share the limits'],
  ['203.0.113.9', 'http://10.0.0.1:4001', SITE, 'notice', `set PUBLIC_URL=${SITE} there`],
  ['127.0.0.1', 'http://127.0.0.1:4001', 'http://127.0.0.1:4001', 'good', 'this call as one from 127.0.0.1'],
  ['127.0.0.1', SITE, 'http://127.0.0.1:4001', 'notice', `it did not come through ${SITE}`],
])('a call seen as from %s to %s, sent to %s, is %s', (address, origin, target, state, finding) => {
  const found = proxyFinding({ ...status, caller: { address, origin } }, target, '1.1 Caddy')
  expect(found).toMatchObject([{ state, finding: expect.stringContaining(finding) }])
})

test('a server that does not say how it sees calls gets no finding about its proxy', () => {
  expect(proxyFinding(status, SITE, null)).toEqual([])
})

test('notifications that are held back are no check mark', () => {
  expect(notificationsFinding({ web: 'on', native: 'set FCM_CREDENTIALS' }).state).toBe('good')
  expect(notificationsFinding({ web: "held, because this world is another server's", native: 'on' })).toEqual(
    {
      about: 'notifications',
      state: 'notice',
      finding: "browsers off (held, because this world is another server's); apps on",
    },
  )
})
