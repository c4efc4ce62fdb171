import { availableParallelism, loadavg } from 'node:os'
import pg from 'pg'
import { migrate } from '../src/stores/postgres/migrations.ts'
import {
  installedBin,
  type RunningPostgres,
  startEmbedded,
  startInstalled,
} from '../src/stores/postgres/postgres-servers.fixture.ts'
import { figure, remark } from './figure.ts'
import type { JumpIns } from './jump-ins.ts'
import {
  CALLS,
  type CallName,
  type Cost,
  DAY,
  DAY_START,
  PostgresCrowdBench,
  ROUNDS,
  type RollOver,
  WARM_UP_GROUPS,
} from './postgres.ts'
import { type EventSamples, LISTEN, listen, measureEvents } from './postgres-events.ts'
import { type Floors, measureFloors, prepareFloors } from './postgres-floors.ts'
import { median, p99 } from './quantiles.ts'
import { seedPostgres } from './seed-postgres.ts'

/*
 * The cost of a crowd on PostgreSQL: one process and its database on this machine, groups of five, no HTTP.
 * `npm run bench postgres 1000 1000000` measures other sizes.
 */

const SIZES = [1000, 10_000, 100_000]
const MEMBERS = 5

/** Sizes alternate after each group of calls. */
const CALL_GROUPS: readonly (readonly CallName[])[] = [
  ['today'],
  ['stats'],
  ['start', 'submit'],
  ['guess'],
  ['jump-in'],
]

/** The settings that the README recommends for a machine with 4 GB for PostgreSQL. */
const SETTINGS = [
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=15min',
  'wal_compression=on',
  'random_page_cost=1.1',
]

interface Measured {
  readonly groups: number
  readonly costs: readonly Record<CallName, Cost>[]
  readonly floors: readonly Floors[]
  readonly jumpIns: JumpIns
  readonly rollOver: RollOver
  readonly events: EventSamples
}

if (process.argv[2] === LISTEN) await listen(process.argv[3] ?? '')
else await measureAll()

async function measureAll(): Promise<void> {
  const sizes = process.argv.slice(2).map(Number).filter(Number.isInteger)
  const bin = installedBin()
  const server = await (bin === null ? startEmbedded(SETTINGS) : startInstalled(bin, SETTINGS))
  try {
    report(await measure(server, sizes.length > 0 ? sizes : SIZES))
  } finally {
    await server.stop()
  }
}

async function measure(server: RunningPostgres, sizes: readonly number[]): Promise<Measured[]> {
  await PostgresCrowdBench.warmUp(await seeded(server, 'warm_up', WARM_UP_GROUPS), server.data)
  const urls: string[] = []
  for (const groups of sizes) {
    const startedAt = performance.now()
    const url = await seeded(server, `groups_${groups}`, groups)
    remark(`${groups} groups: time to fill the database`, (performance.now() - startedAt) / 1000, 's')
    urls.push(url)
    await prepareFloors(url)
  }
  const benches = await Promise.all(
    sizes.map((groups, at) => PostgresCrowdBench.open(urls[at] ?? '', server.data, groups)),
  )
  const costs: Record<CallName, Cost>[][] = sizes.map(() => [])
  const floors: Floors[][] = sizes.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    const measurements = await Promise.all(benches.map((bench) => bench.measurements(round)))
    const costsOfRound: Partial<Record<CallName, Cost>>[] = sizes.map(() => ({}))
    // Sizes alternate, so that other load on the machine affects all of them, and none is always the first.
    for (const [turn, names] of CALL_GROUPS.entries()) {
      for (let step = 0; step < sizes.length; step++) {
        const at = (round + turn + step) % sizes.length
        // For the same reason, pairs of a start and a submit follow soon after their floor.
        if (names.includes('start') && round > 0) {
          floors[at]?.push(await measureFloors(urls[at] ?? ''))
          // Not counted: the first calls after a pause also test the idle connections.
          await measurements[at]?.stats()
        }
        for (const name of names) {
          costsOfRound[at] = { ...costsOfRound[at], [name]: await measurements[at]?.[name]() }
        }
      }
    }
    for (const [at, cost] of costsOfRound.entries()) {
      if (round > 0) costs[at]?.push(cost as Record<CallName, Cost>)
    }
  }
  const rows: Measured[] = []
  for (const [at, bench] of benches.entries()) {
    const jumpIns = await bench.measureJumpIns()
    const events = await measureEvents(urls[at] ?? '', sizes[at] ?? 0)
    const rollOver = await bench.measureRollOvers()
    await bench.close()
    const row = { groups: sizes[at] ?? 0, costs: costs[at] ?? [], floors: floors[at] ?? [] }
    rows.push({ ...row, jumpIns, rollOver, events })
  }
  return rows
}

