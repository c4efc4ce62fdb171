import { expect, test } from 'vitest'
import type { User } from '../../core/rules/players/user.ts'
import {
  anyone,
  inOnePublicGame,
  moveTo,
  newServer,
  signIn,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { storeWithMethods } from '../replaced-methods.fixture.ts'

/* What the roll-over removes because of its age. */

const DAY = 86_400_000

async function withPlayers<const N extends readonly string[]>(names: N) {
  const server = newServer()
  const players = await signInAll(server, names)
  const world = () => anyone(server).exportWorld()
  const usersIn = async () => (await world()).users as unknown as User[]
  /** Days pass, each with a roll-over. */
  const wait = async (days: number) => {
    for (let at = 0; at < days; at++) {
      server.clock.advance(DAY)
      await server.engine.rollOverIfDue()
    }
  }
  return { server, players, world, usersIn, wait }
}

test('an account without a finished turn and without a group goes after 30 days without a sign of its player', async () => {
  const names = ['Idle', 'Member', 'Drawer', 'Waiting', 'Visitor', 'Mover'] as const
  const { server, players, usersIn, wait, world } = await withPlayers(names)
  const [idle, member, drawer, waiting, , mover] = players
  await member.createGroup({ body: { name: 'Owls' } })
  await inOnePublicGame([drawer])
  await drawer.draw()
  await waiting.jumpIn()
  await moveTo(server, mover, 'tablet')
  await wait(29)
  expect(await usersIn()).toHaveLength(6)
  await signIn(server, 'Visitor')
  await signIn(server, 'tablet')
  await wait(2)
  const left = (await usersIn()).map(({ username }) => username).sort()
  expect(left).toEqual(['Drawer', 'Member', 'Visitor', 'tablet'])
  for (const { id } of [idle, waiting]) expect(JSON.stringify(await world())).not.toContain(id)
  await expect(idle.getProfile()).rejects.toMatchObject({ code: 'AUTH_INVALID' })
  await signIn(server, 'Idle')
  await wait(40)
  expect((await usersIn()).map(({ username }) => username).sort()).toEqual(['Drawer', 'Member'])
})

test('a player whose unused account went founds another group while the first one goes on', async () => {
  const { server, players, wait } = await withPlayers(['Founder', 'Friend'])
  const [founder, friend] = players
  const { id, code } = await founder.createGroup({ body: { name: 'Owls' } })
  await friend.joinGroup({ body: { code } })
  await founder.leaveGroup({ params: { id } })
  await wait(31)
  const back = await signIn(server, 'Founder')
  const second = await back.createGroup({ body: { name: 'Foxes' } })
  expect(second.id).not.toBe(id)
  expect(second.members).toHaveLength(1)
  const client = await signIn(server, 'Friend')
  expect(await client.getGroup({ params: { id } })).toMatchObject({ name: 'Owls' })
})

test('a player whose unused account went founds another group after the first one has ended', async () => {
  const { server, players, wait } = await withPlayers(['Founder', 'Friend'])
  const [founder, friend] = players
  const { id, code } = await founder.createGroup({ body: { name: 'Owls' } })
  await friend.joinGroup({ body: { code } })
  await founder.updateGroupSettings({ params: { id }, body: { publicResults: false } })
  const { gameId } = await friend.jumpIn()
  await founder.leaveGroup({ params: { id } })
  await friend.draw()
  await friend.leaveGroup({ params: { id } })
  await wait(31)
  const back = await signIn(server, 'Founder')
  const second = await back.createGroup({ body: { name: 'Foxes' } })
  expect(second.id).not.toBe(id)
  expect(second.code).not.toBe(code)
  await expect(back.getPublicResults({ params: { gameId: String(gameId) } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('expired move codes go with the next roll-over', async () => {
  const { players, world, wait } = await withPlayers(['Anna', 'Bella'])
  for (const client of players) await client.createMoveCode()
  expect((await world()).moveCodes).toHaveLength(2)
  await wait(1)
  expect((await world()).moveCodes).toEqual([])
})

test('signed-out devices are listed as long as their tokens live', async () => {
  const { server, players, usersIn, wait } = await withPlayers(['Anna'])
  const [anna] = players
  await anna.createGroup({ body: { name: 'Owls' } })
  const signedOut = async () => (await usersIn())[0]?.signedOut?.length ?? 0
  const signOutTablet = async () => {
    await moveTo(server, anna, 'tablet')
    const fresh = await signIn(server, 'Anna')
    const { devices } = await fresh.getDevices()
    const other = devices.find(({ current }) => !current)
    await fresh.removeDevice({ params: { id: other?.id ?? '' } })
  }
  await wait(2)
  await signOutTablet()
  await wait(10)
  await signOutTablet()
  expect(await signedOut()).toBe(2)
  await wait(19)
  expect(await signedOut()).toBe(2)
  await wait(1)
  expect(await signedOut()).toBe(1)
  await wait(10)
  expect(await signedOut()).toBe(0)
})

test('an eleventh push token replaces the oldest', async () => {
  const { server, players } = await withPlayers(['Anna'])
  const [client] = players
  for (let at = 0; at < 12; at++) {
    await client.registerToken({ body: { token: `phone ${String(at).padStart(2, '0')}`, platform: 'ios' } })
    server.clock.advance(1000)
  }
  const { tokens } = await client.getTokens()
  expect(tokens.map(({ token }) => token)).toEqual(
    Array.from({ length: 10 }, (_, at) => `phone ${String(at + 2).padStart(2, '0')}`),
  )
})

test('an export waits for the games of the day, and not for the clean-up', async () => {
  let goOn = () => {}
  let held = Promise.resolve()
  const store = storeWithMethods(new MemoryStore(), (tx) => ({
    async peekSearch(name, ...parameters) {
      if (name === 'usersToCleanUp') await held
      return tx.peekSearch(name, ...parameters)
    },
  }))
  const server = newServer({ store })
  const anna = await signIn(server, 'Anna')
  await anna.createGroup({ body: { name: 'Owls' } })
  await server.engine.rollOverIfDue()
  held = new Promise((resolve) => {
    goOn = resolve
  })
  server.clock.advance(DAY)
  expect((await anna.exportWorld()).games).toMatchObject([{ day: '2026-03-08' }])
  goOn()
  await server.engine.rollOverIfDue()
})
