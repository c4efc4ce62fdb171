import { beforeAll, expect, test } from 'vitest'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer } from '../compose/in-process-server.ts'

/* Every error code of the API (API.md, Error codes) with its messages; doors.test.ts shows that all doors are alike. */

/** Ann is the host of a group and plays her turn, Ben is the other member, and Zoe is in no group. */
type Row = [who: string | null, call: string, message: string | RegExp, body?: unknown]

const ANY = /./
const NO_CODE = 'Please enter a complete 6-character code'
const drawn = { content: { drawing: picture(40) }, timeSpent: 1 }
const love = { stepIndex: 0, reactionType: 'love' }

const rows: Record<string, readonly Row[]> = {
  '400 VALIDATION_FAILED': [
    [null, 'POST /api/auth/device', 'deviceId is missing', {}],
    ['ann', 'GET /api/user/history?limit=51', /limit/],
    ['ann', 'GET /api/game/no.id', /id/],
    ['ann', 'PUT /api/user/profile', 'Username is required', { username: null }],
    [
      'ann',
      'PUT /api/user/profile',
      'Username must be 20 characters or less',
      { username: 'x'.repeat(5000) },
    ],
    ['zoe', 'POST /api/groups/join', NO_CODE, { code: 'AB-1' }],
    ['zoe', 'POST /api/groups/join', NO_CODE, {}],
    ['zoe', 'POST /api/groups/create', 'Please enter a group name', {}],
    [
      'ann',
      'PUT /api/groups/GROUP/settings',
      'Group name must be 50 characters or less',
      { name: 'x'.repeat(51) },
    ],
    ['zoe', 'GET /api/game/today', 'User is not in a group'],
  ],
  '401 AUTH_REQUIRED': [[null, 'GET /api/game/today', 'Authentication required']],
  '401 AUTH_INVALID': [
    ['Bearer no.token', 'GET /api/game/today', ANY],
    ['Bearer a b', 'GET /api/game/today', ANY],
  ],
  '403 FORBIDDEN': [
    ['zoe', 'GET /api/groups/GROUP', 'You are not in this group'],
    ['ben', 'PUT /api/groups/GROUP/settings', 'Only the host can change the settings', { name: 'Cats' }],
    ['ann', 'POST /api/groups/GROUP/kick', ANY, { userId: 'ANN' }],
    ['zoe', 'POST /api/reactions/GAME', ANY, love],
    ['ann', 'GET /control/status', /X-Admin-Key/],
  ],
  '404 NOT_FOUND': [
    ['zoe', 'GET /api/groups/lookup/NOCODE', ANY],
    ['ann', 'GET /api/game/GAME', ANY],
    [null, 'GET /api/public/game/GAME/results', ANY],
    ['ann', 'GET /api/game/yesterday/results', ANY],
  ],
  '409 CONFLICT': [
    ['ben', 'POST /api/game/start-turn', 'Ann is currently playing'],
    ['ben', 'POST /api/game/submit-turn', ANY, drawn],
    ['ann', 'POST /api/game/submit-guess', ANY, { guess: 'cat' }],
    ['ann', 'POST /api/groups/create', ANY, { name: 'More' }],
    ['ann', 'POST /api/reactions/GAME', ANY, love],
  ],
  '409 ALREADY_HAS_GROUP_GAME': [['ann', 'POST /api/game/jump-in', 'You already have a group game today']],
  '413 PAYLOAD_TOO_LARGE': [
    [
      'ann',
      'POST /api/game/submit-guess',
      'The body is larger than 1 MiB',
      { guess: 'x'.repeat(1024 * 1024) },
    ],
  ],
}

const server = createInProcessServer({ seed: 'errors', clock: '2026-03-07T12:00:00-05:00', adminKey: 'key' })
const tokens: Record<string, string> = {}
/** What the words in capitals of a call stand for. */
const ids: Record<string, string> = {}

async function send([who, call, , body]: Row, headers: Record<string, string> = {}) {
  const withIds = (text: string) => text.replace(/GROUP|GAME|ANN/, (word) => ids[word] ?? word)
  const [method = '', path = ''] = call.split(' ')
  const response = await server.fetch(`http://in-process${withIds(path)}`, {
    method,
    headers: { ...(who && { authorization: tokens[who] ?? who }), ...headers },
    ...(body !== undefined && { body: withIds(JSON.stringify(body)) }),
  })
  return { status: response.status, body: await response.json() }
}

async function expectRefusal(code: string, row: Row) {
  const message = expect.stringMatching(typeof row[2] === 'string' ? new RegExp(`^${row[2]}$`) : row[2])
  const [status, name] = code.split(' ')
  expect(await send(row)).toEqual({ status: Number(status), body: { error: { code: name, message } } })
}

beforeAll(async () => {
  for (const who of ['ann', 'ben', 'zoe']) {
    const deviceId = `device_${who}_0123456789`
    const { body } = await send([null, 'POST /api/auth/device', '', { deviceId }])
    tokens[who] = `Bearer ${body.token}`
    ids[who.toUpperCase()] = body.user.id
  }
  await send(['ann', 'PUT /api/user/profile', '', { username: 'Ann' }])
  const { body: group } = await send(['ann', 'POST /api/groups/create', '', { name: 'Owls' }])
  await send(['ben', 'POST /api/groups/join', '', { code: group.code }])
  await send([null, 'POST /api/admin/trigger-daily-games', '', {}], { 'x-admin-key': 'key' })
  const { body: turn } = await send(['ann', 'POST /api/game/start-turn', ''])
  Object.assign(ids, { GROUP: group.id, GAME: turn.gameId })
})

const all = Object.entries(rows).flatMap(([code, calls]) =>
  calls.map((row) => [code, row[1], row[0], row] as const),
)

test.each(all)('%s: %s as %s', (code, _call, _who, row) => expectRefusal(code, row))

test('a turn that has run out, a second turn, a game that is over and a token that has expired are refused', async () => {
  server.clock.advance(5 * 60_000 + 10_000)
  await expectRefusal('409 CONFLICT', ['ann', 'POST /api/game/submit-turn', ANY, drawn])
  await expectRefusal('409 CONFLICT', ['ann', 'POST /api/game/start-turn', ANY])
  expect((await send(['ben', 'POST /api/game/skip-turn', ''])).status).toBe(200)
  await expectRefusal('409 CONFLICT', ['ben', 'POST /api/game/skip-turn', ANY])
  server.clock.advance(30 * 86_400_000)
  await expectRefusal('401 AUTH_INVALID', ['ann', 'GET /api/user/profile', ANY])
})
