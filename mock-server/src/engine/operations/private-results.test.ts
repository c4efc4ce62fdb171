import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../core/contract/client/client.ts'
import { createGame, type Game } from '../../core/rules/game/game.ts'
import { addDays } from '../../core/rules/time/day.ts'
import { createCrowd, crowdGroupId, crowdUserId } from '../../server/compose/crowd.fixture.ts'
import { crowdClient } from '../../server/compose/crowd-client.fixture.ts'
import { anyone, inOneGroup, newServer, overHttp, signIn } from '../../server/compose/friends.fixture.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'

/* Who gets the results of a group's games by their link, asked over HTTP without a token, while the group lives and after it. */

let server: RunningServer
let admin: Client

beforeAll(async () => {
  server = await startServer({
    port: 0,
    data: null,
    seed: 'private results',
    clock: '2026-03-07T12:00:00-05:00',
    adminKey: 'key of the admins',
  })
  admin = anyone(overHttp(server))
})
afterAll(() => server.close())

let players = 0

/** A group of one player, with a completed game and one of the next day that is still open. */
async function groupWithGames() {
  const name = `Ann${players++}`
  const host = await signIn(overHttp(server), name)
  const completed = await inOneGroup([host])
  await host.draw()
  await admin.changeClock({ body: { to: 'midnight' } })
  const { group, gameId } = await host.getToday()
  return { host, name, id: group?.id ?? '', gameIds: [completed, gameId ?? ''] }
}

type Ended = Awaited<ReturnType<typeof groupWithGames>>

const ENDS: readonly [string, (group: Ended) => Promise<unknown>][] = [
  ['its last member leaves', ({ host, id }) => host.leaveGroup({ params: { id } })],
  [
    'its last member deletes their account',
    ({ host, name }) => host.deleteAccount({ body: { username: name } }),
  ],
  ['an admin removes it', ({ id }) => admin.removeGroup({ params: { id } })],
]

/** 'NOT_FOUND' and such, or the word of the game. */
async function publicResults(gameId: string): Promise<string> {
  const reply = await (await fetch(`${server.url}/api/public/game/${gameId}/results`)).json()
  return reply.error?.code ?? reply.word
}

describe.each(ENDS)('a group ends as %s:', (_, end) => {
  test('private results stay private, also those of a game that was still open', async () => {
    const group = await groupWithGames()
    await group.host.updateGroupSettings({ params: { id: group.id }, body: { publicResults: false } })
    await end(group)
    await admin.changeClock({ body: { to: 'midnight' } })
    expect(await Promise.all(group.gameIds.map(publicResults))).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  test('public results stay public, also after the setting was changed twice', async () => {
    const group = await groupWithGames()
    const { host, id, gameIds } = group
    for (const isPublic of [false, true]) {
      await host.updateGroupSettings({ params: { id }, body: { publicResults: isPublic } })
      const expected = isPublic ? expect.not.stringMatching(/^NOT_FOUND$/) : 'NOT_FOUND'
      expect(await publicResults(gameIds[0] ?? '')).toEqual(expected)
    }
    await end(group)
    await admin.changeClock({ body: { to: 'midnight' } })
    const words = await Promise.all(gameIds.map(publicResults))
    expect(words).not.toContain('NOT_FOUND')
  })
})

test('the results of all games of a group stay public, after years of games', async () => {
  const store = new MemoryStore()
  await createCrowd(store, { groups: 1, membersEach: 1, createdAt: '2023-01-01T12:00:00.000Z' })
  const days = Array.from({ length: 800 }, (_, ago) => addDays('2026-03-06', -ago))
  const games = days.map((day, at): Game => {
    const now = `${day}T12:00:00.000Z`
    const userIds = [crowdUserId(0, 0)]
    const about = { kind: 'group', groupId: crowdGroupId(0), word: 'cat' } as const
    return { ...createGame({ id: `game_${at}`, day, now, userIds, ...about }), completedAt: now }
  })
  await store.transaction(async (tx) => {
    for (const game of games) tx.insert('games', game)
  })
  const years = newServer({ store })
  const host = await crowdClient(years.engine, 0)
  await host.leaveGroup({ params: { id: crowdGroupId(0) } })
  for (const { id, day } of games)
    expect(await anyone(years).getPublicResults({ params: { gameId: id } })).toMatchObject({ date: day })
})
