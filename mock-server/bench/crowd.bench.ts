// Does midnight hurt at capacity?

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crowdUserId } from '../src/server/compose/crowd.fixture.ts'
import { startEmbedded } from '../src/server/stores/postgres/postgres-servers.fixture.ts'
import {
  caller,
  jumpInAtOnce,
  passMidnight,
  pollUntil,
  signIn,
  signInMembers,
  type Timed,
  untilSnapshot,
  writeUntil,
} from './crowd/calls.ts'
import { type CrowdSize, dayAfter, fillJson, fillStore, gamesOf } from './crowd/data.ts'
import { atMost, quantile, question, type Row, table } from './report.ts'
import { inkling, JSON_SERVER, residentMb, type Served, serveInkling, serveJson } from './served.ts'

/*
 * Each store at its capacity and at a tenth of it, while players poll today's game. Then the data folder and json-server
 * write, with the same data. An argument is the number of players instead of the capacity.
 */

/** The embedded store is made for 10,000 players: 250 groups with a year of games, and players without a group. */
const inFolder = (players: number): CrowdSize => ({
  players,
  groups: Math.ceil(players / 40),
  membersEach: 6,
  publicGamesADay: Math.ceil(players / 400),
  days: 365,
})

const inPostgres = (players: number): CrowdSize => ({
  players,
  groups: Math.ceil(players / 5),
  membersEach: 5,
  publicGamesADay: 0,
  days: 5,
})

const [wanted] = process.argv.slice(2).map(Number)
const POLLERS = 40
/**
 * The data folder is polled as often as by all 1,500 members of 250 groups, PostgreSQL as often as two cores answer within
 * 20 ms (p95) while they also run the database and the players.
 */
const POLLS_PER_SECOND = { 'data folder': 1150, PostgreSQL: 500 }
const QUIET_MS = 3000
/** Small crowds pass several midnights, until the roll-overs have lasted this long. */
const ROLL_OVER_MS = 1000
const MOST_NIGHTS = 10
const JUMPERS = 200
const WRITERS = 50
const WRITE_MS = 3000
/** The time around the end of a snapshot in which it may delay a call. */
const SNAPSHOT_MS = 1000
/** Fills the journal in few writes. */
const LONG_AVATAR = `https://example.org/${'a'.repeat(1900)}`

question('Does midnight hurt at capacity?')
// Builds the program, which must not count as part of the first start.
await inkling('--version')
const place = await mkdtemp(join(tmpdir(), 'inkling-crowd-'))
const nights: Row[] = []
const writes: Row[] = []
try {
  const [folder, postgres] = [wanted ?? 10_000, wanted ?? 100_000]
  const tenth = Math.ceil(folder / 10)
  for (const players of [tenth, folder]) await measureFolder(inFolder(players), players === folder)
  await measureJsonServer(inFolder(tenth))
  for (const players of [Math.ceil(postgres / 10), postgres])
    await measurePostgres(inPostgres(players), players === postgres)
} finally {
  await rm(place, { recursive: true, force: true })
}
table(nights)
table(writes)

async function measureFolder(size: CrowdSize, isCapacity: boolean): Promise<void> {
  const data = join(place, `data-${size.players}`)
  await fillStore({ data }, size)
  const served = await serveCrowd(size, '--data', data)
  try {
    await measureNight('data folder', size, served, isCapacity)
    const { url } = served
    const writers = await signInMembers(url, size, WRITERS)
    const perSecond = await writeUntil(pause(WRITE_MS), writers, (writer, at) =>
      writer('PUT /api/user/profile', { username: `Writer${at}` }),
    )
    const snapshot = untilSnapshot(url)
    const pollers = await signInMembers(url, size, POLLERS)
    const [polls] = await Promise.all([
      pollUntil(
        snapshot.then(() => pause(SNAPSHOT_MS)),
        pollers,
        POLLS_PER_SECOND['data folder'] / 4,
      ),
      writeUntil(snapshot, writers.slice(0, 20), (writer, at) =>
        writer('PUT /api/user/profile', { avatar: LONG_AVATAR + at }),
      ),
    ])
    const at = await snapshot
    const delayed = polls.filter(({ from, to }) => to > at - SNAPSHOT_MS && from < at + SNAPSHOT_MS)
    noteWrites('data folder', size, perSecond, atPart(0.99, delayed))
    atMost(100, 'ms', `p99 of today during a snapshot, ${size.players} players`, atPart(0.99, delayed))
  } finally {
    await served.stop()
  }
}

