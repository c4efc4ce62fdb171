import { expect, test } from 'vitest'
import { createInProcessServer } from '../adapters/in-process.ts'
import { createClient } from '../contract/client.ts'

const open = (seed = 'controls') => {
  const server = createInProcessServer({ seed, clock: '2026-03-07T12:00:00-05:00' })
  let token: string | null = null
  const client = createClient({ baseUrl: 'http://in-process', fetch: server.fetch, token: () => token })
  return {
    client,
    async signIn(who: string) {
      token = null
      token = (await client.signInDevice({ body: { deviceId: `device_${who}_0123456789` } })).token
    },
  }
}

async function withAGroup(seed?: string) {
  const server = open(seed)
  await server.signIn('ann')
  await server.client.createGroup({ body: { name: 'Owls' } })
  await server.client.triggerDailyGames()
  return server
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

test('a clock change is one thing at a time', async () => {
  const { client } = open()
  await expect(client.changeClock({ body: { freeze: true, resume: true } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'A clock change is one of set, advanceMs, to, freeze or resume',
  })
})

test('the same calls with the same seed give the same world, byte by byte', async () => {
  const [one, two, other] = await Promise.all([withAGroup('seven'), withAGroup('seven'), withAGroup('eight')])
  const exported = JSON.stringify(await one.client.exportWorld())
  expect(JSON.stringify(await two.client.exportWorld())).toBe(exported)
  expect(JSON.stringify(await other.client.exportWorld())).not.toBe(exported)
})

test('a world is restored whole elsewhere, and a reset goes back to nothing', async () => {
  const from = await withAGroup()
  const exported = await from.client.exportWorld()
  const to = open()
  await to.signIn('somebody-else')
  await to.client.restoreWorld({ body: exported })
  expect(await to.client.exportWorld()).toEqual(exported)
  await to.client.resetWorld()
  expect((await to.client.getControlStatus()).counts).toMatchObject({ users: 0, groups: 0, games: 0 })
})

test('a world from elsewhere is refused whole, with the path of the first wrong field', async () => {
  const { client } = await withAGroup()
  const before = await client.exportWorld()
  const broken = structuredClone(before) as { users?: { createdAt: string }[] } & typeof before
  if (broken.users?.[0]) broken.users[0].createdAt = 'yesterday'
  await expect(client.restoreWorld({ body: broken })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('users.0.createdAt'),
  })
  expect(await client.exportWorld()).toEqual(before)
})

test('users and games are shown whole, without the secrets of devices', async () => {
  const { client } = await withAGroup()
  const { items } = await client.listGames({ query: {} })
  const users = await client.listUsers()
  expect(users.items).toMatchObject([{ username: expect.stringMatching(/^Player\d{4}$/) }])
  expect(JSON.stringify(users)).not.toContain('deviceHash')
  const id = String((items[0] as { id?: unknown }).id)
  expect(await client.inspectGame({ params: { id } })).toMatchObject({ id, word: expect.any(String) })
  await expect(client.inspectGame({ params: { id: 'nothing' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('messages to players wait in the outbox: the turn is free, and results are in', async () => {
  const { client, signIn } = open()
  await signIn('ann')
  const { code } = await client.createGroup({ body: { name: 'Owls' } })
  for (const [who, token] of [
    ['ben', 'phone of ben'],
    ['cat', 'phone of cat'],
  ] as const) {
    await signIn(who)
    await client.joinGroup({ body: { code } })
    await client.registerToken({ body: { token, platform: 'ios' } })
  }
  await client.updateNotificationSettings({ body: { pushNotifications: false } })
  await client.triggerDailyGames()
  await signIn('ann')
  await client.startTurn()
  await client.skipTurn()
  expect((await client.getOutbox()).items).toEqual([
    {
      token: 'phone of ben',
      platform: 'ios',
      title: "It's your chance to play!",
      body: 'The turn is free. Draw or guess before midnight.',
    },
  ])
  await client.changeClock({ body: { to: 'midnight' } })
  await client.getToday()
  expect((await client.getOutbox()).items).toMatchObject([
    {},
    { token: 'phone of ben', title: 'The results are in!' },
  ])
})
