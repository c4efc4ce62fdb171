import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { textOfWorld } from '@inkling/mock-server/contract/world-lines'
import { expect, onTestFinished, test } from 'vitest'
import { parseScenario } from '../runner/language/files/parse.ts'
import { scenarioText } from '../runner/language/files/write.ts'
import { valueAtPath } from '../runner/language/values/json-path.ts'
import { mismatches } from '../runner/language/values/match.ts'
import { Variables } from '../runner/language/values/variables.ts'
import { REASON } from './left-out.ts'
import type { RecordedCall } from './recorded-call.ts'
import { Recorder } from './recorder.ts'
import { StartingWorld } from './starting-world.ts'

const STARTED_AT = Date.parse('2026-03-06T12:00:00Z')
const token = (userId: string) =>
  `head.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.sign`

function recording(...calls: Partial<RecordedCall>[]) {
  return recordingIn(null, ...calls)
}

function recordingIn(world: StartingWorld | null, ...calls: Partial<RecordedCall>[]) {
  const address = 'http://live.example'
  const recorder = new Recorder({ folder: 'day.assets', startedAt: STARTED_AT, now: 0, address, world })
  const usual = { method: 'GET', token: token('u1'), body: '', status: 200, reply: {}, renewed: null, at: 0 }
  for (const call of calls) recorder.call({ path: '/api/user/profile', ...usual, ...call })
  const { scenario, assets, leftOut } = recorder.finish('a day')
  // The result must be a valid scenario.
  parseScenario(scenarioText(scenario), 'day.yaml')
  return { ...scenario, assets, leftOut, worldAsset: () => recorder.worldAsset() }
}

const post = (path: string, reply: object, who = 'u1') => ({ method: 'POST', path, reply, token: token(who) })
const newGroup = post('/api/groups/create', { id: 'g1', name: 'Owls', code: 'ABC123', memberCount: 1 })

test('players who existed before the recording are onboarded from the first step', () => {
  const { bots, steps } = recording({ reply: { finishedOnboarding: true } }, { token: token('u2') })
  expect(bots).toEqual({ player1: { start: 'onboarded' }, player2: { start: 'onboarded' } })
  expect(steps[0]).toEqual({ bot: 'player1', do: 'profile', expect: { finishedOnboarding: true } })
})

test('a player who existed before the recording, and signs in during it, is onboarded without its world', () => {
  const signIn = (user: object, isNewUser: boolean) => ({
    ...post('/api/auth/device', { token: token('u1'), user: { id: 'u1', ...user }, isNewUser }),
    token: null,
  })
  const startOf = (user: object, isNewUser: boolean) =>
    recording(signIn(user, isNewUser)).bots?.player1?.start
  expect(startOf({ finishedOnboarding: true }, false)).toBe('onboarded')
  expect(startOf({ finishedOnboarding: false }, false)).toBe('signed-out')
  expect(startOf({ finishedOnboarding: false }, true)).toBe('signed-out')
})

test('bots have the names of their players, as far as a bot can, and one that does nothing is left out', () => {
  const profile = (userId: string, username: string) => ({
    token: token(userId),
    reply: { id: userId, username },
  })
  const { bots, steps } = recording(
    { path: '/api/groups/lookup/ABCDEF', token: token('u0') },
    profile('u1', 'Zoë B.'),
    profile('u2', 'Zoe b'),
    profile('u3', '猫'),
    profile('u4', 'target'),
  )
  expect(Object.keys(bots ?? {})).toEqual(['zoe-b', 'zoe-b-2', 'player4', 'target-2'])
  expect(steps.map((step) => ('bot' in step ? step.bot : ''))).toEqual(Object.keys(bots ?? {}))
})

const today = { path: '/api/game/today', reply: { hasGame: false, status: 'waiting' } }

test('a repeated call with the same reply is written once, and activity pings are left out', () => {
  const ping = { method: 'POST', path: '/api/game/ping-activity' }
  expect(
    recording(today, ping, today, { ...today, reply: { hasGame: false, status: 'active' } }, today).steps,
  ).toHaveLength(3)
})

