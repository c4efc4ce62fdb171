import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeWithMethods } from '../../../engine/replaced-methods.fixture.ts'
import { overHttp, playerOf } from '../../compose/friends.fixture.ts'
import { type RunningServer, startServer } from '../../main.ts'
import { MemoryStore } from '../../stores/memory/memory-store.ts'
import { BUDGETS } from './limits/limits.ts'

/* Anyone can ask for public results and their previews, from one address as often as they like: players must not notice. */

const VIEWS = 300
const AT_ONCE = 50

let folder: string
let server: RunningServer
let gameIds: readonly string[]
/** How often drawings were read for a call. */
let reads = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-flood-'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><meta charset="utf-8" /></head></html>',
  )
  const store = storeWithMethods(new MemoryStore(), (tx) => ({
    blobs: (hashes) => {
      if (hashes.length > 0) reads++
      return tx.blobs(hashes)
    },
  }))
  server = await startServer({
    port: 0,
    data: null,
    store,
    seed: 'flood',
    world: 'busy',
    clock: '2026-03-07T12:00:00-05:00',
    clientDir: folder,
    limitLoopback: true,
  })
  const games = await store.transaction((tx) => tx.peekSearch('gamesOfDay', '2026-03-06'))
  gameIds = games.filter(({ entries }) => entries.length > 0).map(({ id }) => id)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Asks for the results of the games in turn, in each way, and counts the statuses. */
async function flood(): Promise<Map<number, number>> {
  const paths = gameIds.flatMap((id) => [
    `/api/public/game/${id}/results`,
    `/public/results/${id}`,
    `/previews/results/${id}.jpg`,
  ])
  const statuses = new Map<number, number>()
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < VIEWS) {
        const response = await fetch(server.url + paths[next++ % paths.length])
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }),
  )
  return statuses
}

test('a flood of public results and previews from one address costs no more than its budget, and players at it play on', async () => {
  expect(gameIds.length * 3).toBeGreaterThan(BUDGETS.publicViews.calls)
  const player = await playerOf(overHttp(server), 'player')
  await player.createGroup({ body: { name: 'Owls' } })
  reads = 0
  let isOver = false
  const flooding = flood().finally(() => {
    isOver = true
  })
  let polls = 0
  // The player has a budget too, which a slow flood would leave time to use up.
  while (!isOver && polls < BUDGETS.player.calls / 2) {
    expect(await player.getToday()).toMatchObject({ gameType: null })
    polls++
  }
  const statuses = await flooding
  expect(polls).toBeGreaterThan(1)
  expect(statuses.get(429)).toBeGreaterThan(VIEWS - 2 * BUDGETS.publicViews.calls)
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(2 * BUDGETS.publicViews.calls)
})
