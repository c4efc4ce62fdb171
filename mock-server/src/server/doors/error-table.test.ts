import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer, type InProcessServer } from '../compose/in-process-server.ts'
import { createApp } from './http/app.ts'

/* Every error code of the API (API.md, Error codes) through two doors: a call that causes it, and the response. */

interface Answer {
  status: number
  code: string
  message: string
}

/** ann is the host of a group and is playing her turn; ben is the other member; zoe is in no group. */
interface Scene {
  server: InProcessServer
  send(who: string | null, call: string, body?: unknown): Promise<Answer>
  /** The same for a call that succeeds. */
  call(who: string | null, call: string, body?: unknown): Promise<unknown>
  groupId: string
  gameId: string
}

type Row = [
  code: string,
  status: number,
  when: string,
  message: string | RegExp,
  (scene: Scene) => Promise<Answer>,
]

const drawn = { content: { drawing: picture(40) }, timeSpent: 1 }

const rows: Row[] = [
  [
    'VALIDATION_FAILED',
    400,
    'a body lacks a field',
    'deviceId is missing',
    ({ send }) => send(null, 'POST /api/auth/device', {}),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a query breaks the schema',
    /limit/,
    ({ send }) => send('ann', 'GET /api/user/history?limit=51'),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a path breaks the schema',
    /id/,
    ({ send }) => send('ann', 'GET /api/game/no.id'),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a name breaks a rule',
    'Username is required',
    ({ send }) => send('ann', 'PUT /api/user/profile', { username: '' }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a name is much too long',
    'Username must be 20 characters or less',
    ({ send }) => send('ann', 'PUT /api/user/profile', { username: 'x'.repeat(5000) }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a code is too short',
    'Please enter a complete 6-character code',
    ({ send }) => send('zoe', 'POST /api/groups/join', { code: 'AB-1' }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a new group has no name',
    'Please enter a group name',
    ({ send }) => send('zoe', 'POST /api/groups/create', { name: '  ' }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a new group is created without a name field',
    'Please enter a group name',
    ({ send }) => send('zoe', 'POST /api/groups/create', {}),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a group is joined without a code field',
    'Please enter a complete 6-character code',
    ({ send }) => send('zoe', 'POST /api/groups/join', {}),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a username is null',
    'Username is required',
    ({ send }) => send('ann', 'PUT /api/user/profile', { username: null }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a group is renamed to nothing',
    'Group name cannot be empty',
    ({ send, groupId }) => send('ann', `PUT /api/groups/${groupId}/settings`, { name: ' ' }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'the name of a group is too long',
    'Group name must be 50 characters or less',
    ({ send, groupId }) => send('ann', `PUT /api/groups/${groupId}/settings`, { name: 'x'.repeat(51) }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a push token is empty, or missing',
    'Cannot register empty token',
    ({ send }) => send('ann', 'POST /api/notifications/register-token', { platform: 'ios' }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a push token has no platform',
    'Platform is required for token registration',
    ({ send }) => send('ann', 'POST /api/notifications/register-token', { token: 'phone' }),
  ],
  [
    'VALIDATION_FAILED',
    400,
    'a player has neither group nor game',
    'User is not in a group',
    ({ send }) => send('zoe', 'GET /api/game/today'),
  ],
  [
    'AUTH_REQUIRED',
    401,
    'there is no token',
    'Authentication required',
    ({ send }) => send(null, 'GET /api/game/today'),
  ],
  [
    'AUTH_INVALID',
    401,
    'a token is malformed',
    /./,
    ({ send }) => send('Bearer no.token', 'GET /api/game/today'),
  ],
  [
    'AUTH_INVALID',
    401,
    'a header has two tokens',
    /./,
    ({ send }) => send('Bearer a b', 'GET /api/game/today'),
  ],
  [
    'FORBIDDEN',
    403,
    'a player asks for the group of others',
    'You are not in this group',
    ({ send, groupId }) => send('zoe', `GET /api/groups/${groupId}`),
  ],
  [
    'FORBIDDEN',
    403,
    'a member changes the settings',
    'Only the host can change the settings',
    ({ send, groupId }) => send('ben', `PUT /api/groups/${groupId}/settings`, { name: 'Cats' }),
  ],
  [
    'FORBIDDEN',
    403,
    'hosts kick themselves',
    /./,
    async ({ send, groupId, server }) => {
      const { items } = await (await server.fetch('http://in-process/control/users', KEY)).json()
      const ann = items.find((user: { username: string }) => user.username === 'Ann')
      return send('ann', `POST /api/groups/${groupId}/kick`, { userId: ann.id })
    },
  ],
  [
    'FORBIDDEN',
    403,
    'a stranger reacts',
    /./,
    ({ send, gameId }) =>
      send('zoe', `POST /api/reactions/${gameId}`, { stepIndex: 0, reactionType: 'love' }),
  ],
  [
    'FORBIDDEN',
    403,
    'the admin key is missing',
    /X-Admin-Key/,
    ({ send }) => send('ann', 'GET /control/status'),
  ],
  ['NOT_FOUND', 404, 'the path is unknown', /./, ({ send }) => send('ann', 'GET /api/nothing')],
  ['NOT_FOUND', 404, 'the method is wrong', /./, ({ send }) => send('ann', 'DELETE /api/user/profile')],
  [
    'NOT_FOUND',
    404,
    'no group has the code',
    /./,
    ({ send }) => send('zoe', 'GET /api/groups/lookup/NOCODE'),
  ],
  [
    'NOT_FOUND',
    404,
    'a game is still open',
    /./,
    ({ send, gameId }) => send('ann', `GET /api/game/${gameId}`),
  ],
  [
    'NOT_FOUND',
    404,
    'a game is still open, without a token',
    /./,
    ({ send, gameId }) => send(null, `GET /api/public/game/${gameId}/results`),
  ],
  [
    'NOT_FOUND',
    404,
    'yesterday had no game',
    /./,
    ({ send }) => send('ann', 'GET /api/game/yesterday/results'),
  ],
  [
    'CONFLICT',
    409,
    'another player has the turn',
    'Ann is currently playing',
    ({ send }) => send('ben', 'POST /api/game/start-turn'),
  ],
  [
    'CONFLICT',
    409,
    'the player has not started a turn',
    /./,
    ({ send }) => send('ben', 'POST /api/game/submit-turn', drawn),
  ],
  [
    'CONFLICT',
    409,
    'a drawer guesses',
    /./,
    ({ send }) => send('ann', 'POST /api/game/submit-guess', { guess: 'cat' }),
  ],
  [
    'CONFLICT',
    409,
    'the player is already in a group',
    /./,
    ({ send }) => send('ann', 'POST /api/groups/create', { name: 'More' }),
  ],
  [
    'CONFLICT',
    409,
    'somebody reacts to an open game',
    /./,
    ({ send, gameId }) =>
      send('ann', `POST /api/reactions/${gameId}`, { stepIndex: 0, reactionType: 'love' }),
  ],
  [
    'ALREADY_HAS_GROUP_GAME',
    409,
    'the group plays today',
    'You already have a group game today',
    ({ send }) => send('ann', 'POST /api/game/jump-in'),
  ],
  [
    'PAYLOAD_TOO_LARGE',
    413,
    'a body is over 1 MiB',
    'The body is larger than 1 MiB',
    ({ send }) => send('ann', 'POST /api/game/submit-guess', { guess: 'x'.repeat(1024 * 1024) }),
  ],
  // The clock advances from here on, so these rows depend on their order.
  [
    'CONFLICT',
    409,
    'a turn has run out',
    /./,
    ({ send, server }) => {
      server.clock.advance(5 * 60_000 + 10_000)
      return send('ann', 'POST /api/game/submit-turn', drawn)
    },
  ],
  [
    'CONFLICT',
    409,
    'a player has already had a turn',
    /./,
    ({ send }) => send('ann', 'POST /api/game/start-turn'),
  ],
  [
    'CONFLICT',
    409,
    'a game is over',
    /./,
    async ({ send, call }) => {
      await call('ben', 'POST /api/game/skip-turn')
      return send('ben', 'POST /api/game/skip-turn')
    },
  ],
  [
    'AUTH_INVALID',
    401,
    'a token has expired',
    /./,
    ({ send, server }) => {
      server.clock.advance(30 * 86_400_000)
      return send('ann', 'GET /api/user/profile')
    },
  ],
]

const KEY = { headers: { 'x-admin-key': 'key' } }

async function prepare(server: InProcessServer, fetchAnswer: typeof fetch, origin: string): Promise<Scene> {
  const tokens = new Map<string, string>()
  const ask = async (
    who: string | null,
    call: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const [method = '', path = ''] = call.split(' ')
    const authorization = who?.startsWith('Bearer') ? who : who && `Bearer ${tokens.get(who)}`
    const response = await fetchAnswer(origin + path, {
      method,
      headers: { ...(authorization && { authorization }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  for (const who of ['ann', 'ben', 'zoe']) {
    const signedIn = await ask(null, 'POST /api/auth/device', { deviceId: `device_${who}_0123456789` })
    tokens.set(who, signedIn.body.token)
  }
  await ask('ann', 'PUT /api/user/profile', { username: 'Ann' })
  const { body: group } = await ask('ann', 'POST /api/groups/create', { name: 'Owls' })
  await ask('ben', 'POST /api/groups/join', { code: group.code })
  await ask(null, 'POST /api/admin/trigger-daily-games', {}, KEY.headers)
  const { body: turn } = await ask('ann', 'POST /api/game/start-turn')
  return {
    server,
    call: ask,
    groupId: group.id,
    gameId: turn.gameId,
    async send(who, call, body) {
      const { status, body: answer } = await ask(who, call, body)
      expect(Object.keys(answer)).toEqual(['error'])
      expect(Object.keys(answer.error)).toEqual(['code', 'message'])
      return { status, ...answer.error }
    },
  }
}

const newServer = () =>
  createInProcessServer({ seed: 'errors', clock: '2026-03-07T12:00:00-05:00', adminKey: 'key' })

const doors = {
  async 'in process'() {
    const server = newServer()
    return { scene: await prepare(server, server.fetch, 'http://in-process'), close: () => {} }
  },
  async Express() {
    const server = newServer()
    const app = createApp(server.engine, { clientDir: null, log: pino({ level: 'silent' }) })
    const listening = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => listening.once('listening', resolve))
    const { port } = listening.address() as AddressInfo
    const scene = await prepare(server, fetch, `http://127.0.0.1:${port}`)
    return { scene, close: () => new Promise((resolve) => listening.close(resolve)) }
  },
}

describe.each(Object.entries(doors))('through the door %s', (_, open) => {
  let door: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    door = await open()
  })
  afterAll(async () => {
    await door.close()
  })

  test.each(rows)('%s, %i, when %s', async (code, status, _when, message, act) => {
    expect(await act(door.scene)).toEqual({
      status,
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})