/** Creates a database with `groups` groups. @returns its URL. */
async function seeded({ url }: RunningPostgres, name: string, groups: number): Promise<string> {
  const database = new URL(url)
  database.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await migrate(database.href)
  const createdAt = '2026-03-01T12:00:00.000Z'
  await seedPostgres(database.href, {
    groups,
    membersEach: MEMBERS,
    createdAt,
    day: DAY,
    dayStart: DAY_START,
  })
  const { rows } = await client.query(`select pg_database_size($1)::float8 / 1e6 as mb`, [name])
  await client.end()
  remark(`database ${name}`, rows[0].mb, 'MB')
  return database.href
}

function report(rows: readonly Measured[]): void {
  process.stdout.write(`\nload average ${loadavg()[0]?.toFixed(1)}; CPU of node + database in µs per call\n`)
  process.stdout.write(`${'groups'.padStart(10)}${CALLS.map((name) => name.padStart(16)).join('')}\n`)
  for (const { groups, costs } of rows) {
    const cells = CALLS.map((name) => {
      const of = (pick: (cost: Cost) => number) => cpuOf(costs, name, pick).toFixed(0)
      return `${of((cost) => cost.nodeSeconds)} + ${of((cost) => cost.databaseSeconds)}`.padStart(16)
    })
    process.stdout.write(`${String(groups).padStart(10)}${cells.join('')}\n`)
  }
  const [smallest, ...larger] = rows
  for (const name of smallest ? CALLS : []) {
    for (const row of larger) {
      const ratio = totalCpu(row, name) / totalCpu(smallest as Measured, name)
      figure(`CPU of ${name}, ${row.groups} groups compared with ${smallest?.groups}`, ratio, 'times', 1.3)
    }
  }
  for (const row of rows) reportRates(row)
  reportEvents(rows.map(({ events }) => events))
}

/** The cost of notifications does not depend on the size, so the samples of all sizes count alike. */
function reportEvents(events: readonly EventSamples[]): void {
  const cost = 1 - 1 / median(events.flatMap(({ slower }) => slower))
  const delays = events.flatMap((each) => each.delays)
  remark('commits of one document', median(events.flatMap(({ rates }) => rates)), 'per second')
  figure('cost of notifying another process of each', 100 * cost, '%', 5)
  figure('delay of an event in the other process, p50', median(delays), 'ms', 15)
  figure('delay of an event in the other process, p99', p99(delays), 'ms', 60)
}

function reportRates({ groups, costs, floors, jumpIns, rollOver }: Measured): void {
  const at = `${groups} groups`
  const rate = (of: (costs: Record<CallName, Cost>, floors: Floors) => number) =>
    median(costs.map((each, round) => of(each, floors[round] as Floors)))
  const pairs = ({ start, submit }: Record<CallName, Cost>) => start.calls / (start.seconds + submit.seconds)
  const reads = ({ today }: Record<CallName, Cost>) => today.calls / today.seconds
  const cores = availableParallelism()
  remark(
    `${at}: pgbench simple-update`,
    rate((_, { simpleUpdate }) => simpleUpdate),
    'per second',
  )
  remark(
    `${at}: pgbench select-only, per core`,
    rate((_, { selectOnly }) => selectOnly / cores),
    'per second',
  )
  remark(`${at}: start and submit`, rate(pairs), 'pairs per second')
  const toUpdate = rate((each, { simpleUpdate }) => pairs(each) / simpleUpdate)
  figure(`${at}: the same per simple-update`, toUpdate, '', 0.15, 'at least')
  const minReads = rate((_, { selectOnly }) => Math.min(1500, (0.12 * selectOnly) / cores))
  figure(`${at}: today`, rate(reads), 'per second', Math.round(minReads), 'at least')
  figure(`${at}: failed jump-ins, 200 at once`, jumpIns.failed, '', 0)
  figure(`${at}: 200 jump-ins at once`, jumpIns.perSecond, 'per second', 400, 'at least')
  remark(`${at}: 200 jump-ins at once, p99`, jumpIns.p99, 'ms')
  figure(`${at}: roll-over, games closed and created`, rollOver.perSecond, 'per second', 4000, 'at least')
  remark(`${at}: today before the roll-over, p95`, rollOver.quietTodayP95, 'ms')
  const slower = rollOver.todayP95 / rollOver.quietTodayP95
  figure(`${at}: the same during the roll-over`, slower, 'times', 2)
  remark(`${at}: first call of a group, which creates its game, p95`, rollOver.firstTodayP95, 'ms')
}

/** CPU of one call in microseconds, as the mean of all rounds: one round is short, and a vacuum may run in it. */
function cpuOf(
  costs: readonly Record<CallName, Cost>[],
  name: CallName,
  pick: (cost: Cost) => number,
): number {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, { [name]: cost }) => total + of(cost), 0)
  return (sum(pick) / sum(({ calls }) => calls)) * 1e6
}

function totalCpu({ costs }: Measured, name: CallName): number {
  return cpuOf(costs, name, ({ nodeSeconds, databaseSeconds }) => nodeSeconds + databaseSeconds)
}
