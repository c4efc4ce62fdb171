import { expect } from 'vitest'
import type { CallResponse, Transport } from '../../core/contract/client/transport.ts'
import { type EndpointName, endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { fillPath } from '../../core/contract/table/path.ts'
import { documentOf } from '../../core/contract/world-lines.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import type { InProcessServer } from '../compose/in-process-server.ts'

/* A fixed script of calls, to compare the responses of doors and stores. */

/** One response. */
export interface RecordedResponse {
  name: EndpointName
  status: number
  body: unknown
  headers: Record<string, string | null>
  /** The path with its parameters and query, and the body of the request. */
  sent: { path: string; body?: unknown }
}

/** A server, and how to reach it. */
export interface PlayedDoor {
  readonly server: Pick<InProcessServer, 'engine' | 'clock'>
  readonly fetch: typeof fetch
  readonly origin: string
  /** Carries the calls instead of `fetch`. */
  readonly transport?: Transport
}

/** The parts of a call, with its query as text. */
interface CallInput {
  readonly params?: Record<string, string | number>
  readonly body?: unknown
  readonly query?: string
  readonly admin?: boolean
}

const ADMIN_KEY = 'key of the doors'

/** Sends a call through the door's transport, or as a request if it has none. */
function send(
  door: PlayedDoor,
  name: EndpointName,
  token: string | null,
  { params = {}, query = '', body, admin }: CallInput,
): Promise<CallResponse> {
  if (door.transport) {
    const parts = { params, query: Object.fromEntries(new URLSearchParams(query)), body }
    return door.transport(name, parts, { token, adminKey: admin ? ADMIN_KEY : undefined })
  }
  const { method, path } = endpoints[name]
  return door.fetch(door.origin + fillPath(path, params) + query, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(admin && { 'x-admin-key': ADMIN_KEY }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Server options for {@link playDay}. */
export const DOOR_OPTIONS = {
  seed: 'doors',
  clock: '2026-03-07T12:00:00-05:00',
  adminKey: ADMIN_KEY,
} as const

const SEEN_HEADERS = [
  'x-game-time-zone',
  'cache-control',
  'content-type',
  'date',
  'x-token-renewed',
  'x-token-days-remaining',
  'x-token-renewal-suggested',
]

/** Plays valid and invalid calls of three friends. Calls every endpoint at least once. */
export async function playDay(door: PlayedDoor): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = []
  const call = async (name: EndpointName, token: string | null, parts: CallInput = {}) => {
    const response = await send(door, name, token, parts)
    // As JSON.parse, whose result has any type.
    const body: ReturnType<typeof JSON.parse> = documentOf(
      (await response.text())
        .replaceAll(door.origin, 'http://origin')
        // A call in process has no address.
        .replaceAll('"address":"127.0.0.1"', '"address":null'),
    )
    const headers = Object.fromEntries(SEEN_HEADERS.map((header) => [header, response.headers.get(header)]))
    const { params = {}, query = '', body: sentBody } = parts
    const sent = { path: fillPath(endpoints[name].path, params) + query, body: sentBody }
    responses.push({ name, status: response.status, body, headers, sent })
    return body
  }
  const signIn = async (who: string) =>
    (await call('signInDevice', null, { body: { deviceId: `device_${who}_0123456789` } })).token
  /** Completes a due roll-over, then advances the clock. */
  const spend = async (ms: number) => {
    await door.server.engine.rollOverIfDue()
    door.server.clock.advance(ms)
  }

  await call('signInDevice', null, { body: { deviceId: 'short' } })
  await call('signInDevice', null, {})
  const ann = await signIn('ann')
  const ben = await signIn('ben')
  const cat = await signIn('cat')
  await signIn('ann')
  await call('getProfile', ann)
  await call('getProfile', null)
  await call('getProfile', 'not.a.token')
  await call('updateProfile', ann, { body: { username: 'Ann', avatar: '🦊', finishedOnboarding: true } })
  await call('updateProfile', ann, { body: { username: '_' } })
  await call('updateProfile', ann, { body: {} })
  await call('renewToken', ann)
  await call('getToday', ann)
  await call('startTurn', ann)

  const group = await call('createGroup', ann, { body: { name: '  Owls ', avatar: '🦉' } })
  await call('createGroup', ann, { body: { name: 'More owls' } })
  await call('createGroup', ben, { body: { name: ' ' } })
  await call('lookupGroup', ben, { params: { code: group.code.toLowerCase() } })
  await call('lookupGroup', ben, { params: { code: 'NOCODE' } })
  await call('getInvitation', null, { params: { code: group.code } })
  await call('getInvitation', null, { params: { code: 'NOCODE' } })
  await call('joinGroup', ben, { body: { code: group.code.toLowerCase() } })
  await call('joinGroup', ben, { body: { code: group.code } })
  await call('joinGroup', cat, { body: { code: 'no' } })
  await call('getGroup', cat, { params: { id: group.id } })
  await call('joinGroup', cat, { body: { code: group.code } })
  await call('getGroup', cat, { params: { id: group.id } })
  await call('inviteToGroup', cat, { params: { id: 'nowhere' } })
  await call('updateGroupSettings', ben, { params: { id: group.id }, body: { name: 'Cats' } })
  await call('updateGroupSettings', ann, { params: { id: group.id }, body: { name: 'Night owls' } })
  await call('kickMember', ann, { params: { id: group.id }, body: { userId: group.hostId } })

  await call('triggerDailyGames', null)
  const { gamesCreated } = await call('triggerDailyGames', null, { admin: true })
  expect(gamesCreated).toBe(1)
  await call('triggerDailyGames', null, { admin: true })
  const { gameId } = await call('getToday', ann)
  await call('submitGuess', ann, { body: { guess: 'too early' } })
  await call('startTurn', ann)
  await call('startTurn', ben)
  await call('startTurn', ann)
  await call('getToday', cat)
  const drawn = { content: { drawing: picture(64) }, timeSpent: 12, strokeCount: 3 }
  await call('submitTurn', ann, { body: { content: {}, timeSpent: 1 } })
  await call('submitTurn', ann, { body: { ...drawn, timeSpent: -1 } })
  await call('submitTurn', ann, { body: { content: { drawing: picture(16) }, timeSpent: 1 } })
  await call('submitTurn', ann, { body: { content: { drawing: 'nonsense' }, timeSpent: 1 } })
  await spend(12_000)
  await call('submitTurn', ann, { body: drawn })
  await call('submitTurn', ann, { body: drawn })
  await call('nudge', ann)
  await call('getToday', ann)
  await call('getGame', ann, { params: { id: gameId } })

  await call('startTurn', ben)
  await call('submitTurn', ben, { body: { content: { guess: 'xylophone' }, timeSpent: 1 } })
  await call('submitGuess', ben, { body: { guess: '' } })
  for (const guess of ['xylophone', 'zeppelin', 'yak', 'quilt', 'jug'])
    await call('submitGuess', ben, { body: { guess } })
  await call('submitGuess', ben, { body: { guess: 'one more' } })
  await call('startTurn', ben)
  await call('submitTurn', ben, { body: { content: { guess: 'never said' }, timeSpent: 1 } })
  await call('submitTurn', ben, { body: { content: { guess: 'yak' }, timeSpent: 30 } })
  await call('skipTurn', cat)
  await call('skipTurn', cat)
  await call('getToday', cat)
  await call('getGame', cat, { params: { id: gameId } })
  await call('getPublicResults', null, { params: { gameId } })
  await call('getPublicResults', null, { params: { gameId: 'no-such-game' } })
  await call('getReactions', ann, { params: { gameId } })
  await call('addReaction', ann, { params: { gameId }, body: { stepIndex: 0, reactionType: 'love' } })
  await call('addReaction', ben, { params: { gameId }, body: { stepIndex: 0, reactionType: 'wow' } })
  await call('addReaction', ben, { params: { gameId }, body: { stepIndex: 0, reactionType: 'shrug' } })
  await call('addReaction', ben, { params: { gameId }, body: { stepIndex: 7, reactionType: 'wow' } })
  await call('removeReaction', ben, { params: { gameId, stepIndex: 0 } })
  await call('getReactions', ann, { params: { gameId } })
  const drawingOfAnn = { gameId, kind: 'drawing', stepIndex: 0, reason: 'hurtful', note: 'not nice' }
  await call('report', ann, { body: drawingOfAnn })
  const { reportId } = await call('report', ben, { body: drawingOfAnn })
  await call('report', ben, { body: drawingOfAnn })
  await call('report', ben, { body: { ...drawingOfAnn, kind: 'guess' } })
  const slip = await call('report', cat, {
    body: { gameId, kind: 'name', userId: group.hostId, reason: 'other' },
  })
  await call('report', cat, { body: drawingOfAnn })
  await call('report', cat, { body: { groupId: group.id, kind: 'group-name', reason: 'other' } })
  await call('report', cat, { body: { groupId: group.id, kind: 'name', reason: 'other' } })
  await call('getGroup', cat, { params: { id: group.id } })
  await call('getReports', ben)
  await call('block', ben, { body: { userId: group.hostId } })
  await call('block', ann, { body: { userId: group.hostId } })
  await call('getBlocks', ben)
  await call('getGame', ben, { params: { id: gameId } })
  await call('listReports', null, { admin: true, query: '?order=oldest&limit=1' })
  await call('inspectReport', null, { admin: true, params: { id: reportId } })
  await call('decide', null, { admin: true, body: { reportId, action: 'restore', note: 'fine' } })
  await call('decide', null, { admin: true, body: { userId: group.hostId, action: 'suspend', days: 1 } })
  await call('getProfile', ann)
  await call('jumpIn', ann)
  await call('decide', null, { admin: true, body: { userId: group.hostId, action: 'lift' } })
  await call('decide', null, { admin: true, body: { userId: group.hostId, action: 'warn', note: 'Be kind' } })
  const { warning } = await call('getProfile', ann)
  await call('acknowledgeWarning', ann, { body: { at: warning.at } })
  await call('getProfile', ann)
  await call('getModerationLog', null, { admin: true })
  await call('findPlayers', null, { admin: true, query: '?query=ann' })
  await call('inspectPlayer', null, { admin: true, params: { id: group.hostId } })
  await call('takeBackReport', cat, { params: { reportId } })
  await call('takeBackReport', cat, { params: { reportId: slip.reportId } })
  await call('inspectUser', null, { admin: true, params: { id: group.hostId } })
  await call('inspectGroup', null, { admin: true, params: { id: group.id } })
  await call('unblock', ben, { params: { userId: group.hostId } })
  await call('kickMember', ben, { params: { id: group.id }, body: { userId: group.hostId } })
  await call('updateGroupSettings', ann, { params: { id: group.id }, body: { publicResults: false } })
  await call('getPublicResults', null, { params: { gameId } })
  await call('updateGroupSettings', ann, { params: { id: group.id }, body: { publicResults: true } })
  await call('renewGroupCode', ben, { params: { id: group.id } })
  await call('renewGroupCode', ann, { params: { id: group.id } })
  const { code } = await call('createMoveCode', ann)
  const tablet = { code, deviceId: 'device_tablet_0123456789' }
  await call('moveHere', null, { body: { ...tablet, code: 'WRONG' } })
  await call('previewMove', null, { body: { code } })
  const { token: onTablet } = await call('moveHere', null, { body: tablet })
  await call('moveHere', null, { body: tablet })
  const { devices } = await call('getDevices', onTablet)
  await call('removeDevice', ann, { params: { id: devices[1].id } })
  await call('getProfile', onTablet)
  await call('signOutOthers', ann)
  await call('acknowledgeDevice', ann, { body: { at: devices[1].addedAt } })
  await call('exportAccount', ben)
  const dan = await signIn('dan')
  const { username } = await call('getProfile', dan)
  await call('deleteAccount', dan, { body: { username: 'not me' } })
  await call('deleteAccount', dan, { body: { username } })
  await call('getProfile', dan)
  await call('pingActivity', cat)
  await call('getDailyStats', cat)
  await call('jumpIn', cat)
  await call('inviteToGroup', cat, { params: { id: group.id } })
  await call('leaveGroup', cat, { params: { id: group.id } })
  const { members } = await call('getGroup', ann, { params: { id: group.id } })
  const kicked = { userId: members[1].userId, keepOut: true }
  await call('kickMember', ann, { params: { id: group.id }, body: kicked })
  await call('getKeptOut', ann, { params: { id: group.id } })
  await call('letBackIn', ann, { params: { id: group.id, userId: kicked.userId } })
  const phone = { token: 'push token', platform: 'ios' }
  await call('registerToken', ann, { body: { ...phone, token: ' ' } })
  await call('registerToken', ann, { body: { token: 'push token' } })
  await call('registerToken', ann, { body: phone })
  await call('getTokens', ann)
  await call('unregisterToken', ben, { body: phone })
  await call('unregisterToken', ann, { body: phone })
  await call('getTokens', ann)
  await call('updateNotificationSettings', ann, { body: { pushNotifications: false } })
  await call('jumpIn', cat)
  await call('jumpIn', cat)
  await call('getYesterdayResults', ann)
  await spend(86_400_000)
  await call('getYesterdayResults', ann)
  await call('getToday', ann)
  await call('getHistory', ann)
  await call('getHistory', ann, { query: '?limit=1&before=2026-03-08' })
  await call('getHistory', ann, { query: '?limit=0' })
  await spend(20 * 86_400_000)
  await call('getProfile', ann)
  await spend(10 * 86_400_000)
  // Otherwise, its clean-up would run beside the next calls.
  await door.server.engine.rollOverIfDue()
  await call('getProfile', ann)

  await call('inspectGame', null, { admin: true, params: { id: gameId } })
  await call('getGameDrawings', null, { admin: true, params: { id: gameId } })
  const mocked = { userId: members[0].userId, daysAgo: 40 }
  await call('createMockGame', null, { admin: true, body: mocked })
  await call('createMockGame', null, { admin: true, body: mocked })
  await call('regenerateHistory', null, { admin: true, body: { userId: mocked.userId } })
  const fresh = await signIn('ann')
  await call('jumpIn', fresh)
  await call('completeUserGame', fresh, { admin: true })
  await call('completeUserGame', fresh, { admin: true })
  const open = await call('jumpIn', await signIn('ben'))
  await call('completeGame', null, { admin: true, params: { id: open.gameId } })
  await call('completeGame', null, { admin: true, params: { id: open.gameId } })
  const guessing = { userId: mocked.userId, turnType: 'guess', turnStatus: 'playing' }
  await call('stage', null, { admin: true, body: guessing })
  await call('stage', null, { admin: true, body: { ...guessing, gameStatus: 'waiting' } })
  await call('changeClock', null, { admin: true, body: { freeze: true } })
  await call('putFaults', null, { admin: true, body: [{ match: { path: '/api/game/today' }, status: 503 }] })
  await call('getToday', ann)
  await call('clearFaults', null, { admin: true })
  const { gameId: staged } = await call('stage', null, { admin: true, body: guessing })
  await call('endTurn', null, { admin: true, params: { id: staged }, body: { how: 'free' } })
  await call('endTurn', null, { admin: true, params: { id: staged }, body: { how: 'free' } })
  await call('renameUser', null, { admin: true, params: { id: mocked.userId }, body: { username: 'Mina' } })
  const zoe = await signIn('zoe')
  const herons = await call('createGroup', zoe, { body: { name: 'Herons' } })
  await call('renameGroup', null, { admin: true, params: { id: herons.id }, body: { name: 'Cranes' } })
  await call('removeGroup', null, { admin: true, params: { id: herons.id } })
  const { id, hostId } = await call('createGroup', zoe, { body: { name: 'Herons' } })
  await call('removeMember', null, { admin: true, params: { id, userId: hostId } })
  await call('decide', null, { admin: true, body: { reportId, action: 'warn', note: 'be kind' } })
  const { id: announced } = await call('announce', null, { admin: true, body: { text: 'New words soon.' } })
  await call('announce', null, { admin: true, body: { text: ' ' } })
  await call('startMaintenance', null, { admin: true, body: { message: 'Back at three.' } })
  await call('getAnnouncements', null)
  await call('createGroup', zoe, { body: { name: 'Herons' } })
  await call('getMaintenance', null, { admin: true })
  await call('endMaintenance', null, { admin: true })
  await call('removeAnnouncement', null, { admin: true, params: { id: announced } })
  // The entries have the real time and the address of the caller.
  await call('listAdminCalls', null, { admin: true, query: '?before=0' })
  const world = await call('exportWorld', null, { admin: true })
  await call('restoreWorld', null, { admin: true, body: world })

  const called = new Set(responses.map(({ name }) => name))
  for (const name of endpointNames) {
    if (!called.has(name) && name !== 'noteSave' && ['call', 'lines'].includes(endpoints[name].kind)) {
      const params = { id: gameId, gameId, code: group.code, stepIndex: 0, userId: group.hostId }
      await call(name, await signIn('ann'), {
        params,
        admin: true,
        ...(endpoints[name].body && { body: {} }),
      })
    }
  }
  // Real time, which then is in the status.
  await call('noteSave', null, { admin: true })
  return responses
}