test('passing time advances the clock of a replay, unless the clock was set', () => {
  const later = { ...today, at: 400_000 }
  expect(recording({}, later).steps[1]).toEqual({ clock: { advance: '400s' } })
  const set = { method: 'POST', path: '/control/clock', body: '{"to":"midnight"}' }
  expect(recording({}, set, later).steps[1]).toEqual({ clock: { to: 'midnight' } })
  expect(recording({}, set, later).steps).toHaveLength(3)
})

test('generated values are captured from the response they came from', () => {
  const { steps } = recording(
    { ...newGroup, body: '{"name":"Owls"}' },
    { path: '/api/groups/lookup/abc123', reply: { id: 'g1', memberCount: 1 } },
    { path: '/api/groups/g1', status: 403, reply: { error: { code: 'FORBIDDEN', message: 'no' } } },
  )
  expect(steps).toMatchObject([
    { capture: { code: '$.code', id: '$.id' } },
    { do: 'lookup-group', with: { code: `$\{code}` } },
    { do: 'group', with: { id: `$\{id}` }, expect: { 'http-status': 403, error: 'FORBIDDEN' } },
  ])
})

test('a drawing becomes a file, and a body that is not JSON is sent unchanged', () => {
  const body = JSON.stringify({ content: { drawing: 'data:image/png;base64,AQID' }, timeSpent: 3 })
  const submit = post('/api/game/submit-turn', {})
  const jumpIn = post('/api/game/jump-in', { hasGame: true, gameType: 'public' })
  const { steps, assets } = recording(
    jumpIn,
    { ...submit, body },
    { ...submit, body: '{"content"', status: 400 },
  )
  expect([...assets]).toEqual([['day.assets/drawing-1.png', Buffer.from([1, 2, 3])]])
  expect(steps).toMatchObject([
    { do: 'jump-in' },
    { with: { timeSpent: 3, content: { drawing: `$\{asset.day.assets/drawing-1.png}` } } },
    { http: { method: 'POST', raw: '{"content"' }, as: 'player1', expect: { 'http-status': 400 } },
  ])
})

test('fields that a call does not have are sent again in a raw request', () => {
  const jumpIn = post('/api/game/jump-in', { hasGame: true, gameId: 'g1' })
  const startTurn = { ...post('/api/game/start-turn', {}), body: '{"gameId":"g1"}' }
  const { steps } = recording(jumpIn, startTurn)
  const http = { method: 'POST', path: '/api/game/start-turn', body: { gameId: `$\{gameId}` } }
  expect(steps[1]).toMatchObject({ http, as: 'player1' })
})

test('a raw request of an admin is sent with the key again, unless it was refused', () => {
  const raw = { method: 'POST', path: '/api/admin/trigger-daily-games', body: '[]' }
  const { steps } = recording({ ...raw, status: 400 }, { ...raw, status: 403 })
  expect(steps.map(({ needs }) => needs)).toEqual(['controls', undefined])
})

test('a refused call of an admin is refused again, and a refused device too', () => {
  const error = (code: string) => ({ reply: { error: { code, message: 'no' } } })
  const admin = { method: 'POST', path: '/api/admin/create-mock-game', token: null, body: '{"daysAgo":2}' }
  const signIn = { method: 'POST', path: '/api/auth/device', token: null, body: '{"deviceId":"hush"}' }
  const { steps } = recording(
    { ...admin, status: 403, ...error('FORBIDDEN') },
    { ...admin, status: 404, ...error('NOT_FOUND') },
    { ...signIn, status: 400, ...error('VALIDATION_FAILED') },
  )
  const { method, path } = admin
  expect(steps).toEqual([
    { http: { method, path, body: { daysAgo: 2 } }, expect: { 'http-status': 403, error: 'FORBIDDEN' } },
    { admin: 'create-mock-game', with: { daysAgo: 2 }, expect: { 'http-status': 404, error: 'NOT_FOUND' } },
    {
      http: { method, path: signIn.path, body: { deviceId: 'recorded deviceid 1' } },
      expect: { 'http-status': 400, error: 'VALIDATION_FAILED' },
    },
  ])
})

