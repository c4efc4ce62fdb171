import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Random } from '@inkling/fixtures/random'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playerDay, type Store, type Transaction } from '../../engine/store.ts'
import { addDays } from '../../rules/day.ts'
import { createGame, type Game } from '../../rules/game.ts'
import { MemoryStore } from '../memory/memory-store.ts'
import { openDataFolder } from './data-folder.ts'
import { LowdbStore } from './lowdb-store.ts'

let root: string
let folder: string
let store: LowdbStore
const problems: unknown[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-days-'))
  folder = join(root, 'data')
  problems.length = 0
  store = await open()
})
afterEach(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

const open = (checkpointBytes = 20_000) =>
  LowdbStore.open(folder, {
    checkpointBytes,
    partDocuments: 3,
    onProblem: (problem) => problems.push(problem),
  })
const reopen = async () => {
  await store.close()
  store = await open()
}
let kills = 0
/** Continues with the folder as it would be if the process were killed now. */
const kill = async () => {
  const killed = store
  await killed.settle()
  const before = folder
  folder = join(root, `killed-${kills++}`)
  await cp(before, folder, { recursive: true, filter: (path) => basename(path) !== 'lock' })
  store = await open(1)
  await killed.close()
}

const DAYS = Array.from({ length: 30 }, (_, at) => addDays('2026-03-01', at))
const NOON = '2026-03-01T17:00:00.000Z'
const game = (id: string, day: string, userIds = ['ann', 'ben'], isOpen = false): Game => ({
  ...createGame({ id, kind: 'group', groupId: 'owls', day, word: 'cat', now: NOON, userIds }),
  completedAt: isOpen ? null : NOON,
})
const byId = (a: Game, b: Game): number => (a.id < b.id ? -1 : 1)
const read = <T>(work: (tx: Transaction) => Promise<T>) => store.transaction(work)
const put = (...games: Game[]) =>
  read(async (tx) => {
    await tx.getMany(
      'games',
      games.map(({ id }) => id),
    )
    for (const each of games) tx.put('games', each)
  })

/** Stores a month with two games a day, all on disk. */
async function storeMonth(): Promise<void> {
  for (const day of DAYS) await put(game(`a ${day}`, day), game(`b ${day}`, day, ['cleo']))
  await reopen()
}

test('games of past days are found by id, by day and by player, and listed', async () => {
  await storeMonth()
  expect((await read((tx) => tx.gamesOf('ann'))).map(({ day }) => day)).toEqual(DAYS)
  for (const day of DAYS) {
    expect(await read((tx) => tx.get('games', `a ${day}`))).toEqual(game(`a ${day}`, day))
    expect(await read((tx) => tx.find('games', 'playerDay', playerDay('cleo', day)))).toHaveLength(1)
  }
  expect(await read((tx) => tx.all('games'))).toHaveLength(60)
  expect(await read((tx) => tx.get('games', 'no such game'))).toBeUndefined()
  expect(problems).toEqual([])
})

test('a change of a past game does not affect the other games of its day', async () => {
  await storeMonth()
  const [day = ''] = DAYS
  await put(game(`a ${day}`, day, ['dora']))
  await reopen()
  expect((await read((tx) => tx.gamesOfDay(day))).map(({ id }) => id)).toEqual([`a ${day}`, `b ${day}`])
  expect(await read((tx) => tx.gamesOf('dora'))).toMatchObject([{ id: `a ${day}`, day }])
  expect(await read((tx) => tx.gamesOf('ann'))).toHaveLength(29)
  await read(async (tx) => tx.remove('games', `b ${day}`))
  await reopen()
  expect(await read((tx) => tx.gamesOf('cleo'))).toHaveLength(29)
})

test('removing a game that is only on disk leaves the other games of its day', async () => {
  await storeMonth()
  const [day = ''] = DAYS
  await read(async (tx) => tx.remove('games', `b ${day}`))
  expect(await read((tx) => tx.gamesOfDay(day))).toEqual([game(`a ${day}`, day)])
  await reopen()
  expect(await read((tx) => tx.gamesOfDay(day))).toEqual([game(`a ${day}`, day)])
})

test('a transaction that has read a past game is repeated only if that game changes', async () => {
  await storeMonth()
  const [day = '', another = ''] = DAYS
  const runsBeside = async (change: () => Promise<unknown>) => {
    let runs = 0
    await read(async (tx) => {
      runs++
      const before = await tx.get('games', `a ${day}`)
      if (runs === 1) await change()
      expect(await tx.get('games', `a ${day}`)).toBe(before)
      await tx.get('games', `a ${another}`)
      tx.put('games', game(`a ${another}`, another, ['cleo']))
    })
    return runs
  }
  expect(await runsBeside(() => read((tx) => tx.gamesOfDay(day)))).toBe(1)
  await reopen()
  expect(await runsBeside(() => put(game(`b ${day}`, day, ['dora'])))).toBe(1)
  await reopen()
  expect(await runsBeside(() => put(game(`a ${day}`, day, ['dora'])))).toBe(2)
})

test('a single past game is in memory until the last transaction that reads its day ends', async () => {
  await storeMonth()
  await store.close()
  const { parts, journal } = await openDataFolder(folder, {})
  const { days, documents } = parts
  const [day = ''] = DAYS
  const [first, second] = [days.lease(), days.lease()]
  await first.game(`a ${day}`)
  await second.game(`a ${day}`)
  const loaded = documents.get('games', `a ${day}`)
  expect(loaded).toEqual(game(`a ${day}`, day))
  expect(documents.get('games', `b ${day}`)).toBeUndefined()
  first.release()
  expect(documents.get('games', `a ${day}`)).toBe(loaded)
  second.release()
  expect(documents.count('games')).toBe(0)

  // The whole day replaces single games, without a second copy of them.
  const [single, whole] = [days.lease(), days.lease()]
  await Promise.all([single.game(`b ${day}`), whole.day(day), single.game(`a ${day}`)])
  single.release()
  whole.release()
  expect(documents.countGamesOfDay(day)).toBe(2)
  await journal.close()
  await parts.blobs.close()
  await parts.lock.release()
  store = await open()
})

test.each([
  ['games', 5, 2],
  ['games, except for two days', 1, 2],
  ['days', 1000, 8],
])('days that are not in use leave memory when there are too many %s', async (_, maxCachedGames, kept) => {
  await storeMonth()
  await store.close()
  const { parts, journal } = await openDataFolder(folder, { maxCachedGames })
  const { days, documents } = parts
  const inMemory = () => DAYS.filter((day) => documents.countGamesOfDay(day) > 0)
  const used = days.lease()
  for (const day of DAYS.slice(0, 12)) await used.day(day)
  expect(inMemory()).toHaveLength(12)
  used.release()
  await vi.waitFor(() => expect(inMemory()).toHaveLength(kept), 15_000)
  expect(inMemory()).toEqual(DAYS.slice(12 - kept, 12))
  await journal.close()
  await parts.blobs.close()
  await parts.lock.release()
  store = await open()
})

test('no change is lost when transactions read and change games of many days at the same time', async () => {
  await storeMonth()
  const random = new Random('days')
  const ids = DAYS.flatMap((day) => [`a ${day}`, `b ${day}`])
  const changes = new Map<string, number>()
  const change = async (id: string) => {
    await read(async (tx) => {
      const before = await tx.get('games', id)
      if (!before) throw new Error(`${id} is missing`)
      tx.put('games', { ...before, turnsStarted: before.turnsStarted + 1 })
    })
    changes.set(id, (changes.get(id) ?? 0) + 1)
  }
  const work = [
    () => change(random.pick(ids)),
    () => read((tx) => tx.get('games', random.pick(ids))),
    () => read((tx) => tx.gamesOfDay(random.pick(DAYS))),
    () => read((tx) => tx.gamesOf('ann')),
  ]
  const caller = async () => {
    for (let at = 0; at < 60; at++) await random.pick(work)()
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  await reopen()
  for (const id of ids) {
    const after = await read((tx) => tx.get('games', id))
    expect(after?.turnsStarted, id).toBe(changes.get(id) ?? 0)
  }
  expect(problems).toEqual([])
})

test('an open game is found however old it is', async () => {
  await put(game('late', '2026-01-01', ['ann'], true))
  await storeMonth()
  expect(
    (await read((tx) => tx.gamesToClose('9999-12-31', '9999-12-31T00:00:00.000Z', 100))).map(({ id }) => id),
  ).toEqual(['late'])
})

test('a missing month of the catalogue is rebuilt from its games', async () => {
  await storeMonth()
  await store.close()
  await rm(join(folder, 'catalogue'), { recursive: true })
  store = await open()
  expect(String(problems)).toContain('is damaged: it is missing')
  problems.length = 0
  expect(await read((tx) => tx.gamesOf('ann'))).toHaveLength(30)
  expect(await read((tx) => tx.get('games', `a ${DAYS[3]}`))).toBeDefined()
  await reopen()
  expect(await read((tx) => tx.gamesOf('ann'))).toHaveLength(30)
  expect(problems).toEqual([])
})

test('a damaged month of the catalogue is rebuilt by the next checkpoint that changes it', async () => {
  await storeMonth()
  const [name = ''] = await readdir(join(folder, 'catalogue'))
  const path = join(folder, 'catalogue', name)
  await writeFile(path, (await readFile(path, 'utf8')).replace('cleo', 'dora'))
  await put(game(`a ${DAYS[3]}`, DAYS[3] ?? '', ['cleo']))
  await reopen()
  expect(problems.map(String)).toEqual([
    `DataFolderError: ${path} is damaged: its checksum does not match. It is rebuilt from the games.`,
  ])
  problems.length = 0
  expect(await read((tx) => tx.gamesOf('ann'))).toHaveLength(29)
  expect(await read((tx) => tx.gamesOf('cleo'))).toHaveLength(31)
  expect(problems).toEqual([])
})

test('a damaged day fails only the calls that need it, with the name of its file', async () => {
  await storeMonth()
  const [name = ''] = (await readdir(join(folder, 'games'))).filter((each) => each.startsWith(DAYS[4] ?? ''))
  const path = join(folder, 'games', name)
  const before = await readFile(path, 'utf8')
  await writeFile(path, before.slice(0, 100))
  await expect(read((tx) => tx.get('games', `a ${DAYS[4]}`))).rejects.toThrow(
    /2026-03-05\.\d+-1\.json is damaged/,
  )
  await expect(put(game('new', DAYS[4] ?? ''))).rejects.toThrow('damaged')
  expect(await read((tx) => tx.get('games', `a ${DAYS[5]}`))).toBeDefined()
  expect(await readFile(path, 'utf8')).toBe(before.slice(0, 100))
  expect(await readdir(join(folder, 'games'))).toHaveLength(30)
})

test('any sequence of operations has the same results as in the memory store', async () => {
  const day = fc.nat(19).map((at) => addDays('2026-02-01', at))
  const id = fc.nat(40).map(String)
  const players = fc.uniqueArray(fc.constantFrom('ann', 'ben', 'cleo', 'dora'), { minLength: 1 })
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('put' as const), id, day, players, isOpen: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const), id, day }) },
    // A restored world, in which games may have moved to other days.
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), id, day, players }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const memory = new MemoryStore()
      await read(async (tx) => {
        for (const each of await tx.all('games')) tx.remove('games', each.id)
      })
      for (const each of steps) {
        if (each.do === 'reopen') await reopen()
        else if (each.do === 'kill') await kill()
        else if (each.do === 'look') {
          const look = async (tx: Transaction) => [
            await tx.get('games', each.id),
            await tx.gamesOfDay(each.day),
            await tx.gamesOf('ann'),
            await tx.count('games'),
            // Games of one day have no order.
            (await tx.gamesToClose('9999-12-31', '9999-12-31T00:00:00.000Z', 100)).sort(byId),
          ]
          expect(await store.transaction(look)).toEqual(await memory.transaction(look))
        } else {
          const change = async (tx: Transaction) => {
            await tx.get('games', each.id)
            if (each.do === 'restore') tx.clear()
            if (each.do === 'remove') tx.remove('games', each.id)
            else tx.put('games', game(each.id, each.day, each.players, each.do === 'put' && each.isOpen))
          }
          const both: Store[] = [store, memory]
          await Promise.all(both.map((one) => one.transaction(change)))
        }
      }
      const everything = (tx: Transaction) => tx.all('games')
      expect(await store.transaction(everything)).toEqual(await memory.transaction(everything))
    }),
    { seed: 7, numRuns: 25 },
  )
  expect(problems).toEqual([])
})
