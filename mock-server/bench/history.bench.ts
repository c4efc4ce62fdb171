import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { crowdDevice, crowdGroupId, crowdUserId, plantCrowd } from '../src/compose/crowd.fixture.ts'
import { ControlledClock } from '../src/control/clock.ts'
import { nodeCodecs } from '../src/platform/node-codecs.ts'
import { addDays } from '../src/rules/day.ts'
import type { Entry, Game } from '../src/rules/game.ts'
import { plus } from '../src/rules/instant.ts'
import { LowdbStore } from '../src/stores/lowdb/lowdb-store.ts'
import { engineOver, signedIn } from './engine-callers.ts'
import { remark } from './figure.ts'
import { median } from './quantiles.ts'

/*
 * A page of history from a data folder with months of games, all of them only on disk: the first one after a start, and
 * those of other players after it. Numeric arguments are sizes in groups of five.
 */

const SIZES = [1000, 10_000]
const DAYS = 60
const FIRST_DAY = '2026-01-01'
const MEMBERS = 5
/** Games per transaction. */
const BATCH = 1000
const CALLS = 100

async function measure(groups: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-history-'))
  try {
    await plant(folder, groups)
    const store = await LowdbStore.open(folder)
    const clock = new ControlledClock()
    clock.freezeAt(`${addDays(FIRST_DAY, DAYS)}T12:00:00-05:00`)
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
    const name = `history, ${groups * DAYS} games on disk`
    remark(`${name}: the first page`, times[0] ?? Number.NaN, 'ms')
    remark(`${name}: pages after it, median`, median(times.slice(1)), 'ms')
    remark(`${name}: longest pause of the event loop`, delay.max / 1e6, 'ms')
    globalThis.gc?.()
    remark(`${name}: resident memory`, process.memoryUsage().rss / 1e6, 'MB')
    await store.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function plant(folder: string, groups: number): Promise<void> {
  const store = await LowdbStore.open(folder)
  await plantCrowd(store, { groups, membersEach: MEMBERS, createdAt: `${FIRST_DAY}T05:00:00.000Z` })
  for (let day = 0; day < DAYS; day++) {
    for (let first = 0; first < groups; first += BATCH) {
      await store.transaction(async (tx) => {
        for (let at = first; at < Math.min(first + BATCH, groups); at++) tx.put('games', playedGame(day, at))
      })
    }
  }
  await store.close()
}

const idOf = (name: string): string => nodeCodecs.sha256(name).slice(0, 22)

function playedGame(dayAt: number, group: number): Game {
  const day = addDays(FIRST_DAY, dayAt)
  const start = `${day}T05:00:00.000Z`
  const userIds = Array.from({ length: MEMBERS }, (_, member) => crowdUserId(group, member))
  const entries = userIds.map((userId, turn): Entry => {
    const base = { turnId: idOf(`turn ${turn}`), userId, timeSpent: 40, at: plus(start, turn * 60_000) }
    const drawing = nodeCodecs.sha256(`drawing ${group % 500}`)
    return turn % 2 === 0
      ? {
          ...base,
          type: 'drawing',
          drawing,
          sent: drawing,
          strokeCount: 7,
          strokes: null,
          completedGame: false,
        }
      : { ...base, type: 'guess', guess: 'a purple elephant', attempts: [], completedGame: false }
  })
  return {
    id: idOf(`game ${day} ${group}`),
    kind: 'group',
    groupId: crowdGroupId(group),
    day,
    word: 'elephant',
    createdAt: start,
    completedAt: plus(start, 3_600_000),
    players: userIds.map((userId, turn) => ({
      userId,
      joinedAt: start,
      status: 'completed',
      playedAt: plus(start, turn * 60_000),
    })),
    turn: null,
    turnsStarted: MEMBERS,
    entries,
  }
}

const sizes = process.argv.slice(2).map(Number)
for (const groups of sizes.length > 0 ? sizes : SIZES) await measure(groups)