test('an invalid token is sent as one again, and never as it was', () => {
  const call = { status: 401, reply: { error: { code: 'AUTH_INVALID', message: 'no' } } }
  const { bots, steps } = recording(
    { ...call, token: 'bogus.x.y' },
    { ...call, token: token('u9'), path: '/api/groups/create', method: 'POST', body: '{"name":"Owls"}' },
    // Its header is not a bearer token.
    { ...call, token: null, path: '/api/game/today' },
    { reply: { finishedOnboarding: true } },
    // The account was deleted meanwhile.
    { ...call, path: '/api/game/today' },
  )
  const expect401 = { 'http-status': 401, error: 'AUTH_INVALID' }
  const headers = { authorization: 'Bearer invalid' }
  expect(steps).toEqual([
    { http: { method: 'GET', path: '/api/user/profile', headers }, expect: expect401 },
    {
      http: { method: 'POST', path: '/api/groups/create', headers, body: { name: 'Owls' } },
      expect: expect401,
    },
    { http: { method: 'GET', path: '/api/game/today', headers }, expect: expect401 },
    { bot: 'player1', do: 'profile', expect: { finishedOnboarding: true } },
    { bot: 'player1', do: 'today', expect: expect401 },
  ])
  expect(bots).toEqual({ player1: { start: 'onboarded' } })
})

test('each call is a step, or counted with the reason why it is not', () => {
  const usual = { folder: 'day.assets', startedAt: STARTED_AT, now: 0, address: 'http://live.example' }
  const recorder = new Recorder({ ...usual, world: null })
  const call = (method: string, path: string, status = 200, reply: unknown = {}) =>
    recorder.call({ method, path, token: token('u1'), body: '', status, reply, renewed: null, at: 0 })
  const error = { error: { code: 'NOT_FOUND', message: 'no' } }
  call('POST', '/api/game/jump-in', 200, { hasGame: true, gameId: 'g1', gameType: 'public' })
  call('GET', '/api/game/g1/words?days=3', 404, error)
  call('PUT', '/api/game/today', 404, error)
  for (let polls = 0; polls < 3; polls++) call('GET', '/api/user/profile')
  call('POST', '/api/game/ping-activity')
  call('POST', '/control/clock', 403, error)
  call('PUT', '/control/world')
  call('OPTIONS', '/api/game/today', 204)
  for (const path of ['/', '/app.js', '/healthz']) call('GET', path)
  recorder.unanswered('GET', '/api/game/g1')
  recorder.listen('g1', token('u1'), 4403)
  recorder.listen('g1', null)
  const { scenario, leftOut } = recorder.finish('a day')
  parseScenario(scenarioText(scenario), 'day.yaml')
  const refused = { as: 'player1', expect: { 'http-status': 404, error: 'NOT_FOUND' } }
  expect(scenario.steps.slice(1)).toEqual([
    { http: { method: 'GET', path: `/api/game/$\{gameId}/words?days=3` }, ...refused },
    { http: { method: 'PUT', path: '/api/game/today' }, ...refused },
    { bot: 'player1', do: 'profile' },
    { socket: 'reactions', as: 'player1', with: { gameId: `$\{gameId}` }, expect: { closed: 4403 } },
  ])
  expect(leftOut.map(({ call, reason, count }) => `${count} × ${call}: ${reason}`)).toEqual([
    '2 × GET /api/user/profile: the response is the same as before',
    '1 × POST /api/game/ping-activity: clients repeat it in the background',
    '1 × POST /control/clock: a control of the reference server',
    '1 × PUT /control/world: a control of the reference server',
    '1 × OPTIONS /api/game/today: browsers send it before a call',
    '3 × pages and files: not part of the API',
    '1 × GET /api/game/{id}: the server did not answer',
    '1 × GET /api/reactions/ws/{gameId}: no player of the recording made it',
  ])
})

test('groups from before the recording are left out', () => {
  const today = { path: '/api/game/today', reply: { hasGame: true, group: { id: 'old' } } }
  const { steps, leftOut } = recording(
    today,
    post('/api/game/start-turn', { type: 'drawing', gameId: 'g' }),
    { path: '/api/groups/old', reply: { id: 'old', memberCount: 4 } },
    { ...post('/api/groups/join', { id: 'other', memberCount: 2 }), body: '{"code":"ZZZZZZ"}' },
    { ...post('/api/groups/create', { error: { code: 'CONFLICT', message: 'in one' } }), status: 409 },
    { path: '/api/game/abc', reply: { chain: [] } },
    { reply: { finishedOnboarding: true } },
  )
  expect(steps).toEqual([{ bot: 'player1', do: 'profile', expect: { finishedOnboarding: true } }])
  expect(leftOut.map(({ count, reason }) => [count, reason])).toEqual(
    Array.from({ length: 6 }, () => [1, REASON.unknownPast]),
  )
})

