import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createCrowd, crowdDevice, crowdGroupId, crowdUserId } from '../src/compose/crowd.fixture.ts'
import { ControlledClock } from '../src/control/clock.ts'
import { addDays, type GameDay } from '../src/rules/day.ts'
import type { Game } from '../src/rules/game.ts'
import { EmbeddedStore } from '../src/stores/embedded/embedded-store.ts'
import { engineOver, signedIn } from './engine-callers.ts'
import { remark } from './figure.ts'
import { benchId, playedGame } from './played-game.ts'
import { median } from './quantiles.ts'

/*
 * A page of history from a data folder with months of games, all of them only on disk: the first one after a start, and
 * those of other players after it. Arguments are sizes in groups of five, with a number of days if it is not 60: 10000x365.
 */

const SIZES = ['1000', '10000']
const DAYS = 60
const FIRST_DAY = '2026-01-01'
const MEMBERS = 5
/** Games per transaction. */
const BATCH = 1000
const CALLS = 100

const sizes = process.argv.slice(2)
for (const size of sizes.length > 0 ? sizes : SIZES) {
  const [groups = 0, days = DAYS] = size.split('x').map(Number)
  await measure(groups, days)
}

async function measure(groups: number, days: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-history-'))
  try {
    const name = `history, ${groups * days} games on disk`
    remark(`${name}: heap after writing them`, await createFolder(folder, groups, days), 'MB')
    const store = await EmbeddedStore.open(folder)
    const clock = new ControlledClock()
    clock.freezeAt(`${addDays(FIRST_DAY, days)}T12:00:00-05:00`)
    const engine = engineOver(store, clock)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const times: number[] = []
    for (let at = 0; at < CALLS; at++) {
      const player = await signedIn(engine, crowdDevice(Math.floor((at * groups) / CALLS), 0))
      const startedAt = performance.now()
      await player('getHistory')
      times.push(performance.now() - startedAt)
    }
    delay.disable()
    remark(`${name}: the first page`, times[0] ?? Number.NaN, 'ms')
    remark(`${name}: pages after it, median`, median(times.slice(1)), 'ms')
    remark(`${name}: longest pause of the event loop`, delay.max / 1e6, 'ms')
    await store.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the heap in MB that the store takes at the end, with the days that it has in memory */
async function createFolder(folder: string, groups: number, days: number): Promise<number> {
  const store = await EmbeddedStore.open(folder)
  await createCrowd(store, { groups, membersEach: MEMBERS, createdAt: `${FIRST_DAY}T05:00:00.000Z` })
  for (let at = 0; at < days; at++) {
    const day = addDays(FIRST_DAY, at)
    for (let first = 0; first < groups; first += BATCH) {
      await store.transaction(async (tx) => {
        for (let group = first; group < Math.min(first + BATCH, groups); group++)
          tx.insert('games', gameOf(group, day))
      })
      await store.settle()
    }
  }
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed / 1e6
  await store.close()
  return heap
}

function gameOf(group: number, day: GameDay): Game {
  return playedGame({
    id: benchId(`game ${day} ${group}`),
    day,
    groupId: crowdGroupId(group),
    userIds: Array.from({ length: MEMBERS }, (_, member) => crowdUserId(group, member)),
    drawing: `drawing ${group % 500}`,
  })
}
