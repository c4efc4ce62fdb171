import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allowed, NOON, start } from '../../../core/rules/game/game.fixture.ts'
import { createGame, type Game, joinGame } from '../../../core/rules/game/game.ts'
import { playerDay } from '../../../engine/collections.ts'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { user } from '../shared/documents.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, serversOfDay } from './schema.fixture.ts'

/* Conflicts without a row to lock: two stores, as of two processes, depend on documents that do not exist yet. */

describe.each(serversOfDay)('two stores on $name', (server) => {
  let url: string
  let stores: PostgresStore[]

  beforeAll(async () => {
    url = await newSchema(server)
  })
  beforeEach(async () => {
    stores = [await PostgresStore.open(url), await PostgresStore.open(url)]
    await stores[0]?.replaceAll(async () => {})
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
      if (games.length === 0) tx.insert('games', publicGame(`g${at}`, 'ann'))
    })
    expect((await everythingIn(stores[0] as PostgresStore)).games).toHaveLength(1)
  })

  test('do not both rely on the absence of a document that the other adds', async () => {
    await atOnce(async (tx, at, both) => {
      const other = await tx.get('games', `g${1 - at}`)
      await both()
      if (!other) tx.insert('games', publicGame(`g${at}`, `player ${at}`))
    })
    expect((await everythingIn(stores[0] as PostgresStore)).games).toHaveLength(1)
  })

  test('do not both rely on a document that the other changes', async () => {
    await stores[0]?.transaction(async (tx) => {
      for (const id of ['g0', 'g1']) tx.insert('games', publicGame(id, 'ann'))
    })
    await atOnce(async (tx, at, both) => {
      const other = await tx.get('games', `g${1 - at}`)
      const own = await tx.get('games', `g${at}`)
      await both()
      if (own && other?.completedAt === null) tx.replace('games', own, { ...own, completedAt: NOON })
    })
    const games = (await everythingIn(stores[0] as PostgresStore)).games
    expect(games?.filter(({ completedAt }) => completedAt === null)).toHaveLength(1)
  })

  test('count a lost race for new documents as a conflict, and leave no error in the log of the database', async () => {
    const ann = user('ann')
    const refused: unknown[] = []
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const result = Reflect.apply(query, this, args)
      Promise.resolve(result).catch((error) => refused.push(error))
      return result
    })
    onTestFinished(() => spy.mockRestore())
    await atOnce(async (tx, _, both) => {
      const [known] = await tx.find('users', 'device', ann.deviceHash)
      const game = await tx.get('games', 'g')
      await both()
      if (!known) tx.insert('users', ann)
      if (!game) tx.insert('games', publicGame('g', 'ann'))
    })
    expect(refused).toEqual([])
    expect(stores.map((store) => store.figures().retries.changed).sort()).toEqual([0, 1])
    expect(await stores[0]?.transaction((tx) => tx.peekCount({ playersOf: '2026-03-07' }))).toBe(1)
  })

  test('notice that a document was removed and added again', async () => {
    const [first, second] = stores
    await first?.transaction(async (tx) => tx.insert('games', publicGame('g', 'ann')))
    let runs = 0
    await first?.transaction(async (tx) => {
      runs++
      const game = await tx.get('games', 'g')
      if (runs === 1) await second?.replaceAll((data) => data.insert('games', [publicGame('g', 'ben')]))
      if (game) tx.replace('games', game, { ...game, completedAt: NOON })
    })
    const game = await first?.transaction((tx) => tx.get('games', 'g'))
    expect(game?.players.map(({ userId }) => userId)).toEqual(['ben'])
    expect(runs).toBe(2)
  })

  test('count a player who was active in both once, and each day separately', async () => {
    const count = (day: string) => stores[0]?.transaction((tx) => tx.peekCount({ playersOf: day }))
    const note = (at: number, id: string, activeOn: string) =>
      stores[at]?.transaction(async (tx) => {
        const before = await tx.get('users', id)
        if (before) tx.replace('users', before, { ...before, activeOn })
        else tx.insert('users', { ...user(id), activeOn })
      })
    await Promise.all([note(0, 'ann', '2026-03-07'), note(1, 'ann', '2026-03-07')])
    await Promise.all([
      note(1, 'ben', '2026-03-07'),
      stores[0]?.transaction(async (tx) => tx.insert('games', publicGame('g', 'ben'))),
    ])
    expect(await count('2026-03-07')).toBe(2)
    await note(0, 'ann', '2026-03-08')
    expect([await count('2026-03-07'), await count('2026-03-08')]).toEqual([1, 1])
  })

  test('offer the next game if the queue of the preferred one grows before it is locked', async () => {
    const [first, second] = stores
    const preferred = playing(publicGame('preferred', 'ann', 'ben', 'cat'))
    await first?.transaction(async (tx) => {
      tx.insert('games', preferred)
      tx.insert('games', {
        ...playing(publicGame('next', 'dan', 'eve', 'fay')),
        createdAt: '2026-03-07T17:01:00.000Z',
      })
    })
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const { text } = args[0] as { text: string }
      if (text.includes('skip locked')) {
        spy.mockRestore()
        await second?.transaction(async (tx) => {
          const before = await tx.get('games', preferred.id)
          if (before) tx.replace('games', before, joinGame(before, 'gus', NOON))
        })
      }
      return Reflect.apply(query, this, args)
    })
    onTestFinished(() => spy.mockRestore())
    const games = await first?.transaction((tx) => tx.peekSearch('openPublicGames', '2026-03-07', NOON))
    expect(games?.map(({ id }) => id)).toEqual(['next'])
  })
})

const publicGame = (id: string, ...userIds: string[]): Game =>
  createGame({ id, kind: 'public', groupId: null, day: '2026-03-07', word: 'cat', now: NOON, userIds })

/** With a turn of the first player that started at noon. */
const playing = (game: Game): Game => allowed(start(game, game.players[0]?.userId ?? ''))