test('values that other people influence are not expected', () => {
  const todayIn = (group: object | null, gameType: string) => ({
    path: '/api/game/today',
    reply: { hasGame: true, status: 'active', yourStatus: 'pending', gameType, group },
  })
  const trigger = { ...post('/api/admin/trigger-daily-games', { gamesCreated: 7 }), token: null }
  expect(recording(trigger).steps).toEqual([{ admin: 'trigger-daily-games' }])
  const jumpIn = post('/api/game/jump-in', { hasGame: true, status: 'active', gameType: 'public' })
  expect(recording(jumpIn, todayIn(null, 'public')).steps).toMatchObject([
    { do: 'jump-in', expect: { hasGame: true } },
    { do: 'today', expect: { hasGame: true } },
  ])
  const own = recording(newGroup, todayIn({ id: 'g1' }, 'group')).steps
  expect(own[1]).toMatchObject({ expect: { hasGame: true, status: 'active', yourStatus: 'pending' } })
  const joinedElsewhere = { path: '/api/groups/g1', reply: { id: 'g1', name: 'Owls', memberCount: 3 } }
  const shared = recording(newGroup, joinedElsewhere, todayIn({ id: 'g1' }, 'group')).steps
  expect(shared.slice(1)).toEqual([
    { bot: 'player1', do: 'group', with: { id: `$\{id}` }, expect: { name: 'Owls' } },
    { bot: 'player1', do: 'today', expect: { hasGame: true } },
  ])
})

test('the length of a history is expected only for players created in the recording', () => {
  const history = { path: '/api/user/history', reply: { entries: [{}] } }
  expect(recording(history).steps).toEqual([{ bot: 'player1', do: 'history' }])
  const signIn = {
    ...post('/api/auth/device', { token: token('u1'), user: { id: 'u1' }, isNewUser: true }),
    token: null,
    body: '{"deviceId":"secret"}',
  }
  expect(recording(signIn, history).steps[1]).toMatchObject({ expect: { entries: { length: 1 } } })
})

test('a recording keeps no push token, device id, or token in a query', () => {
  const register = post('/api/notifications/register-token', {})
  const phone = '"token":"ExponentPushToken[hush]","platform":"ios"'
  const { steps } = recording(
    { ...register, body: `{${phone},"deviceId":"device_hush_of_mine"}` },
    { ...post('/api/notifications/unregister-token', {}), body: `{${phone}}` },
    { ...register, token: null, body: '{"deviceId":"device_hush_of_mine","token":"hush' },
    { path: '/api/game/today?token=hush&days=3', token: null, status: 401 },
  )
  expect(JSON.stringify(steps)).not.toContain('hush')
  expect(steps).toMatchObject([
    { with: { token: 'recorded-token-1', platform: 'ios', deviceId: 'recorded-deviceid-2' } },
    { with: { token: 'recorded-token-1' } },
    { http: { raw: '{"deviceId":"recorded-deviceid-2","token":"recorded-token-3"' } },
    { http: { path: expect.stringMatching(/\?token=recorded-token-\d&days=3$/) } },
  ])
})

test('addresses of the recorded server become those of the target', () => {
  const avatar = 'http://live.example/avatars/fox.svg'
  const { steps } = recording({ method: 'PUT', body: JSON.stringify({ avatar }), reply: {} })
  expect(steps[0]).toMatchObject({ do: 'update-profile', with: { avatar: `$\{target}/avatars/fox.svg` } })
})

const AT = '2026-03-06T10:00:00.000Z'
const EARLIER = '2026-02-01T10:00:00.000Z'
const hash = (digit: string) => digit.repeat(64)

