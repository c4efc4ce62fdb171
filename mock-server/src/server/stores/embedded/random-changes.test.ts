import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOON } from '../../../core/rules/game/game.fixture.ts'
import { createGame, type Game } from '../../../core/rules/game/game.ts'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import type { Store } from '../../../engine/store.ts'
import type { Transaction } from '../../../engine/transaction.ts'
import { nodeCodecs } from '../../platform/node-codecs.ts'
import { MemoryStore } from '../memory/memory-store.ts'
import { drawingEntry } from '../shared/documents.fixture.ts'
import { EmbeddedStore } from './embedded-store.ts'

/* Random changes, restarts and crashes: the data folder always has what a store without files has. */

const DAYS = ['2026-02-28', '2026-03-01', '2026-03-02']
const pngOf = (number: number) => Uint8Array.of(1, 2, 3, number)

/** Reads and replaces one of a few games, so that games move between days and lose drawings. */
const putGame = (game: number, day: number, drawing: number) => async (tx: Transaction) => {
  const id = `game ${game}`
  const before = await tx.get('games', id)
  const png = pngOf(drawing)
  const name = nodeCodecs.sha256(png)
  tx.putBlob(name, png)
  const after: Game = {
    ...createGame({
      id,
      kind: 'public',
      groupId: null,
      day: DAYS[day] ?? '',
      word: 'cat',
      now: NOON,
      userIds: ['ann', `player ${drawing}`],
    }),
    turnsStarted: (before?.turnsStarted ?? 0) + 1,
    completedAt: drawing % 2 === 0 ? NOON : null,
    entries: drawing === 0 ? [] : [drawingEntry(name)],
  }
  if (before) tx.replace('games', before, after)
  else tx.insert('games', after)
}

const change = fc.oneof(
  fc
    .record({ game: fc.nat(5), day: fc.nat(2), drawing: fc.nat(3) })
    .map(({ game, day, drawing }) => putGame(game, day, drawing)),
  fc.nat(5).map((game) => async (tx: Transaction) => {
    await tx.get('games', `game ${game}`)
    tx.remove('games', `game ${game}`)
  }),
)

/** Changes, or what happens to the process. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant('replace' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
  { weight: 1, arbitrary: fc.constant('crash' as const) },
)

const contentsOf = (store: Store) =>
  store.transaction(async (tx) => {
    const games = (await everythingIn(store)).games
    const drawings = games.flatMap(({ entries }) =>
      entries.map((entry) => entry.type === 'drawing' && entry.drawing),
    )
    return {
      games,
      drawings: await Promise.all(
        drawings.map(async (name) => [...((name && (await tx.blobs([name])).get(name)) || [])]),
      ),
      ofDays: await Promise.all(
        DAYS.map(async (day) => (await tx.peekSearch('gamesOfDay', day)).map(({ id }) => id)),
      ),
      ofAnn: (await tx.peekSearch('gamesOfPlayer', 'ann')).map(({ id }) => id),
      toClose: (await tx.peekSearch('gamesToClose', '9999-12-31', '9999-12-31T00:00:00.000Z', 100)).map(
        ({ id }) => id,
      ),
      players: await Promise.all(DAYS.map((day) => tx.peekCount({ playersOf: day }))),
    }
  })

test('a data folder has every change after restarts and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const root = await mkdtemp(join(tmpdir(), 'inkling-random-'))
      let folder = join(root, 'data 0')
      const problems: unknown[] = []
      const open = () =>
        EmbeddedStore.open(folder, { maxJournalBytes: 2000, onProblem: (problem) => problems.push(problem) })
      const model = new MemoryStore()
      let store = await open()
      try {
        for (const [at, each] of steps.entries()) {
          if (each === 'replace') {
            for (const replaced of [store, model]) {
              await replaced.replaceAll(async () => {})
              await replaced.transaction(putGame(0, 0, 1))
            }
          } else if (each === 'restart') {
            await store.close()
            store = await open()
          } else if (each === 'crash') {
            // A copy of files that a snapshot is replacing is not what a crash leaves; snapshot-crash.test.ts tests that.
            await store.settle()
            const crashed = join(root, `data ${at + 1}`)
            await cp(folder, crashed, { recursive: true, filter: (path) => basename(path) !== 'lock' })
            await store.close()
            folder = crashed
            store = await open()
          } else {
            for (const work of each) {
              await store.transaction(work)
              await model.transaction(work)
            }
          }
        }
        expect(await contentsOf(store)).toEqual(await contentsOf(model))
        expect(problems).toEqual([])
      } finally {
        await store.close()
        await rm(root, { recursive: true, force: true })
      }
    }),
    { numRuns: 20, seed: Number(process.env.INKLING_TEST_SEED) },
  )
})

test('concurrent transactions have the result of some order', async () => {
  const root = await mkdtemp(join(tmpdir(), 'inkling-concurrent-'))
  const store = await EmbeddedStore.open(join(root, 'data'), { maxJournalBytes: 5000 })
  const count = async (tx: Transaction, id: string) => (await tx.get('games', id))?.turnsStarted ?? 0
  await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      store.transaction(async (tx) => {
        await putGame(at % 5, 0, 1)(tx)
        if (at % 3 === 0) await putGame((at + 1) % 5, 0, 1)(tx)
      }),
    ),
  )
  const total = await store.transaction(async (tx) => {
    let sum = 0
    for (let game = 0; game < 5; game++) sum += await count(tx, `game ${game}`)
    return sum
  })
  expect(total).toBe(200 + Math.ceil(200 / 3))
  await store.close()
  await rm(root, { recursive: true, force: true })
})
