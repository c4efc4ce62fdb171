import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_TOKEN_BYTES } from '../../../core/contract/schemas/notifications.ts'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import { createGame, type Game, joinGame } from '../../../core/rules/game/game.ts'
import { groupDay, playerDay } from '../../../engine/collections.ts'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import { type Store, StoreUnavailableError } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { completeWorld } from '../../../engine/world/complete-world.fixture.ts'
import { restoreWorld } from '../../../engine/world/restore-world.ts'
import { writeWorld } from '../../../engine/world/write-world.ts'
import { nodeCodecs } from '../../platform/node-codecs.ts'
import { drawingEntry, user } from './documents.fixture.ts'
import { moderationQueryTests } from './moderation-queries.suite.ts'
import { queryTests } from './queries.suite.ts'

/**
 * Tests that every store must pass.
 * @param reopen opens a store on the same data; absent for a store without persistence.
 * @param whileFull runs `work` while the store opened last cannot write; absent for a store that always can.
 */
export function storeSuite(
  name: string,
  open: () => Promise<Store>,
  reopen?: (closed: Store) => Promise<Store>,
  whileFull?: (work: () => Promise<void>) => Promise<void>,
): void {
  describe(name, () => {
    let store: Store

    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const write = (work: (tx: Transaction) => void) => store.transaction(async (tx) => work(tx))
    const read = <T>(work: (tx: Transaction) => Promise<T>) => store.transaction(work)

    test('finds documents by id and by index', async () => {
      await write((tx) => {
        tx.insert('users', user('ann'))
        tx.insert('games', game('g1', 'ann', 'ben'))
      })
      expect(await read((tx) => tx.get('users', 'ann'))).toEqual(user('ann'))
      expect(await read((tx) => tx.find('users', 'device', 'hash of ann'))).toEqual([user('ann')])
      const key = playerDay('ben', '2026-03-07')
      expect(await read((tx) => tx.find('games', 'playerDay', key))).toEqual([game('g1', 'ann', 'ben')])
      expect(await read((tx) => tx.find('games', 'groupDay', groupDay('owls', '2026-03-07')))).toHaveLength(1)
    })

    test('finds nothing under unknown ids and keys', async () => {
      expect(await read((tx) => tx.get('users', 'nobody'))).toBeUndefined()
      expect(await read((tx) => tx.find('groups', 'code', 'NOCODE'))).toEqual([])
      expect(await read(async (tx) => (await tx.blobs(['0'.repeat(64)])).get('0'.repeat(64)))).toBeUndefined()
    })

    test('stores push tokens of the maximum length', async () => {
      const hashes = Array.from({ length: 41 }, (_, at) => nodeCodecs.sha256(Uint8Array.of(at)))
      const token = hashes.join('').slice(0, MAX_TOKEN_BYTES)
      const document = { token, platform: 'web', userId: 'ann', deviceId: null, createdAt: NOON } as const
      await write((tx) => tx.insert('pushTokens', document))
      expect(await read((tx) => tx.get('pushTokens', token))).toEqual(document)
    })

    test('updates its indexes', async () => {
      await write((tx) => tx.insert('games', game('g1', 'ann')))
      await read(async (tx) => {
        const before = await tx.get('games', 'g1')
        if (before) tx.replace('games', before, { ...game('g1', 'ben'), completedAt: NOON })
      })
      expect(await read((tx) => tx.find('games', 'playerDay', playerDay('ann', '2026-03-07')))).toEqual([])
      expect(await read((tx) => tx.find('games', 'playerDay', playerDay('ben', '2026-03-07')))).toHaveLength(
        1,
      )
    })

    test('removes documents', async () => {
      await write((tx) => {
        tx.insert('users', user('ann'))
        tx.insert('games', game('g1', 'ann'))
      })
      await write(async (tx) => {
        await tx.get('users', 'ann')
        tx.remove('users', 'ann')
        await tx.get('games', 'g1')
        tx.remove('games', 'g1')
      })
      expect((await everythingIn(store)).users).toEqual([])
      expect(await read((tx) => tx.peekSearch('gamesOfDay', '2026-03-07'))).toEqual([])
    })

    test('keeps the list of deleted accounts when all else is replaced', async () => {
      await write((tx) => {
        tx.insert('users', user('ann'))
        tx.insert('deletedAccounts', { id: 'before' })
      })
      await store.replaceAll(async (data) => {
        await write((tx) => tx.insert('deletedAccounts', { id: 'meanwhile' }))
        await data.insert('users', [user('cat')])
      })
      const { deletedAccounts, users } = await everythingIn(store)
      expect(deletedAccounts.map(({ id }) => id)).toEqual(['before', 'meanwhile'])
      expect(users.map(({ id }) => id)).toEqual(['cat'])
    })

    test.each([
      ['ann', 'zoe'],
      ['zoe', 'ann'],
    ])('lets %s take the device that %s gives up in the same transaction', async (taker, owner) => {
      await write((tx) => tx.insert('users', { ...user(owner), deviceHash: 'device' }))
      await write(async (tx) => {
        const [before] = await tx.find('users', 'device', 'device')
        if (!before) throw new Error('The device has no player')
        tx.replace('users', before, { ...before, deviceHash: 'none' })
        tx.insert('users', { ...user(taker), deviceHash: 'device' })
      })
      const found = await read((tx) => tx.find('users', 'device', 'device'))
      expect(found.map(({ id }) => id)).toEqual([taker])
    })

    test('tells at once that a document is replaced or removed without having been read, or inserted although it was read', async () => {
      await write((tx) => tx.insert('users', user('ann')))
      const replacing = write((tx) => tx.replace('users', user('ann'), user('ann')))
      await expect(replacing).rejects.toThrow('users ann is replaced without having been read')
      const removing = write((tx) => tx.remove('users', 'ann'))
      await expect(removing).rejects.toThrow('users ann is removed without having been read')
      const inserting = read(async (tx) => {
        await tx.get('users', 'ann')
        tx.insert('users', user('ann'))
      })
      await expect(inserting).rejects.toThrow('users ann is inserted, but it exists')
      await read(async (tx) => {
        tx.insert('users', user('ben'))
        tx.replace('users', user('ben'), { ...user('ben'), avatar: 'B' })
        await tx.get('users', 'ben')
        tx.remove('users', 'ben')
        tx.insert('users', user('ben'))
      })
      expect(await read((tx) => tx.get('users', 'ben'))).toEqual(user('ben'))
    })

    test('lists in the order of ids', async () => {
      await write((tx) => {
        for (const id of ['cat', 'ann', 'ben']) tx.insert('users', user(id))
      })
      expect((await everythingIn(store)).users.map(({ id }) => id)).toEqual(['ann', 'ben', 'cat'])
    })

    test('lets a transaction see its own writes', async () => {
      await write((tx) => tx.insert('users', user('ann')))
      await read(async (tx) => {
        tx.insert('users', user('ben'))
        await tx.get('users', 'ann')
        tx.remove('users', 'ann')
        tx.putBlob('b'.repeat(64), Uint8Array.of(1))
        expect((await tx.peek('users', 'id', ['ann', 'ben'])).map(({ id }) => id)).toEqual(['ben'])
        expect(await tx.find('users', 'device', 'hash of ben')).toHaveLength(1)
        expect(await tx.get('users', 'ann')).toBeUndefined()
        expect((await tx.blobs(['b'.repeat(64)])).get('b'.repeat(64))).toEqual(Uint8Array.of(1))
      })
    })

    test('writes nothing of a transaction that throws', async () => {
      const failing = store.transaction(async (tx) => {
        tx.insert('users', user('ann'))
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await read((tx) => tx.get('users', 'ann'))).toBeUndefined()
    })

    test('returns many blobs at once, also its own, without those that do not exist', async () => {
      const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 256)
      const name = nodeCodecs.sha256(bytes)
      await write((tx) => {
        tx.insert('users', user('ann'))
        tx.putBlob(name, bytes)
      })
      await read(async (tx) => {
        tx.putBlob('b'.repeat(64), Uint8Array.of(1))
        const blobs = await tx.blobs([name, '0'.repeat(64), 'b'.repeat(64), name])
        expect(Object.fromEntries([...blobs].map(([sha256, each]) => [sha256, [...each]]))).toEqual({
          [name]: [...bytes],
          ['b'.repeat(64)]: [1],
        })
        expect(await tx.blobs([])).toEqual(new Map())
      })
    })

    describe('a blob', () => {
      const drawn = (id: string, ...drawings: string[]): Game => ({
        ...game(id),
        groupId: id,
        entries: drawings.map((drawing, at) => drawingEntry(drawing, { turnId: `${id} ${at}` })),
      })
      const add = (id: string, drawing = THREE) =>
        write((tx) => {
          tx.insert('games', drawn(id, drawing))
          tx.putBlob(THREE, Uint8Array.of(1, 2, 3))
        })
      const change = (id: string, after: Game | null) =>
        store.transaction(async (tx) => {
          const before = await tx.get('games', id)
          if (!before) throw new Error('There is no such game')
          if (after) tx.replace('games', before, after)
          else tx.remove('games', id)
          tx.forget()
        })
      const isThere = () => read(async (tx) => (await tx.blobs([THREE])).has(THREE))
      const waitUntilGone = () => vi.waitFor(async () => expect(await isThere()).toBe(false), WAIT)

      test('is removed with the last entry that names it', async () => {
        await add('g1')
        await add('g2')
        await write((tx) => tx.insert('games', drawn('g3', THREE, THREE)))
        await change('g1', drawn('g1'))
        await change('g2', null)
        await change('g3', drawn('g3', THREE))
        await store.transaction(async (tx) => {
          const [before] = await tx.peek('games', 'id', ['g3'])
          if (before) tx.remove('games', 'g3')
          tx.insert('games', drawn('g4', THREE))
        })
        expect(await isThere()).toBe(true)
        await change('g4', drawn('g4'))
        await waitUntilGone()
        await add('g5')
        expect(await isThere()).toBe(true)
      })

      test('is removed by a reset', async () => {
        await add('g1')
        await store.replaceAll(async () => {})
        await waitUntilGone()
        if (!reopen) return
        await store.close()
        store = await reopen(store)
        expect(await isThere()).toBe(false)
      })

      test('stays if another game stores it while it is removed', async () => {
        for (let at = 0; at < 10; at++) {
          await add(`old ${at}`)
          await Promise.all([change(`old ${at}`, null), add(`new ${at}`)])
          expect(await isThere()).toBe(true)
          await change(`new ${at}`, null)
          await waitUntilGone()
        }
      })

      test('stays if games name it that replace all others', async () => {
        await add('g1')
        await store.replaceAll(async (data) => {
          await data.putBlobs(new Map([[THREE, Uint8Array.of(1, 2, 3)]]))
          await data.insert('games', [drawn('g1', THREE), drawn('g2', THREE)])
        })
        await change('g1', null)
        expect(await isThere()).toBe(true)
        await change('g2', null)
        await waitUntilGone()
      })
    })

    test('retries a transaction if a document that it read has changed, so no update is lost', async () => {
      await write((tx) => tx.insert('games', game('g1')))
      const names = Array.from({ length: 20 }, (_, at) => `player ${at}`)
      await Promise.all(
        names.map((name) =>
          store.transaction(async (tx) => {
            const before = await tx.get('games', 'g1')
            await Promise.resolve()
            if (before) tx.replace('games', before, joinGame(before, name, NOON))
          }),
        ),
      )
      const players = (await read((tx) => tx.get('games', 'g1')))?.players.map(({ userId }) => userId)
      expect(players?.sort()).toEqual(names.sort())
    })

    test('retries a transaction if a list that it read has grown', async () => {
      const makeFirst = (id: string) =>
        store.transaction(async (tx) => {
          const games = await tx.find('games', 'groupDay', groupDay('owls', '2026-03-07'))
          await Promise.resolve()
          if (games.length === 0) tx.insert('games', game(id))
        })
      await Promise.all(['g1', 'g2', 'g3'].map(makeFirst))
      expect((await everythingIn(store)).games).toHaveLength(1)
    })

    test('exports all or nothing of a concurrent transaction', async () => {
      const writeBoth = (at: number) =>
        write((tx) => {
          tx.insert('users', user(`user ${at}`))
          tx.insert('games', { ...game(`game ${at}`, `user ${at}`), groupId: `group ${at}` })
        })
      const EXPORTS = 8
      const exporting = Array.from({ length: EXPORTS }, async (_, at) => {
        await writeBoth(at)
        const [world] = await Promise.all([everythingIn(store), writeBoth(at + EXPORTS)])
        expect(world.games.map(({ id }) => id.split(' ')[1])).toEqual(
          world.users.map(({ id }) => id.split(' ')[1]),
        )
      })
      await Promise.all(exporting)
      const { users, games } = await everythingIn(store)
      expect([users, games].map(({ length }) => length)).toEqual([2 * EXPORTS, 2 * EXPORTS])
      const byId = users.map(({ id }) => id).sort()
      expect(users.map(({ id }) => id)).toEqual(byId)
    })

    describe('a world', () => {
      const world = completeWorld('seed')
      const text = async () => {
        const pieces: string[] = []
        for await (const piece of writeWorld(store, 'seed', nodeCodecs)) pieces.push(piece)
        return pieces.join('')
      }

      test('replaces all data but what is kept, at once, and is written as it was', async () => {
        await write((tx) => {
          tx.insert('users', user('old'))
          tx.insert('games', game('old'))
          tx.insert('deletedAccounts', { id: THREE })
          tx.insert('rollover', { id: 'rollover', day: '2026-03-07' })
        })
        await restoreWorld(store, world, nodeCodecs)
        const { deletedAccounts, rollover, ...all } = await everythingIn(store)
        const { format, version, seed, blobs, ...lists } = world
        expect(all).toEqual(lists)
        // Those of other tests are kept too.
        expect(deletedAccounts).toContainEqual({ id: THREE })
        expect(rollover).toEqual([])
        expect(await read((tx) => tx.blobs(Object.keys(blobs)))).toHaveProperty('size', 1)
        expect(await read((tx) => tx.peekCount({ playersOf: '2026-03-07' }))).toBe(1)
        expect(await read((tx) => tx.find('games', 'playerDay', 'UTC 2026-03-07'))).toHaveLength(1)
        const before = await text()
        await restoreWorld(store, world, nodeCodecs)
        expect(await text()).toBe(before)
        await write(async (tx) => {
          const group = await tx.get('groups', 'UTC')
          if (group) tx.replace('groups', group, { ...group, name: 'Renamed' })
        })
        if (!reopen) return
        const after = await text()
        await store.close()
        store = await reopen(store)
        expect(await text()).toBe(after)
        expect(await text()).toContain('Renamed')
      })

      test('that is torn changes nothing', async () => {
        await restoreWorld(store, world, nodeCodecs)
        const whole = await text()
        async function* torn() {
          yield whole.slice(0, -40)
        }
        await expect(restoreWorld(store, torn(), nodeCodecs)).rejects.toThrow('This world cannot be restored')
        expect(await text()).toBe(whole)
        if (!reopen) return
        await store.close()
        store = await reopen(store)
        expect(await text()).toBe(whole)
      })

      test('fills only an empty store, if that is asked for', async () => {
        const fill = () => restoreWorld(store, world, nodeCodecs, { onlyIfEmpty: true })
        expect(await fill()).toMatchObject({ drawings: 1 })
        await write(async (tx) => {
          const group = await tx.get('groups', 'UTC')
          if (group) tx.replace('groups', group, { ...group, name: 'Renamed' })
        })
        expect(await fill()).toBeNull()
        expect(await read((tx) => tx.get('groups', 'UTC'))).toMatchObject({ name: 'Renamed' })
      })

      test('takes changes while it arrives, which it then replaces', async () => {
        await restoreWorld(store, world, nodeCodecs)
        const whole = await text()
        async function* slowly() {
          for (const line of whole.split('\n')) {
            yield `${line}\n`
            const id = `meanwhile ${line.length}`
            await write(async (tx) => {
              if (!(await tx.get('users', id))) tx.insert('users', user(id))
            })
          }
        }
        await restoreWorld(store, slowly(), nodeCodecs)
        expect(await text()).toBe(whole)
      })
    })

    queryTests(() => store)
    moderationQueryTests(() => store)

    if (whileFull) {
      test('throws StoreUnavailableError if it cannot write, and stores nothing of the transaction', async () => {
        await write((tx) => tx.insert('users', user('ann')))
        const addBen = () =>
          write((tx) => {
            tx.insert('users', user('ben'))
            tx.putBlob(THREE, Uint8Array.of(1, 2, 3))
          })
        await whileFull(async () => {
          await expect(addBen()).rejects.toThrow(StoreUnavailableError)
          expect((await everythingIn(store)).users).toEqual([user('ann')])
        })
        expect(await read(async (tx) => (await tx.blobs([THREE])).get(THREE))).toBeUndefined()
        await addBen()
        expect(await read((tx) => tx.get('users', 'ben'))).toEqual(user('ben'))
      })
    }

    if (!reopen) return
    test('has all data after it is closed and reopened', async () => {
      await write((tx) => {
        tx.insert('users', user('ann'))
        tx.insert('games', game('g1', 'ann'))
        tx.insert('games', { ...game('g2', 'ben'), day: '2026-03-08' })
        tx.insert('rollover', { id: 'rollover', day: '2026-03-08' })
        tx.insert('outbox', { gameId: 'g2', dueAt: NOON })
        tx.putBlob(THREE, Uint8Array.of(1, 2, 3))
      })
      await write(async (tx) => {
        await tx.get('games', 'g1')
        tx.remove('games', 'g1')
      })
      await store.close()
      store = await reopen(store)
      expect((await everythingIn(store)).users).toEqual([user('ann')])
      expect((await everythingIn(store)).games.map(({ id }) => id)).toEqual(['g2'])
      expect(await read((tx) => tx.peekSearch('gamesOfDay', '2026-03-08'))).toHaveLength(1)
      expect(await read((tx) => tx.get('rollover', 'rollover'))).toEqual({
        id: 'rollover',
        day: '2026-03-08',
      })
      expect(await read((tx) => tx.peekSearch('unannouncedGames', NOON, 9))).toEqual([
        { gameId: 'g2', dueAt: NOON },
      ])
      expect(await read((tx) => tx.peekCount({ playersOf: '2026-03-08' }))).toBe(1)
      expect([...((await read(async (tx) => (await tx.blobs([THREE])).get(THREE))) ?? [])]).toEqual([1, 2, 3])
    })
  })
}

/** The SHA-256 of the bytes 1, 2, 3. */
const THREE = '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81'

/** A data folder removes blobs later. */
const WAIT = { timeout: 15_000, interval: 20 }

const game = (id: string, ...userIds: string[]): Game =>
  createGame({ id, kind: 'group', groupId: 'owls', day: '2026-03-07', word: 'cat', now: NOON, userIds })