const userIn = (id: string, groupId: string | null, more: object = {}) => ({
  id,
  deviceHash: `hush ${id}`,
  username: `name of ${id}`,
  avatar: null,
  groupId,
  finishedOnboarding: true,
  pushNotifications: true,
  createdAt: EARLIER,
  groupsFounded: 0,
  signedOut: ['hush'],
  warning: { note: 'hush' },
  suspension: { until: null, reason: 'hush' },
  hiddenTexts: ['hush hush'],
  reportsMade: 7,
  blocksMade: 7,
  ...more,
})

const groupIn = (id: string, code: string, ...memberIds: string[]) => ({
  id,
  name: `name of ${id}`,
  code,
  avatar: null,
  hostId: memberIds[0],
  difficulty: 'easy',
  createdAt: EARLIER,
  members: memberIds.map((userId) => ({ userId, joinedAt: EARLIER, note: 'hush' })),
  keptOut: [{ userId: 'hush', deviceHashes: ['hush'], since: EARLIER }],
})

const gameIn = (id: string, createdAt: string, groupId: string | null, userId: string, drawing: string) => ({
  id,
  kind: groupId === null ? 'public' : 'group',
  groupId,
  day: createdAt.slice(0, 10),
  word: 'cat',
  createdAt,
  completedAt: null,
  players: [{ userId, joinedAt: createdAt, status: 'completed', playedAt: createdAt, note: 'hush' }],
  turn: null,
  turnsStarted: 1,
  entries: [
    {
      turnId: 't1',
      userId,
      timeSpent: 1,
      at: createdAt,
      completedGame: false,
      type: 'drawing',
      drawing,
      sent: drawing,
      strokeCount: 1,
      strokes: null,
      note: 'hush',
    },
  ],
})

const guessBy = (userId: string, guess: string, more: object = {}) => ({
  turnId: 't2',
  userId,
  timeSpent: 1,
  at: AT,
  completedGame: false,
  type: 'guess',
  guess,
  attempts: [{ guess, score: 1, category: 'other', at: AT }],
  ...more,
})

const someWorld = {
  format: 'inkling-world' as const,
  version: 1 as const,
  seed: 'hush',
  users: [
    userIn('u1', 'g1', { avatar: 'http://live.example/avatars/fox.svg' }),
    userIn('u2', 'g1', { username: 'hush hush' }),
    userIn('u3', null),
    userIn('seen', 'g2'),
    userIn('stranger', 'g2', { username: 'hush' }),
  ],
  groups: [
    { ...groupIn('g1', 'HUSHA1', 'u1', 'u2'), name: 'hush hush', hiddenTexts: ['hush hush'] },
    groupIn('g2', 'HUSHB2', 'stranger', 'seen'),
  ],
  games: [
    {
      ...gameIn('today', AT, 'g1', 'u1', hash('1')),
      entries: [
        ...gameIn('today', AT, 'g1', 'u1', hash('1')).entries,
        guessBy('u2', 'hush', { hiddenAt: AT }),
        { ...gameIn('today', AT, 'g1', 'u2', hash('9')).entries[0], hiddenAt: AT },
      ],
    },
    { ...gameIn('mentioned', EARLIER, null, 'u3', hash('2')), outcome: 'hush' },
    gameIn('older', EARLIER, 'g1', 'u1', hash('3')),
    gameIn('of others', AT, 'g2', 'stranger', hash('4')),
  ],
  reactions: [
    { gameId: 'mentioned', reactions: [{ stepIndex: 0, userId: 'seen', reactionType: 'love', at: AT }] },
    { gameId: 'of others', reactions: [{ stepIndex: 0, userId: 'stranger', reactionType: 'love', at: AT }] },
  ],
  pushTokens: [{ token: 'hush', platform: 'web', userId: 'u1', deviceId: 'hush', createdAt: AT }],
  outbox: [{ gameId: 'today', dueAt: AT }],
  messages: [{ id: 'hush' }],
  reports: [{ id: 'hush' }],
  reportedThings: [{ id: 'hush' }],
  blocks: [{ id: 'hush', by: 'u1', userId: 'u2', since: AT }],
  decisions: [{ id: 'hush' }],
  devices: [{ id: 'hush', userId: 'u1', addedAt: AT, lastSeenAt: AT }],
  moveCodes: [{ id: 'u1', code: 'HUSHHUSH', expiresAt: AT }],
  collectionOfNextYear: [{ id: 'hush' }],
  blobs: Object.fromEntries(['1', '2', '3', '4', '9'].map((digit) => [hash(digit), `blob${digit}`])),
}

