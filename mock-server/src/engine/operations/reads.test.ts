import { expect, test } from 'vitest'
import { newServer, signIn } from '../../server/compose/friends.fixture.ts'
import { MemoryStore } from '../../server/stores/memory/memory-store.ts'
import { storeWithMethods } from '../replaced-methods.fixture.ts'
import type { Store } from '../store.ts'
import type { Transaction } from '../transaction.ts'

/* Each read of a transaction is a round trip to a database, so no call may make more of them for more data. */

/** Counts the calls of all methods that return a promise. */
function counting(inner: Store) {
  let reads = 0
  const counted = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const result = value.apply(target, args)
          if (result instanceof Promise) reads++
          return result
        }
      },
    })
  const store: Store = {
    transaction: (work) => inner.transaction((tx) => work(counted(tx))),
    snapshot: () => inner.snapshot(),
    replaceAll: (write, options) => inner.replaceAll(write, options),
    close: () => inner.close(),
  }
  const countOf = async (call: () => Promise<unknown>) => {
    const before = reads
    await call()
    return reads - before
  }
  return { store, countOf }
}

/** The number of reads of each call, with `size` members who all played and reacted, and games on `size` days. */
async function readsWith(size: number): Promise<Record<string, number>> {
  const { store, countOf } = counting(new MemoryStore())
  const server = newServer({ store })
  const client = await signIn(server, 'Ann')
  for (let daysAgo = 2; daysAgo < size + 2; daysAgo++) {
    await client.createMockGame({ body: { userId: client.id, daysAgo } })
  }
  const { id, code } = await client.createGroup({ body: { name: 'Owls' } })
  const members = [client]
  for (let at = 1; at < size; at++) {
    const member = await signIn(server, `Member${at}`)
    await member.joinGroup({ body: { code } })
    members.push(member)
  }
  await client.triggerDailyGames()
  const { gameId } = await client.completeUserGame()
  for (let stepIndex = 0; stepIndex < size; stepIndex++) {
    for (const member of members) {
      await member.addReaction({ params: { gameId }, body: { stepIndex, reactionType: 'love' } })
    }
  }
  const today = {
    getToday: await countOf(() => client.getToday()),
    getGroup: await countOf(() => client.getGroup({ params: { id } })),
    getGame: await countOf(() => client.getGame({ params: { id: gameId } })),
    getPublicResults: await countOf(() => client.getPublicResults({ params: { gameId } })),
    getHistory: await countOf(() => client.getHistory({ query: { limit: 50 } })),
    getReactions: await countOf(() => client.getReactions({ params: { gameId } })),
    addReaction: await countOf(() =>
      client.addReaction({ params: { gameId }, body: { stepIndex: 0, reactionType: 'wow' } }),
    ),
    getDailyStats: await countOf(() => client.getDailyStats()),
  }
  server.clock.advance(24 * 60 * 60 * 1000)
  await client.triggerDailyGames()
  return { ...today, getYesterdayResults: await countOf(() => client.getYesterdayResults()) }
}

test('no call of a player reads more often for more members, steps or days', async () => {
  expect(await readsWith(6)).toEqual(await readsWith(2))
})

test('a history is answered even if the world is reset meanwhile', async () => {
  const inner = new MemoryStore()
  const resetAfterList = storeWithMethods(inner, (tx) => ({
    async peekSearch(name, ...parameters) {
      const games = await tx.peekSearch(name, ...parameters)
      if (name === 'gamesOfPlayer' && games.length > 0) await inner.replaceAll(async () => {})
      return games
    },
  }))
  const client = await signIn(newServer({ store: resetAfterList }), 'Ann')
  await client.createMockGame({ body: { userId: client.id } })
  expect(await client.getHistory({ query: {} })).toMatchObject({ entries: [], summary: { daysPlayed: 1 } })
})