/** Rewrites its whole file at each write, without syncing it. */
async function measureJsonServer(size: CrowdSize): Promise<void> {
  const file = join(place, 'crowd.json')
  await fillJson(file, size)
  const served = await serveJson(file, `/users/${crowdUserId(0, 0)}`)
  try {
    const writers = Array.from({ length: WRITERS }, () => caller(served.url, {}))
    const perSecond = await writeUntil(pause(WRITE_MS), writers, (writer, at) =>
      writer(`PATCH /users/${crowdUserId(at % size.groups, 0)}`, { username: `Writer${at}` }),
    )
    noteWrites(`json-server ${JSON_SERVER}`, size, perSecond, Number.NaN)
  } finally {
    await served.stop()
  }
}

async function measurePostgres(size: CrowdSize, isCapacity: boolean): Promise<void> {
  const database = await startEmbedded([])
  try {
    await fillStore({ data: null, database: database.url }, size)
    const served = await serveCrowd(size, '--store', database.url)
    try {
      await measureNight('PostgreSQL', size, served, isCapacity)
    } finally {
      await served.stop()
    }
  } finally {
    await database.stop()
  }
}

async function serveCrowd(size: CrowdSize, ...args: string[]): Promise<Served & { startMs: number }> {
  const startedAt = performance.now()
  const served = await serveInkling('--port', '0', '--clock', `${dayAfter(size)}T12:00:00-05:00`, ...args)
  const [member] = await signInMembers(served.url, size, 1)
  await member?.('GET /api/game/today')
  return { ...served, startMs: performance.now() - startedAt }
}

async function measureNight(
  store: keyof typeof POLLS_PER_SECOND,
  size: CrowdSize,
  served: Served & { startMs: number },
  isCapacity: boolean,
): Promise<void> {
  const { url, startMs } = served
  const pollers = await signInMembers(url, size, POLLERS)
  const [admin] = pollers
  if (!admin) return
  // Waits for the roll-over of the start, then lets V8 compile the code.
  await admin('POST /api/admin/trigger-daily-games')
  await pollUntil(pause(QUIET_MS), pollers, POLLS_PER_SECOND[store])
  const quiet = await pollUntil(pause(QUIET_MS), pollers, POLLS_PER_SECOND[store])
  const atMidnight: Timed[] = []
  let [passed, rollingMs] = [0, 0]
  for (; passed < MOST_NIGHTS && rollingMs < ROLL_OVER_MS; passed++) {
    const night = passMidnight(url, admin, 2 * size.groups)
    const polls = await pollUntil(night, pollers, POLLS_PER_SECOND[store])
    const { from, to } = await night
    rollingMs += to - from
    atMidnight.push(...polls.filter((poll) => poll.to > from && poll.from < to))
  }
  const jumpers = Array.from({ length: JUMPERS }, (_, at) => signIn(url, `device_jumper_${at}_0123456789`))
  const jumpIns = await jumpInAtOnce(await Promise.all(jumpers))
  nights.push({
    store,
    players: size.players,
    groups: size.groups,
    games: gamesOf(size),
    'start, s': startMs / 1000,
    'roll-over, games/s': (2000 * size.groups * passed) / rollingMs,
    'p95 of today before, ms': atPart(0.95, quiet),
    'p95 at midnight, ms': atPart(0.95, atMidnight),
    'p99 at midnight, ms': atPart(0.99, atMidnight),
    [`${JUMPERS} jump-ins at once, p99, ms`]: atPart(0.99, jumpIns),
    'memory, MB': residentMb(served),
  })
  const name = `${store}, ${size.players} players`
  atMost(100, 'ms', `${name}: p99 of today`, atPart(0.99, quiet))
  // The first poll of each player after midnight is slower, and a small crowd's roll-over ends after few others.
  if (!isCapacity) return
  atMost(50, 'ms', `${name}: p95 of today at midnight`, atPart(0.95, atMidnight))
  atMost(100, 'ms', `${name}: p99 of today at midnight`, atPart(0.99, atMidnight))
}

function noteWrites(server: string, size: CrowdSize, perSecond: number, p99: number): void {
  writes.push({
    server,
    players: size.players,
    games: gamesOf(size),
    'writes/s': perSecond,
    'p99 of today during a snapshot, ms': p99,
  })
}

function atPart(part: number, calls: readonly Timed[]): number {
  return quantile(
    calls.map(({ from, to }) => to - from),
    part,
  )
}