test('of the starting world, a recording has only what it touched, without devices, codes, reports and blocks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-recording-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const lines = Readable.from([textOfWorld(someWorld)])
  const world = await StartingWorld.read(lines, join(folder, 'draft'), STARTED_AT)
  expect(await readdir(folder)).toEqual([])
  const { config, bots, steps, leftOut, worldAsset } = recordingIn(
    world,
    { path: '/api/groups/g1', reply: { id: 'g1', name: 'Owls', memberCount: 2 } },
    today,
    { path: '/api/game/mentioned', reply: { chain: [] } },
    { method: 'POST', path: '/api/groups/join', body: '{"code":"husha1"}', status: 409, reply: {} },
  )
  expect(leftOut).toEqual([])
  expect(config).toMatchObject({ world: 'day.assets/world.json' })
  expect(bots).toEqual({ player1: { start: 'signed-in', device: 'device_of_player1_in_the_recording' } })
  expect(steps[0]).toMatchObject({
    do: 'group',
    with: { id: 'g1' },
    expect: { name: 'Owls', memberCount: 2 },
  })
  const text = Buffer.from((await worldAsset()).get('day.assets/world.json') ?? []).toString()
  await world.close()
  expect(text + JSON.stringify(steps)).not.toMatch(/hush/i)
  expect(text).not.toMatch(/stranger|note|suspension|warning|older|of others|reports|blocks/)
  const saved = JSON.parse(text)
  expect(Object.keys(saved).sort()).toEqual(
    ['blobs', 'format', 'games', 'groups', 'pushTokens', 'reactions', 'seed', 'users', 'version'].sort(),
  )
  expect(saved).toMatchObject({
    pushTokens: [],
    users: [
      { id: 'u1', groupId: 'g1', avatar: `$\{target}/avatars/fox.svg` },
      { id: 'u2', username: 'Hidden name', pushNotifications: false },
      { id: 'u3' },
      { id: 'seen', groupId: null },
    ],
    groups: [{ id: 'g1', code: valueAtPath(steps[3], '$.with.code') }],
    games: [{ id: 'today', entries: [{}, { guess: 'removed', attempts: [] }, {}] }, { id: 'mentioned' }],
    reactions: [{ gameId: 'mentioned' }],
  })
  expect(Object.keys(saved.blobs)).toEqual([hash('1'), saved.games[0].entries[2].drawing, hash('2')])
  expect(saved.blobs[hash('1')]).toBe('blob1')
  const hashes = saved.users.map(({ deviceHash }: { deviceHash: string }) => deviceHash)
  expect(new Set(hashes).size).toBe(4)
  for (const each of hashes) expect(each).toMatch(/^[0-9a-f]{64}$/)
})

const DOLLAR = '$'

test.each([
  `$\{asset..env}`,
  `Cats $\{dogs} club`,
  `$\{env.HOME}`,
  `${DOLLAR}$\{`,
  '$.code',
  '/^Owls$/',
  'ABC123',
])('the text %s of a player stays as it is', (name) => {
  const { steps } = recording(
    { ...newGroup, body: JSON.stringify({ name }), reply: { ...newGroup.reply, name } },
    post('/api/game/jump-in', { hasGame: true, gameType: 'public' }),
    { ...post('/api/game/submit-guess', {}), body: JSON.stringify({ guess: `a ${name}` }) },
    { ...post('/api/game/submit-guess', {}), body: `{"guess":"${name}`, status: 400 },
  )
  const variables = new Variables({}, {})
  const [created, , guessed, raw] = variables.fill<readonly object[]>(steps)
  expect(created).toMatchObject({ do: 'create-group', with: { name } })
  const expected = { name: valueAtPath(created, '$.expect.name') }
  expect(mismatches({ name }, expected, () => true)).toEqual([])
  expect(mismatches({ name: 'Owls' }, expected, () => true)).toHaveLength(1)
  expect(guessed).toMatchObject({ with: { guess: `a ${name}` } })
  expect(raw).toMatchObject({ http: { raw: `{"guess":"${name}` } })
})
