import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  anyone,
  deviceOf,
  groupGame,
  inOneGroup,
  newServer,
  playerOf,
  signIn,
} from '../compose/friends.fixture.ts'

async function withAGroup(seed = 'controls') {
  const server = newServer({ seed })
  const client = await playerOf(server, 'ann')
  await inOneGroup([client])
  return { server, client }
}

test('the clock moves everything: midnight rolls the day over', async () => {
  const { client } = await withAGroup()
  expect(await client.changeClock({ body: { to: 'midnight' } })).toEqual({
    now: '2026-03-08T05:00:00.000Z',
    mode: 'frozen',
  })
  const { items } = await client.listGames({ query: {} })
  expect(items).toMatchObject([{ day: '2026-03-08', entries: [] }])
  expect(await client.getControlStatus()).toMatchObject({ day: '2026-03-08', counts: { users: 1, games: 2 } })
  expect(await client.getClock()).toMatchObject({ mode: 'frozen' })
})

test('the status says whether the server is protected', async () => {
  const status = async (isProtected?: boolean) => {
    return anyone(newServer(isProtected === undefined ? {} : { isProtected })).getControlStatus()
  }
  expect(await status()).toMatchObject({ protected: false })
  expect(await status(true)).toMatchObject({ protected: true })
})

test('an admin completes any game without its player, once', async () => {
  const { server, client } = await withAGroup()
  const { gameId } = await (await playerOf(server, 'ben')).jumpIn()
  const { items } = await client.listGames({ query: {} })
  expect(items).toHaveLength(2)
  for (const { id } of items) {
    const params = { id: String(id) }
    const done = await client.completeGame({ params })
    expect(done).toMatchObject({ gameId: id, completed: true })
    expect(done.turnsFilled).toBeGreaterThan(0)
    expect(await client.inspectGame({ params })).toMatchObject({ completedAt: expect.any(String) })
    await expect(client.completeGame({ params })).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  expect(items.map(({ id }) => id)).toContain(gameId)
  await expect(client.completeGame({ params: { id: 'A'.repeat(22) } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a user is found by the hash of a device id; an unknown device finds no user', async () => {
  const { client } = await withAGroup()
  const find = async (deviceId: string) => {
    const deviceHash = createHash('sha256').update(deviceId).digest('hex')
    return (await client.listUsers({ query: { deviceHash } })).items
  }
  expect(await find(deviceOf('ann'))).toMatchObject([{ username: expect.stringContaining('Player') }])
  expect(await find(deviceOf('nobody'))).toEqual([])
  expect((await client.getControlStatus()).counts).toMatchObject({ users: 1 })
})

test('lists are searched and read in pages', async () => {
  const server = newServer()
  const client = anyone(server)
  for (const [username, name] of [
    ['Ann', 'Night Owls'],
    ['Ben', 'Herons'],
    ['Annika', 'Owlets'],
  ] as const)
    await (await signIn(server, username)).createGroup({ body: { name } })
  await client.triggerDailyGames()
  const names = (items: readonly Record<string, unknown>[]) =>
    items.map(({ username, name }) => username ?? name).sort()
  expect(names((await client.listUsers({ query: { find: 'ann' } })).items)).toEqual(['Ann', 'Annika'])
  expect(names((await client.listGroups({ query: { find: 'OWL' } })).items)).toEqual(['Night Owls', 'Owlets'])
  const first = await client.listGroups({ query: { limit: 2 } })
  expect(first.items).toHaveLength(2)
  const second = await client.listGroups({ query: { limit: 2, after: String(first.next) } })
  expect(names([...first.items, ...second.items])).toEqual(['Herons', 'Night Owls', 'Owlets'])
  expect(second.next).toBeUndefined()

  const byName = (await client.listUsers({ query: { find: 'ann' } })).items
  const ids = [...byName.map(({ id }) => id), 'unknown', byName[0]?.id].join()
  expect(names((await client.listUsers({ query: { ids } })).items)).toEqual(names(byName))
  await expect(client.listUsers({ query: { ids: 'a,,b' } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  const [group] = (await client.listGroups({ query: { find: 'herons' } })).items
  const groupId = String(group?.id)
  const [ben] = (await client.listUsers({ query: { groupId } })).items
  expect(ben).toMatchObject({ username: 'Ben', groupId })
  expect((await client.listUsers({ query: { groupId, find: 'ann' } })).items).toEqual([])
  const [game] = (await client.listGames({ query: { groupId } })).items
  expect(game).toMatchObject({ groupId })
  expect((await client.listGames({ query: { userId: String(ben?.id) } })).items).toEqual([game])
  expect((await client.listGames({ query: { groupId, after: String(game?.id) } })).items).toEqual([])
  await client.completeGame({ params: { id: String(game?.id) } })
  expect((await client.listGames({ query: { status: 'open', limit: 1 } })).next).toBeDefined()
  expect((await client.listGames({ query: { status: 'completed' } })).items).toMatchObject([{ id: game?.id }])
  await expect(client.listUsers({ query: { limit: 0 } })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('an admin sees a player and a group by id', async () => {
  const { client } = await withAGroup()
  await client.startTurn()
  const [user] = (await client.listUsers({ query: {} })).items
  const params = { id: String(user?.id) }
  const shown = await client.inspectUser({ params, query: {} })
  expect(shown).toMatchObject({ user, group: { name: 'Owls' }, today: { yourStatus: 'playing' } })
  expect(shown.history).toEqual(await client.getHistory({ query: { drawings: 'omit' } }))
  expect(await client.inspectGroup({ params: { id: String(user?.groupId) } })).toEqual(shown.group)
  await client.leaveGroup({ params: { id: String(user?.groupId) } })
  expect(await client.inspectUser({ params, query: {} })).toMatchObject({ group: null })
  const nobody = { id: 'A'.repeat(22) }
  const missing = { code: 'NOT_FOUND' }
  await expect(client.inspectUser({ params: nobody, query: {} })).rejects.toMatchObject(missing)
  await expect(client.inspectGroup({ params: nobody })).rejects.toMatchObject(missing)
})

test.each([
  [
    { freeze: true as const, resume: true as const },
    'A clock change is one of set, advanceMs, to, freeze or resume',
  ],
  [{ set: '2026-03-07T12:00:00' }, 'set: use a time with an offset, such as 2026-03-07T23:40:00-05:00'],
  [{ advanceMs: 1e308 }, /^The clock supports the years/],
  [{ set: '9999-12-31T23:59:59Z' }, /^The clock supports the years/],
])('a clock change %j is refused: %s', async (body, message) => {
  const client = anyone(newServer())
  const before = await client.getClock()
  const refusal = { code: 'VALIDATION_FAILED', message: expect.stringMatching(message) }
  await expect(client.changeClock({ body })).rejects.toMatchObject(refusal)
  expect(await client.getClock()).toEqual(before)
})

test('setting the clock back loses nothing: the earlier day continues, and the later day remains stored', async () => {
  const { client } = await withAGroup()
  await client.startTurn()
  const today = await client.getToday()
  await client.changeClock({ body: { to: 'midnight' } })
  const tomorrow = await client.getToday()
  await client.changeClock({ body: { set: '2026-03-07T12:01:00-05:00' } })
  expect(await client.getToday()).toMatchObject({ gameId: today.gameId })
  await client.changeClock({ body: { set: '2026-03-06T12:00:00-05:00' } })
  expect(await client.getToday()).toMatchObject({ hasGame: false })
  expect(await client.jumpIn()).toMatchObject({ hasGame: true })
  await client.changeClock({ body: { set: '2026-03-08T12:00:00-05:00' } })
  expect(await client.getToday()).toMatchObject({ gameId: tomorrow.gameId, status: 'waiting' })
  expect((await client.getControlStatus()).counts).toMatchObject({ games: 3 })
})

test('the same calls with the same seed give the same world, byte by byte', async () => {
  const [one, two, other] = await Promise.all([withAGroup('seven'), withAGroup('seven'), withAGroup('eight')])
  const exported = JSON.stringify(await one.client.exportWorld())
  expect(JSON.stringify(await two.client.exportWorld())).toBe(exported)
  expect(JSON.stringify(await other.client.exportWorld())).not.toBe(exported)
})

test('a world of an earlier day is rolled over to today after an import or a reset', async () => {
  const { client } = await withAGroup()
  await client.pingActivity()
  const { gameId } = await client.startTurn()
  const earlier = await client.exportWorld()
  await client.changeClock({ body: { advanceMs: 2 * 86_400_000 } })
  const today = await client.getToday()
  await client.restoreWorld({ body: earlier })
  expect(await client.getToday()).toEqual(today)
  expect(await client.getGame({ params: { id: gameId } })).toMatchObject({ date: '2026-03-07', chain: [] })
  await client.resetWorld()
  expect((await client.getControlStatus()).counts).toMatchObject({ users: 0, games: 0 })
})

test('a reset clears the active players', async () => {
  const { server, client } = await withAGroup()
  await client.pingActivity()
  await client.pingActivity()
  expect(await client.getDailyStats()).toEqual({ totalPlayers: 1 })
  await client.resetWorld()
  expect(await (await playerOf(server, 'zoe')).getDailyStats()).toEqual({ totalPlayers: 0 })
})

const MESSAGE = {
  id: 'm1',
  kind: 'turn',
  userId: 'ann',
  gameId: null,
  day: '2026-03-07',
  dueAt: '2026-03-07T17:00:00.000Z',
  expiresAt: '2026-03-08T05:00:00.000Z',
}

describe('an invalid document of a world', () => {
  type Parsed = ReturnType<typeof JSON.parse>
  let opened: Awaited<ReturnType<typeof withAGroup>>

  const exported = async (): Promise<Parsed> => JSON.parse(JSON.stringify(await opened.client.exportWorld()))
  const restore = async (document: object) => {
    const init = { method: 'PUT', body: JSON.stringify(document) }
    return (await opened.server.fetch('http://in-process/control/world', init)).json()
  }

  /** Of a player who drew yesterday and plays today. */
  beforeAll(async () => {
    opened = await withAGroup()
    const { client } = opened
    await client.draw()
    await client.changeClock({ body: { to: 'midnight' } })
    await client.startTurn()
    expect(await restore(await exported())).toMatchObject({ success: true })
  })

  test.each<[path: string, change: unknown]>([
    ['more', 1],
    ['users.0.createdAt', 'yesterday'],
    ['users.0.groupId', 'elsewhere'],
    ['users.0.createdAt', '0000-01-01T00:00:00.000Z'],
    ['users.0.username', 'Ann\0'],
    ['users.0.username', 'Ann\ud83d'],
    ['users.0.username', '\u001b]52;c;aGk=\u0007'],
    ['users.0.avatar', '\u009b2J'],
    ['users.0.id', 'ann\u001b[2J'],
    ['groups.0.name', 'Owls\u202e'],
    ['games.0.word', 'owl\nowl'],
    ['users.1.id', ({ users }: Parsed) => users.push(users[0])],
    ['users.1.deviceHash', ({ users }: Parsed) => users.push({ ...users[0], id: 'b', groupId: null })],
    ['groups.0.hostId', 'nobody'],
    [
      'groups.0.members.1.userId',
      ({ groups: [{ members }] }: Parsed) => members.push({ ...members[0], userId: 'b' }),
    ],
    ['games.2.day', ({ games }: Parsed) => games.push({ ...games[0], id: 'another' })],
    ['games.0.groupId', null],
    ['games.0.players.0.userId', 'nobody'],
    ['games.0.entries.0.userId', 'nobody'],
    ['games.0.entries.0.drawing', '0'.repeat(64)],
    ['games.1.turn.userId', ({ games }: Parsed) => Object.assign(games[1].players[0], { status: 'pending' })],
    [
      'messages.1.id: occurs twice',
      (world: Parsed) => Object.assign(world, { messages: [MESSAGE, MESSAGE] }),
    ],
    ['blobs.', ({ blobs }: Parsed) => Object.assign(blobs, { ['0'.repeat(64)]: 'abc' })],
    ['blobs.', ({ blobs }: Parsed) => Object.assign(blobs, { ['0'.repeat(64)]: 'abcd' })],
    ['blobs', ({ blobs }: Parsed) => Object.assign(blobs, { 'no hash': 'abcd' })],
  ])('is refused entirely, with the path of its first wrong field: %s', async (path, change) => {
    const before = await exported()
    const world = structuredClone(before)
    world.games.sort((a: Parsed, b: Parsed) => b.entries.length - a.entries.length)
    const parts = path.split('.')
    if (typeof change === 'function') change(world)
    else parts.slice(0, -1).reduce((inner, part) => inner[part], world)[parts.at(-1) ?? ''] = change
    const message = expect.stringContaining(`This world cannot be restored: ${path}`)
    expect(await restore(world)).toMatchObject({ error: { code: 'VALIDATION_FAILED', message } })
    expect(await exported()).toEqual(before)
  })
})

test('users and games are shown completely, without device secrets', async () => {
  const { client } = await withAGroup()
  const { items } = await client.listGames({ query: {} })
  const users = await client.listUsers({ query: {} })
  expect(users.items).toMatchObject([{ username: expect.stringMatching(/^Player\d{4}$/) }])
  expect(JSON.stringify(users)).not.toContain('deviceHash')
  const id = String((items[0] as { id?: unknown }).id)
  expect(await client.inspectGame({ params: { id } })).toMatchObject({ id, word: expect.any(String) })
  await expect(client.inspectGame({ params: { id: 'nothing' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the outbox shows push messages as their services get them, until it is cleared', async () => {
  const { ann, ben, cat } = await groupGame('Ann', 'Ben', 'Cat')
  await ben.registerToken({ body: { token: 'phone of ben', platform: 'ios' } })
  await ann.startTurn()
  await ann.skipTurn()
  const sent = {
    token: 'phone of ben',
    platform: 'ios',
    title: "It's your chance to play!",
    body: 'The turn is free. Draw before midnight EST.',
    kind: 'turn',
    path: '/game/ready',
    lifeMs: expect.any(Number),
  }
  expect((await ann.getOutbox()).items).toEqual([sent])
  // A player without a running turn who skips does not free one.
  await cat.skipTurn()
  expect((await ann.getOutbox()).items).toEqual([sent])
  expect(await ann.clearOutbox()).toEqual({ success: true })
  expect((await ann.getOutbox()).items).toEqual([])
})
