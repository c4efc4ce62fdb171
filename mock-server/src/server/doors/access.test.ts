import { beforeAll, expect, test } from 'vitest'
import { type EndpointName, endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { fillPath } from '../../core/contract/table/path.ts'
import { documentOf } from '../../core/contract/world-lines.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer, type InProcessServer } from '../compose/in-process-server.ts'

/*
 * Authorization of every endpoint: called without a token, as a stranger, a member and the host, with only the admin key
 * or the moderator key, and as a player with the admin key.
 */

const CALLERS = ['nobody', 'stranger', 'member', 'host', 'moderator', 'admin', 'adminPlayer'] as const
type Caller = (typeof CALLERS)[number]
type Codes = Record<Caller, string>

const forPlayers = (codes: Partial<Codes> = {}): Codes => ({
  nobody: 'AUTH_REQUIRED',
  stranger: 'ok',
  member: 'ok',
  host: 'ok',
  moderator: 'AUTH_REQUIRED',
  admin: 'AUTH_REQUIRED',
  adminPlayer: 'ok',
  ...codes,
})
const everybody = (code: string) => Object.fromEntries(CALLERS.map((caller) => [caller, code])) as Codes
const forAdmins: Codes = { ...everybody('FORBIDDEN'), admin: 'ok', adminPlayer: 'ok' }
const forModerators: Codes = { ...forAdmins, moderator: 'ok' }
const forAll = everybody('ok')
const notFoundForAll = everybody('NOT_FOUND')
/** adminPlayer is not in the group: the admin key grants admin calls, but no access to groups. */
const forMembers = forPlayers({ stranger: 'FORBIDDEN', adminPlayer: 'FORBIDDEN' })
const forTheHost = forPlayers({ stranger: 'FORBIDDEN', member: 'FORBIDDEN', adminPlayer: 'FORBIDDEN' })
const alike = (code: string) => forPlayers({ stranger: code, member: code, host: code, adminPlayer: code })

const each = (codes: Codes, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, codes]))

const matrix: Partial<Record<EndpointName, Codes>> = {
  ...each(forAll, 'signInDevice getInvitation getPublicResults getExtensions getAnnouncements'),
  ...each(
    forPlayers(),
    'renewToken getProfile updateProfile getHistory joinGroup lookupGroup getDailyStats pingActivity ' +
      'registerToken unregisterToken getTokens getNotificationSettings updateNotificationSettings ' +
      'getReports getBlocks unblock acknowledgeWarning exportAccount deleteAccount createMoveCode ' +
      'getDevices signOutOthers acknowledgeDevice',
  ),
  ...each(forMembers, 'getGroup leaveGroup inviteToGroup getReactions addReaction removeReaction'),
  ...each(forTheHost, 'updateGroupSettings kickMember getKeptOut letBackIn renewGroupCode'),
  ...each(alike('CONFLICT'), 'submitTurn submitGuess'),
  ...each(notFoundForAll, 'previewMove moveHere'),
  ...each(alike('NOT_FOUND'), 'removeDevice'),
  ...each(
    forModerators,
    'listReports inspectReport decide getModerationLog findPlayers inspectPlayer getControlStatus ' +
      'getClock listUsers inspectUser listGroups inspectGroup listGames inspectGame getGameDrawings ' +
      'announce getMaintenance',
  ),
  ...each(
    forAdmins,
    'triggerDailyGames createMockGame regenerateHistory changeClock getFaults putFaults clearFaults ' +
      'exportWorld restoreWorld resetWorld stage renameUser renameGroup removeGroup removeMember getOutbox ' +
      'clearOutbox startMaintenance endMaintenance noteSave listAdminCalls',
  ),
  // A player has one group at most. Joining it again succeeds.
  createGroup: forPlayers({ member: 'CONFLICT', host: 'CONFLICT' }),
  getToday: forPlayers({ stranger: 'VALIDATION_FAILED', adminPlayer: 'VALIDATION_FAILED' }),
  startTurn: forPlayers({ stranger: 'NOT_FOUND', adminPlayer: 'NOT_FOUND', host: 'CONFLICT' }),
  skipTurn: forPlayers({ stranger: 'CONFLICT', adminPlayer: 'CONFLICT', host: 'CONFLICT' }),
  getYesterdayResults: forPlayers({ stranger: 'NOT_FOUND', adminPlayer: 'NOT_FOUND' }),
  // Only participants see yesterday's finished game.
  getGame: forPlayers({ stranger: 'NOT_FOUND', adminPlayer: 'NOT_FOUND' }),
  jumpIn: forPlayers({ member: 'ALREADY_HAS_GROUP_GAME', host: 'ALREADY_HAS_GROUP_GAME' }),
  completeUserGame: { ...forAdmins, admin: 'AUTH_REQUIRED', adminPlayer: 'NOT_FOUND' },
  nudge: forPlayers({ stranger: 'CONFLICT', member: 'CONFLICT', adminPlayer: 'CONFLICT' }),
  // The host has drawn what is reported, and anyone with the link sees it.
  report: forPlayers({ host: 'FORBIDDEN' }),
  // The report of the member.
  takeBackReport: forPlayers({ stranger: 'NOT_FOUND', adminPlayer: 'NOT_FOUND', host: 'NOT_FOUND' }),
  block: forPlayers({ host: 'VALIDATION_FAILED' }),
  // Yesterday's game is already complete.
  endTurn: { ...forAdmins, admin: 'CONFLICT', adminPlayer: 'CONFLICT' },
  completeGame: { ...forAdmins, admin: 'CONFLICT', adminPlayer: 'CONFLICT' },
  removeAnnouncement: {
    ...forModerators,
    moderator: 'NOT_FOUND',
    admin: 'NOT_FOUND',
    adminPlayer: 'NOT_FOUND',
  },
  // The key of this server is configured.
  rotateAdminKey: { ...forAdmins, admin: 'CONFLICT', adminPlayer: 'CONFLICT' },
}

