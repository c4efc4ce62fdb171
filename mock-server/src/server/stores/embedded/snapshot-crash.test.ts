import fs, { cp, mkdtemp } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { EmbeddedStore } from './embedded-store.ts'
import { gameOfDay } from './game-of-day.fixture.ts'

/* Data folders of processes that were killed before each step of a snapshot, or of a replacement of all data. */

/** Called before each step, with the path that it renames or removes. */
let beforeStep = async (_path: unknown) => {}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkling-killed-'))
  const { rename, rm } = fs
  vi.spyOn(fs, 'rename').mockImplementation(async (...args) => {
    await beforeStep(args[0])
    await rename(...args)
  })
  vi.spyOn(fs, 'rm').mockImplementation(async (...args) => {
    await beforeStep(args[0])
    await rm(...args)
  })
  // Passes the spies to the store's named imports too.
  syncBuiltinESMExports()
})
afterEach(async () => {
  beforeStep = async () => {}
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await fs.rm(root, { recursive: true, force: true })
})

const DAYS = ['2026-02-28', '2026-03-01', '2026-03-02']

/** Changes the games of all days, and adds a token. */
const write = (store: EmbeddedStore, round: number) =>
  store.transaction(async (tx) => {
    for (const day of DAYS) {
      const id = `game of ${day}`
      const before = await tx.get('games', id)
      const after = gameOfDay(day, { turnsStarted: round })
      if (before) tx.replace('games', before, after)
      else tx.insert('games', after)
    }
    const token = { platform: 'ios', userId: 'ann', deviceId: null, createdAt: NOON } as const
    tx.insert('pushTokens', { ...token, token: `token ${round}` })
  })

async function contents(folder: string) {
  const problems: unknown[] = []
  const store = await EmbeddedStore.open(folder, { onProblem: (problem) => problems.push(problem) })
  const read = await store.transaction(async (tx) => ({
    games: (await everythingIn(store)).games.map(({ id, turnsStarted }) => `${id}: ${turnsStarted}`),
    history: (await tx.peekSearch('gamesOfPlayer', 'ann')).map(({ id }) => id),
    count: await tx.peekCount('games'),
    tokens: (await everythingIn(store)).pushTokens.map(({ token }) => token),
  }))
  await store.close()
  expect(problems).toEqual([])
  return read
}

test('a folder has every acknowledged transaction, whenever its process was killed', async () => {
  const folder = join(root, 'data')
  const killed: { copy: string; round: number }[] = []
  for (const round of [1, 2]) {
    const store = await EmbeddedStore.open(folder, { maxJournalBytes: 2000 })
    await write(store, round)
    beforeStep = async () => {
      const copy = join(root, `killed-${killed.length}`)
      await cp(folder, copy, { recursive: true, filter: (path) => basename(path) !== 'lock' })
      killed.push({ copy, round })
    }
    await store.close()
    beforeStep = async () => {}
  }
  expect(killed.length).toBeGreaterThan(10)
  for (const { copy, round } of killed) {
    const expected = {
      games: DAYS.map((day) => `game of ${day}: ${round}`),
      history: DAYS.map((day) => `game of ${day}`),
      count: DAYS.length,
      tokens: [1, 2].filter((each) => each <= round).map((each) => `token ${each}`),
    }
    expect(await contents(copy), copy).toEqual(expected)
    expect(await contents(copy), `${copy}, again`).toEqual(expected)
  }
})

/** A folder with two rounds of games, the second one only in the journal. */
async function openWithGames(folder: string): Promise<EmbeddedStore> {
  const before = await EmbeddedStore.open(folder)
  await write(before, 1)
  await before.close()
  const store = await EmbeddedStore.open(folder)
  await write(store, 2)
  return store
}

const [DAY = ''] = DAYS
const replaceAll = (store: EmbeddedStore) =>
  store.replaceAll((data) => data.insert('games', [gameOfDay(DAY, { turnsStarted: 9 })]))

const OLD = {
  games: DAYS.map((day) => `game of ${day}: 2`),
  history: DAYS.map((day) => `game of ${day}`),
  count: DAYS.length,
  tokens: ['token 1', 'token 2'],
}
const NEW = { games: [`game of ${DAY}: 9`], history: [`game of ${DAY}`], count: 1, tokens: [] }

test('a folder has all of the old data or all of the new, whenever its process was killed while it replaced it', async () => {
  const folder = join(root, 'data')
  const store = await openWithGames(folder)
  const killed: { copy: string; isReplaced: boolean }[] = []
  let isReplaced = false
  beforeStep = async () => {
    const copy = join(root, `killed-${killed.length}`)
    await cp(folder, copy, { recursive: true, filter: (path) => basename(path) !== 'lock' })
    killed.push({ copy, isReplaced })
  }
  await replaceAll(store)
  isReplaced = true
  await store.close()
  beforeStep = async () => {}
  expect(killed.length).toBeGreaterThan(8)
  expect(await contents(killed[0]?.copy ?? '')).toEqual(OLD)
  for (const { copy, isReplaced } of killed) {
    const found = await contents(copy)
    expect(isReplaced ? [NEW] : [OLD, NEW], copy).toContainEqual(found)
    expect(await contents(copy), `${copy}, again`).toEqual(found)
  }
})

test('replaced data is whole, even if a journal of the old data could not be removed', async () => {
  const folder = join(root, 'data')
  const store = await openWithGames(folder)
  beforeStep = async (path) => {
    if (/journal-2\.log$/.test(String(path))) throw new Error('not permitted')
  }
  await expect(replaceAll(store)).rejects.toThrow(StoreUnavailableError)
  beforeStep = async () => {}
  await store.close()
  expect(await contents(folder)).toEqual(NEW)
})
