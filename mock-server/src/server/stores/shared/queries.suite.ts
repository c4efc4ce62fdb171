import { expect, test, vi } from 'vitest'
import { allowed, draw, NOON, start } from '../../../core/rules/game/game.fixture.ts'
import { createGame, type Game, joinGame } from '../../../core/rules/game/game.ts'
import { summaryOf } from '../../../core/rules/game/history.ts'
import { groupDay, playerDay } from '../../../engine/collections.ts'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import type { Store } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { drawingEntry, group, user } from './documents.fixture.ts'

/** The tests of the store suite about queries and retries. */
export function queryTests(storeOf: () => Store): void {
  const write = (work: (tx: Transaction) => void) => storeOf().transaction(async (tx) => work(tx))
  const read = <T>(work: (tx: Transaction) => Promise<T>) => storeOf().transaction(work)
  /** Replaces existing games. */
  const change = (...games: Game[]) =>
    read(async (tx) => {
      for (const game of games) {
        const before = await tx.get('games', game.id)
        if (before) tx.replace('games', before, game)
      }
    })
  const idsOf = (documents: readonly { readonly id: string }[]) => documents.map(({ id }) => id)

  test('finds the users and move codes that may have to go', async () => {
    const then = '2026-03-07T17:00:00.000Z'
    const later = '2026-03-08T17:00:00.000Z'
    const unused = (id: string) => ({ ...user(id), groupId: null, createdAt: then })
    await write((tx) => {
      tx.insert('users', unused('a-unused'))
      tx.insert('users', { ...unused('b-seen'), seenAt: later })
      tx.insert('users', { ...unused('c-active'), activeOn: '2026-03-08' })
      tx.insert('users', { ...unused('d-active-then'), activeOn: '2026-03-07' })
      tx.insert('users', { ...unused('e-new'), createdAt: later })
      tx.insert('users', { ...unused('f-member'), groupId: 'owls' })
      tx.insert('users', { ...unused('g-player'), hasPlayed: true })
      tx.insert('users', { ...unused('h-deleted'), hasPlayed: true, deletedAt: later })
      tx.insert('users', { ...unused('i-signed-out'), groupId: 'owls', signedOut: [{ id: 'x', at: then }] })
      tx.insert('users', { ...unused('j-not-yet'), groupId: 'owls', signedOut: [{ id: 'x', at: later }] })
      tx.insert('moveCodes', { id: 'ann', code: 'AAAA2222', expiresAt: then })
      tx.insert('moveCodes', { id: 'ben', code: 'BBBB2222', expiresAt: later })
    })
    const usersAfter = async (id: string, limit: number) =>
      idsOf(await read((tx) => tx.peekSearch('usersToCleanUp', then, id, limit)))
    const all = ['a-unused', 'd-active-then', 'h-deleted', 'i-signed-out']
    expect(await usersAfter('', 9)).toEqual(all)
    expect(await usersAfter('', 2)).toEqual(all.slice(0, 2))
    expect(await usersAfter('d-active-then', 9)).toEqual(all.slice(2))
    expect(idsOf(await read((tx) => tx.peekSearch('expiredMoveCodes', then, 9)))).toEqual(['ann'])
  })

  test('returns many documents at once, in the requested order', async () => {
    await write((tx) => {
      for (const id of ['owls', 'cats', 'bats']) tx.insert('groups', group(id))
    })
    await read(async (tx) => {
      tx.insert('groups', group('ants'))
      await tx.get('groups', 'bats')
      tx.remove('groups', 'bats')
      expect(idsOf(await tx.peek('groups', 'id', ['owls', 'nobody', 'bats', 'ants']))).toEqual([
        'owls',
        'ants',
      ])
    })
  })

  test('finds documents under many keys at once', async () => {
    await write((tx) => {
      tx.insert('games', groupGame('g1', 'owls', '2026-03-07'))
      tx.insert('games', groupGame('g2', 'cats', '2026-03-07'))
      tx.insert('games', groupGame('g3', 'owls', '2026-03-08'))
    })
    const keys = ['owls', 'cats', 'bats'].map((id) => groupDay(id, '2026-03-07'))
    await read(async (tx) => {
      tx.insert('games', groupGame('g4', 'bats', '2026-03-07'))
      expect(idsOf(await tx.peek('games', 'groupDay', keys))).toEqual(['g1', 'g2', 'g4'])
      const twice = ['2026-03-08', '2026-03-07', '2026-03-08'].map((day) => playerDay('ann', day))
      expect(idsOf(await tx.peek('games', 'playerDay', twice))[0]).toBe('g3')
      expect(await tx.peek('games', 'playerDay', twice)).toHaveLength(4)
    })
  })

  test('pages through the groups', async () => {
    await write((tx) => {
      for (const id of ['d', 'a', 'c', 'b', 'e']) tx.insert('groups', group(id))
    })
    await write(async (tx) => {
      await tx.get('groups', 'c')
      tx.remove('groups', 'c')
    })
    expect(idsOf(await read((tx) => tx.peekSearch('groups', '', '', 2)))).toEqual(['a', 'b'])
    expect(idsOf(await read((tx) => tx.peekSearch('groups', '', 'b', 2)))).toEqual(['d', 'e'])
    expect(await read((tx) => tx.peekSearch('groups', '', 'e', 2))).toEqual([])
  })

  test('finds the open games of earlier days in which no turn runs', async () => {
    const running = playing(groupGame('running', 'owls', '2026-03-07'), '2026-03-07T17:00:00.000Z')
    await write((tx) => {
      tx.insert('games', { ...groupGame('over', 'ants', '2026-03-07'), completedAt: NOON })
      tx.insert('games', running)
      tx.insert('games', groupGame('idle', 'bats', '2026-03-07'))
      tx.insert('games', groupGame('older', 'cats', '2026-01-01'))
      tx.insert('games', groupGame('today', 'dogs', '2026-03-08'))
    })
    const inGrace = '2026-03-07T17:05:09.999Z'
    const toClose = (now: string, limit: number) =>
      read((tx) => tx.peekSearch('gamesToClose', '2026-03-08', now, limit))
    expect(idsOf(await toClose(inGrace, 9))).toEqual(['older', 'idle'])
    expect(idsOf(await toClose('2026-03-07T17:05:10.000Z', 9))).toEqual(['older', 'idle', 'running'])
    expect(idsOf(await toClose(inGrace, 1))).toEqual(['older'])
    expect(await read((tx) => tx.peekCount('openGames'))).toBe(4)
    await change({ ...groupGame('older', 'cats', '2026-01-01'), completedAt: NOON })
    expect(await read((tx) => tx.peekCount('openGames'))).toBe(3)
    expect(idsOf(await toClose(inGrace, 9))).toEqual(['idle'])
  })

  test('finds the open games of a day with a single entry that nobody is about to continue', async () => {
    const lone = (id: string, at = NOON): Game => {
      return { ...groupGame(id, id, '2026-03-07'), entries: [drawingEntry('d', { at })] }
    }
    await write((tx) => {
      tx.insert('games', lone('b'))
      tx.insert('games', lone('a'))
      tx.insert('games', groupGame('none', 'none', '2026-03-07'))
      tx.insert('games', { ...lone('two'), entries: [drawingEntry('d'), drawingEntry('d')] })
      tx.insert('games', { ...lone('over'), completedAt: NOON })
      tx.insert('games', { ...lone('other-day'), day: '2026-03-06' })
      tx.insert('games', { ...lone('public'), kind: 'public', groupId: null })
      tx.insert('games', lone('later', '2026-03-07T18:00:00.000Z'))
      tx.insert('games', playing(lone('running'), '2026-03-07T17:00:00.000Z'))
    })
    const found = (kind: Game['kind'], now: string, limit = 9) =>
      read((tx) => tx.peekSearch('loneGames', '2026-03-07', kind, { from: NOON, now }, limit))
    expect(idsOf(await found('group', '2026-03-07T17:05:09.999Z'))).toEqual(['a', 'b'])
    expect(idsOf(await found('group', '2026-03-07T17:05:10.000Z'))).toEqual(['a', 'b', 'running'])
    expect(idsOf(await found('group', '2026-03-07T17:05:10.000Z', 1))).toEqual(['a'])
    expect(idsOf(await found('public', NOON))).toEqual(['public'])
  })

  test('returns due entries of the outbox, the earliest first', async () => {
    await write((tx) => {
      tx.insert('outbox', { gameId: 'a', dueAt: '2026-03-09T05:00:00.000Z' })
      tx.insert('outbox', { gameId: 'b', dueAt: '2026-03-08T05:00:00.000Z' })
      tx.insert('outbox', { gameId: 'c', dueAt: '2026-03-10T05:00:00.000Z' })
    })
    const due = async (now: string, limit: number) =>
      (await read((tx) => tx.peekSearch('unannouncedGames', now, limit))).map(({ gameId }) => gameId)
    expect(await due('2026-03-09T05:00:00.000Z', 9)).toEqual(['b', 'a'])
    expect(await due('2026-03-09T05:00:00.000Z', 1)).toEqual(['b'])
    await write(async (tx) => {
      await tx.get('outbox', 'b')
      tx.remove('outbox', 'b')
    })
    expect(await due('2026-03-09T04:59:59.999Z', 9)).toEqual([])
  })

  test('returns due notifications, the earliest first, and those of a player', async () => {
    const message = (id: string, userId: string, dueAt: string) => ({
      id,
      kind: 'results' as const,
      userId,
      gameId: 'g1',
      day: '2026-03-07',
      dueAt,
      expiresAt: '2026-03-12T05:00:00.000Z',
      tokens: [`{"endpoint":"https://push.example/${id}"}`],
    })
    const a = message('results a', 'ann', '2026-03-09T05:00:00.000Z')
    const b = message('results b', 'ben', '2026-03-08T05:00:00.000Z')
    await write((tx) => {
      for (const each of [a, b, message('results c', 'ann', '2026-03-10T05:00:00.000Z')])
        tx.insert('messages', each)
    })
    const due = (now: string, limit: number) => read((tx) => tx.peekSearch('dueMessages', now, limit))
    expect(await due('2026-03-09T05:00:00.000Z', 9)).toEqual([b, a])
    expect(await due('2026-03-09T05:00:00.000Z', 1)).toEqual([b])
    expect(await read((tx) => tx.peek('messages', 'user', ['ben', 'cat']))).toEqual([b])
    const later = { ...b, dueAt: '2026-03-11T05:00:00.000Z' }
    await write(async (tx) => {
      const [stored] = await tx.peekSearch('dueMessages', '2026-03-08T05:00:00.000Z', 1)
      if (stored) tx.replace('messages', stored, later)
    })
    expect(await due('2026-03-09T05:00:00.000Z', 9)).toEqual([a])
  })

  test('counts every player of a day once', async () => {
    const day = '2026-03-07'
    const count = () => read((tx) => tx.peekCount({ playersOf: day }))
    await write((tx) => {
      tx.insert('games', publicGame('p1', 0, 'ann', 'ben'))
      tx.insert('games', {
        ...groupGame('g1', 'owls', day),
        players: publicGame('', 0, 'ben', 'cat').players,
      })
      tx.insert('games', { ...publicGame('p2', 0, 'dan'), day: '2026-03-06' })
    })
    expect(await count()).toBe(3)
    await write((tx) => {
      for (const id of ['ben', 'cat', 'eve']) tx.insert('users', { ...user(id), activeOn: day })
      tx.insert('users', user('gus'))
    })
    expect(await count()).toBe(4)
    await change(publicGame('p1', 0, 'ann', 'eve'))
    expect(await count()).toBe(4)
    await write(async (tx) => {
      await tx.get('games', 'p1')
      tx.remove('games', 'p1')
    })
    expect(await count()).toBe(3)
    expect(await read((tx) => tx.peekCount({ playersOf: '2026-03-06' }))).toBe(1)
    await write(async (tx) => {
      await tx.get('games', 'g1')
      tx.remove('games', 'g1')
      tx.insert('games', publicGame('p3', 0, 'ben', 'dan'))
      tx.insert('users', { ...user('fay'), activeOn: day })
    })
    expect(await count()).toBe(5)
    await write(async (tx) => {
      await tx.get('games', 'p3')
      tx.remove('games', 'p3')
    })
    expect(await count()).toBe(4)
    await write(async (tx) => {
      const [eve, fay] = [await tx.get('users', 'eve'), await tx.get('users', 'fay')]
      if (eve) tx.replace('users', eve, { ...eve, activeOn: '2026-03-08' })
      if (fay) tx.replace('users', fay, { ...fay, username: 'Fay' })
      await tx.get('users', 'cat')
      tx.remove('users', 'cat')
    })
    expect(await count()).toBe(2)
    expect(await read((tx) => tx.peekCount({ playersOf: '2026-03-08' }))).toBe(1)
  })

  test('offers a public game in which nobody plays before any queue, the oldest first', async () => {
    await write((tx) => {
      tx.insert('games', publicGame('late', 2, 'ann'))
      tx.insert('games', publicGame('early', 1, 'ben', 'cat', 'dan', 'eve'))
      tx.insert('games', { ...publicGame('yesterday', 0, 'fay'), day: '2026-03-06' })
      tx.insert('games', groupGame('group', 'owls', '2026-03-07'))
      tx.insert('games', { ...publicGame('over', 0, 'gus'), completedAt: NOON })
      tx.insert('games', publicGame('full', 0, '1', '2', '3', '4', '5', '6', '7', '8'))
      tx.insert('games', playing(publicGame('queue', 0, 'hal', 'ida'), NOON))
    })
    const [first] = await read((tx) => tx.peekSearch('openPublicGames', '2026-03-07', NOON))
    expect(first?.id).toBe('early')
  })

  test('offers a public game whose turn has expired or is free, the oldest first, then the shortest queue under three', async () => {
    await write((tx) => {
      tx.insert('games', playing(publicGame('long', 0, 'ann', 'a', 'b', 'c'), NOON))
      tx.insert('games', playing(publicGame('two', 0, 'ben', 'd', 'e'), NOON))
      tx.insert('games', playing(publicGame('one', 1, 'cat', 'f'), NOON))
      tx.insert('games', playing(publicGame('one too', 2, 'dan', 'g'), NOON))
    })
    const first = async (now: string) =>
      (await read((tx) => tx.peekSearch('openPublicGames', '2026-03-07', now))).map(({ id }) => id)[0]
    expect(await first(NOON)).toBe('one')
    const early = playing(publicGame('long', 0, 'ann', 'a', 'b', 'c'), '2026-03-07T16:50:00.000Z')
    await change(early)
    await write((tx) => tx.insert('games', publicGame('idle', 3, 'eve')))
    expect(await first(NOON)).toBe('long')
    await change({ ...early, completedAt: NOON })
    expect(await first(NOON)).toBe('idle')
    await write(async (tx) => {
      for (const id of ['idle', 'one', 'one too', 'two']) {
        await tx.get('games', id)
        tx.remove('games', id)
      }
    })
    expect(await first(NOON)).toBeUndefined()
  })

  test('gives no two transactions the same public game at once, and loses no player', async () => {
    await write((tx) => tx.insert('games', publicGame('p', 0, 'ann')))
    const names = Array.from({ length: 40 }, (_, at) => `player ${at}`)
    let runs = 0
    await Promise.all(
      names.map((name) =>
        read(async (tx) => {
          runs++
          const [open] = await tx.peekSearch('openPublicGames', '2026-03-07', NOON)
          await Promise.resolve()
          if (open) tx.replace('games', open, joinGame(open, name, NOON))
          else tx.insert('games', publicGame(`of ${name}`, 0, name))
        }),
      ),
    )
    const games = await read((tx) => tx.peekSearch('gamesOfDay', '2026-03-07'))
    const players = games.flatMap((game) => game.players.map(({ userId }) => userId))
    expect(players.sort()).toEqual(['ann', ...names].sort())
    expect(Math.max(...games.map((game) => game.players.length))).toBeLessThanOrEqual(8)
    expect(runs).toBeLessThan(2 * names.length)
  })

  test('adds a document only once, however many transactions add it', async () => {
    const created: string[] = []
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const isMine = await read(async (tx) => {
          const there = await tx.peek('games', 'groupDay', [groupDay('owls', '2026-03-07')])
          await Promise.resolve()
          if (there.length === 0) tx.insert('games', groupGame('g', 'owls', '2026-03-07'))
          return there.length === 0
        })
        if (isMine) created.push(name)
      }),
    )
    expect(created).toHaveLength(1)
  })

  test('lets only one transaction take an entry of the outbox', async () => {
    await write((tx) => {
      for (const gameId of ['a', 'b', 'c']) tx.insert('outbox', { gameId, dueAt: NOON })
    })
    const takeOne = () =>
      read(async (tx) => {
        const [entry] = await tx.peekSearch('unannouncedGames', NOON, 1)
        await Promise.resolve()
        if (entry) tx.remove('outbox', entry.gameId)
        return entry?.gameId
      })
    const taken = await Promise.all([takeOne(), takeOne(), takeOne(), takeOne()])
    expect(taken.filter((each) => each !== undefined).sort()).toEqual(['a', 'b', 'c'])
  })

  test('does not retry a transaction after a change of data that it only shows', async () => {
    await write((tx) => tx.insert('groups', group('owls')))
    let runs = 0
    await read(async (tx) => {
      runs++
      await tx.peek('groups', 'id', ['owls'])
      await tx.peekSearch('gamesOfDay', '2026-03-07')
      await read(async (other) => {
        const owls = await other.get('groups', 'owls')
        if (owls) other.replace('groups', owls, { ...owls, name: `Owls ${runs}` })
        other.insert('games', groupGame(`g${runs}`, 'owls', '2026-03-07'))
      })
      tx.insert('groups', group('cats'))
    })
    expect(runs).toBe(1)
  })

  test('lists the games of a player, without drawings and guesses', async () => {
    await write((tx) => {
      tx.insert('games', drawn(publicGame('p2', 0, 'ann', 'ben')))
      tx.insert('games', publicGame('p1', 0, 'ann'))
      tx.insert('games', publicGame('p3', 0, 'ben'))
    })
    await change(publicGame('p1', 0, 'cat'))
    await write((tx) => tx.insert('games', publicGame('p4', 0, 'ann')))
    const games = await read((tx) => tx.peekSearch('gamesOfPlayer', 'ann'))
    expect(games.map(({ id, userIds, playedBy }) => [id, userIds, playedBy])).toEqual([
      ['p2', ['ann', 'ben'], ['ann']],
      ['p4', ['ann'], []],
    ])
    expect(games[0]).toEqual(summaryOf(drawn(publicGame('p2', 0, 'ann', 'ben'))))
  })

  test('finds nothing of what was replaced', async () => {
    await write((tx) => {
      tx.insert('groups', group('owls'))
      tx.insert('groups', group('cats'))
      tx.insert('games', publicGame('p', 0, 'ann'))
      tx.insert('outbox', { gameId: 'p', dueAt: NOON })
      tx.insert('users', { ...user('ben'), activeOn: '2026-03-07' })
    })
    await storeOf().replaceAll((data) => data.insert('groups', [{ ...group('cats'), name: 'Other cats' }]))
    expect(idsOf(await read((tx) => tx.peek('groups', 'id', ['owls', 'cats'])))).toEqual(['cats'])
    expect((await everythingIn(storeOf())).groups).toEqual([{ ...group('cats'), name: 'Other cats' }])
    expect(await read((tx) => tx.peekSearch('gamesOfDay', '2026-03-07'))).toEqual([])
    expect(await read((tx) => tx.peekSearch('unannouncedGames', NOON, 9))).toEqual([])
    expect(await read((tx) => tx.peekCount({ playersOf: '2026-03-07' }))).toBe(0)
  })

  test('lets one transaction hold a lock at a time', async () => {
    let holders = 0
    let max = 0
    const hold = (fails: boolean) =>
      read(async (tx) => {
        await tx.lock('sweep')
        max = Math.max(max, ++holders)
        await new Promise((resolve) => setTimeout(resolve))
        holders--
        if (fails) throw new Error('on purpose')
      })
    await Promise.allSettled([hold(false), hold(true), hold(false)])
    expect(max).toBe(1)
  })

  test('lets two transactions hold different locks', async () => {
    const holders = new Set<string>()
    await Promise.all(
      ['sweep', 'another'].map((name) =>
        read(async (tx) => {
          await tx.lock(name)
          holders.add(name)
          await vi.waitFor(() => expect(holders.size).toBe(2), 15_000)
        }),
      ),
    )
  })
}

const groupGame = (id: string, groupId: string, day: string): Game =>
  createGame({ id, kind: 'group', groupId, day, word: 'cat', now: NOON, userIds: ['ann'] })

/** @param second of its creation */
const publicGame = (id: string, second: number, ...userIds: string[]): Game => ({
  ...createGame({ id, kind: 'public', groupId: null, day: '2026-03-07', word: 'cat', now: NOON, userIds }),
  createdAt: `2026-03-07T16:00:0${second}.000Z`,
})

/** Starts the turn of the first player at `now`. */
const playing = (game: Game, now: string): Game => allowed(start(game, game.players[0]?.userId ?? '', now))

/** With the drawing of the first player. */
const drawn = (game: Game): Game => allowed(draw(playing(game, NOON), game.players[0]?.userId ?? ''))