const KEY = 'the key of the matrix'
const MODERATOR_KEY = 'the lesser key of the matrix'
const KEYS: Partial<Record<Caller, string>> = { admin: KEY, adminPlayer: KEY, moderator: MODERATOR_KEY }
let exported: unknown
let server: InProcessServer
const tokens: Partial<Record<Caller, string>> = {}
const place: Record<string, string | number> = {}

const send = async (path: string, method: string, body: unknown, token?: string, key?: string) => {
  const response = await server.fetch(`http://in-process${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'x-admin-key': key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const headers = Object.fromEntries(
    ['cache-control', 'vary'].map((name) => [name, response.headers.get(name)]),
  )
  return {
    status: response.status,
    body: documentOf(await response.text()) as ReturnType<typeof JSON.parse>,
    headers,
  }
}

/** Yesterday the host drew and the member skipped; today the host has drawn. The stranger is in no group. */
beforeAll(async () => {
  server = createInProcessServer({
    seed: 'access',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: KEY,
    moderatorKey: MODERATOR_KEY,
  })
  for (const who of ['stranger', 'member', 'host', 'adminPlayer'] as const) {
    const { body } = await send('/api/auth/device', 'POST', { deviceId: `device_${who}_0123456789` })
    tokens[who] = body.token
    place[who] = body.user.id
    await send('/api/user/profile', 'PUT', { username: 'Owl' }, body.token)
  }
  const group = await send('/api/groups/create', 'POST', { name: 'Owls' }, tokens.host)
  Object.assign(place, { id: group.body.id, code: group.body.code })
  await send('/api/groups/join', 'POST', { code: place.code }, tokens.member)
  await send('/api/admin/trigger-daily-games', 'POST', {}, undefined, KEY)
  const draw = async () => {
    const { body } = await send('/api/game/start-turn', 'POST', {}, tokens.host)
    await send(
      '/api/game/submit-turn',
      'POST',
      { content: { drawing: picture(40) }, timeSpent: 1 },
      tokens.host,
    )
    return body.gameId as string
  }
  place.gameId = await draw()
  await send('/api/game/skip-turn', 'POST', {}, tokens.member)
  server.clock.advance(86_400_000)
  await draw()
  const report = { gameId: place.gameId, kind: 'drawing', stepIndex: 0, reason: 'other' }
  place.reportId = (await send('/api/reports', 'POST', report, tokens.member)).body.reportId
  exported = (await send('/control/world', 'GET', undefined, undefined, KEY)).body
})

const bodies: Partial<Record<EndpointName, () => unknown>> = {
  signInDevice: () => ({ deviceId: 'device_anybody_0123456789' }),
  createGroup: () => ({ name: 'More owls' }),
  joinGroup: () => ({ code: place.code }),
  kickMember: () => ({ userId: place.member }),
  submitTurn: () => ({ content: { guess: 'cat' }, timeSpent: 1 }),
  submitGuess: () => ({ guess: 'cat' }),
  registerToken: () => ({ token: 'a phone', platform: 'ios' }),
  unregisterToken: () => ({ token: 'a phone', platform: 'ios' }),
  updateNotificationSettings: () => ({ pushNotifications: true }),
  report: () => ({ gameId: place.gameId, kind: 'drawing', stepIndex: 0, reason: 'other' }),
  block: () => ({ userId: place.host }),
  acknowledgeWarning: () => ({ at: '2026-03-07T17:00:00.000Z' }),
  acknowledgeDevice: () => ({ at: '2026-03-07T17:00:00.000Z' }),
  deleteAccount: () => ({ username: 'Owl' }),
  previewMove: () => ({ code: 'NO-SUCH-CODE' }),
  moveHere: () => ({ code: 'NO-SUCH-CODE', deviceId: 'device_anybody_0123456789' }),
  decide: () => ({ userId: place.member, action: 'warn' }),
  addReaction: () => ({ stepIndex: 0, reactionType: 'love' }),
  createMockGame: () => ({ userId: place.stranger }),
  regenerateHistory: () => ({ userId: place.member }),
  stage: () => ({ userId: place.member }),
  renameUser: () => ({ username: 'Heron' }),
  renameGroup: () => ({ name: 'Herons' }),
  endTurn: () => ({ how: 'skip' }),
  changeClock: () => ({ advanceMs: 0 }),
  putFaults: () => [],
  restoreWorld: () => exported,
  announce: () => ({ text: 'New words soon.' }),
}

/** What `{id}` is after these words of a path; after all others, it is the group. */
const ID: Readonly<Record<string, string>> = {
  game: 'gameId',
  games: 'gameId',
  reports: 'reportId',
  players: 'host',
  users: 'host',
}

const idIn = (path: string): string => ID[/(\w+)\/\{id\}/.exec(path)?.[1] ?? ''] ?? 'id'

function call(name: EndpointName, caller: Caller) {
  const { method, path } = endpoints[name]
  const params = {
    ...place,
    id: place[idIn(path)] ?? '',
    userId: place.host ?? '',
    stepIndex: 0,
  }
  return send(
    fillPath(path, params) + (name === 'findPlayers' ? '?query=a' : ''),
    method,
    bodies[name]?.(),
    tokens[caller],
    KEYS[caller],
  )
}

const rows = endpointNames.flatMap((name) => CALLERS.map((caller) => [name, caller] as const))

/** Otherwise a restore would erase the players whose accounts an earlier row has deleted. */
const forgetDeletions = () =>
  server.engine.ports.store.transaction(async (tx) => {
    const ids = Object.values(place).map((id) => server.engine.ports.codecs.sha256(String(id)))
    for (const { id } of await tx.peek('deletedAccounts', 'id', ids)) tx.remove('deletedAccounts', id)
  })

let isChanged = false

test.each(rows.filter(([name]) => matrix[name]))('%s as %s', async (name, caller) => {
  if (isChanged) {
    await forgetDeletions()
    await send('/control/world', 'PUT', exported, undefined, KEY)
  }
  const { status, body } = await call(name, caller)
  isChanged = status === 200 && endpoints[name].method !== 'GET'
  expect(status === 200 ? 'ok' : body.error.code).toBe(matrix[name]?.[caller])
})

test.each(
  endpointNames.filter((name) => endpoints[name].kind === 'call' && endpoints[name].method === 'GET'),
)('%s may be cached only if the reply is the same for everybody', async (name) => {
  const replies = await Promise.all(
    CALLERS.map(async (caller) => ({ caller, ...(await call(name, caller)) })),
  )
  const nobodys = replies.find(({ caller }) => caller === 'nobody')
  const isForAll = replies.every(({ body }) => JSON.stringify(body) === JSON.stringify(nobodys?.body))
  for (const { caller, headers } of replies) {
    const isShared = isForAll || (nobodys?.status === 200 && tokens[caller] === undefined)
    const vary = isForAll ? null : 'Authorization'
    const shared = { 'cache-control': 'no-cache', vary }
    expect(headers, caller).toEqual(isShared ? shared : { 'cache-control': 'private, no-store', vary: null })
  }
})

test('the server answers every call of the table, and the matrix contains it', () => {
  const calls = endpointNames.filter((name) => endpoints[name].kind === 'call')
  const missing = {
    operations: calls.filter((name) => !server.engine.answers(name)),
    'lines of the matrix above': calls.filter((name) => !matrix[name]),
  }
  expect(missing).toEqual({ operations: [], 'lines of the matrix above': [] })
})

test('a wrong admin key is refused', async () => {
  for (const key of ['', 'the key of the matriX', `${KEY}!`, KEY.slice(0, -1)]) {
    expect((await send('/control/status', 'GET', undefined, undefined, key)).status).toBe(403)
  }
})
