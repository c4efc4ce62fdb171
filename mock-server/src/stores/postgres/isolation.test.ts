import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { playerDay, type Transaction } from '../../engine/store.ts'
import { createGame, type Game } from '../../rules/game.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, servers, sql } from './schema.fixture.ts'

/* Conflicts without a row to lock: two stores, as of two processes, depend on documents that do not exist yet. */

describe.each(servers)('two stores on $name', (server) => {
  let url: string
  let stores: PostgresStore[]

  beforeEach(async () => {
    url = await newSchema(server)
    stores = [await PostgresStore.open(url), await PostgresStore.open(url)]
  })
  afterEach(async () => {
    for (const store of stores) await store.close()
  })

  /** Runs `work` on each store. In the first attempts, `both` waits for the other store. */
  async function atOnce(work: (tx: Transaction, at: number, both: () => Promise<void>) => Promise<void>) {
    let arrived = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    const both = async () => {
      if (++arrived === stores.length) meet()
      await met
    }
    await Promise.all(stores.map((store, at) => store.transaction((tx) => work(tx, at, both))))
  }

  test('do not both rely on a list that the other adds to', async () => {
    const key = playerDay('ann', '2026-03-07')
    await atOnce(async (tx, at, both) => {
      const games = await tx.find('games', 'playerDay', key)
      await both()
      if (games.length === 0) tx.put('games', publicGame(`g${at}`, 'ann'))
    })
    expect(await stores[0]?.transaction((tx) => tx.all('games'))).toHaveLength(1)
  })

  test('do not both rely on the absence of a document that the other adds', async () => {
    await atOnce(async (tx, at, both) => {
      const other = await tx.get('games', `g${1 - at}`)
      await both()
      if (!other) tx.put('games', publicGame(`g${at}`, `player ${at}`))
    })
    expect(await stores[0]?.transaction((tx) => tx.all('games'))).toHaveLength(1)
  })

  test('do not both rely on a document that the other changes', async () => {
    await stores[0]?.transaction(async (tx) => {
      for (const id of ['g0', 'g1']) tx.put('games', publicGame(id, 'ann'))
    })
    await atOnce(async (tx, at, both) => {
      const other = await tx.get('games', `g${1 - at}`)
      const own = await tx.get('games', `g${at}`)
      await both()
      if (own && other?.completedAt === null) tx.put('games', { ...own, completedAt: NOON })
    })
    const games = await stores[0]?.transaction((tx) => tx.all('games'))
    expect(games?.filter(({ completedAt }) => completedAt === null)).toHaveLength(1)
  })

  test('notice that a document was removed and added again', async () => {
    const [first, second] = stores
    await first?.transaction(async (tx) => tx.put('games', publicGame('g', 'ann')))
    let runs = 0
    await first?.transaction(async (tx) => {
      runs++
      const game = await tx.get('games', 'g')
      if (runs === 1) {
        await second?.transaction(async (other) => {
          other.clear()
          other.put('games', publicGame('g', 'ben'))
        })
      }
      if (game) tx.put('games', { ...game, completedAt: NOON })
    })
    const game = await first?.transaction((tx) => tx.get('games', 'g'))
    expect(game?.players.map(({ userId }) => userId)).toEqual(['ben'])
    expect(runs).toBe(2)
  })

  test('count a player who was active in both once, and each day separately', async () => {
    const count = (day: string) => stores[0]?.transaction((tx) => tx.countPlayers(day))
    const note = (at: number, userId: string, day: string) =>
      stores[at]?.transaction(async (tx) => tx.noteActive(userId, day))
    await note(0, 'ann', '2026-03-07')
    await note(1, 'ann', '2026-03-07')
    await note(1, 'ben', '2026-03-07')
    await stores[0]?.transaction(async (tx) => tx.put('games', publicGame('g', 'ben')))
    expect(await count('2026-03-07')).toBe(2)
    await note(0, 'ann', '2026-03-08')
    expect([await count('2026-03-07'), await count('2026-03-08')]).toEqual([2, 1])
  })

  test('find a public game by its index among many games of another day', async () => {
    await stores[0]?.transaction(async (tx) => {
      for (let at = 0; at < 3000; at++)
        tx.put('games', { ...publicGame(`g${at}`, `p${at}`), day: '2026-03-06' })
    })
    await sql(url, 'analyze games')
    const plan = await sql(
      url,
      `explain select t.id from games t where t.takes_players and t.turn_deadline is null and t.day = '2026-03-07'
       order by t.day, t.created_at, t.id limit 1`,
    )
    expect(JSON.stringify(plan.rows)).toContain('games_startable')
  })
})

const NOON = '2026-03-07T17:00:00.000Z'

const publicGame = (id: string, ...userIds: string[]): Game =>
  createGame({ id, kind: 'public', groupId: null, day: '2026-03-07', word: 'cat', now: NOON, userIds })
