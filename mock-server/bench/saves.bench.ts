// Can players play on while a world is saved or restored?

import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../src/server/stores/postgres/postgres-servers.fixture.ts'
import { pollUntil, signInMembers, type Timed } from './crowd/calls.ts'
import { dayAfter, gamesOf } from './crowd/data.ts'
import { atMost, quantile, question, type Row, table } from './report.ts'
import { fillWithDrawings, sizeOf } from './saves/world.ts'
import { inkling, peakMb, residentMb, type Served, serveInkling, startInkling } from './served.ts'

/*
 * Exports a world with four drawings of 5 kB in each game, checks the file, and imports it into the other store, from a data
 * folder to PostgreSQL and back, by the commands of `inkling`, while players poll `today`. An argument is the number of games
 * (5,000). A data folder is made for 100,000, which take 10 GB of disk.
 */

const size = sizeOf(Number(process.argv[2] ?? 5000))
const POLLERS = 20
const POLLS_PER_SECOND = 40
const QUIET_MS = 3000
/** Beyond what the server needs for the same data at rest. */
const MAX_MB = 400
const MAX_TODAY_MS = 100

question('Can players play on while a world is saved or restored?')
// Builds the program.
await inkling('--version')
const place = await mkdtemp(join(tmpdir(), 'inkling-saves-'))
const [full, empty] = [join(place, 'full'), join(place, 'empty')]
const [ofFolder, ofPostgres] = [join(place, 'folder.ndjson'), join(place, 'postgres.ndjson')]
const rows: Row[] = []
const database = await startEmbedded([])
try {
  await fillWithDrawings({ data: full }, size, { hasGames: true })
  await fillWithDrawings({ data: empty }, size, { hasGames: false })
  await fillWithDrawings({ data: null, database: database.url }, size, { hasGames: false })
  await onServer('data folder', ['--data', full], (served) => transfer(served, 'export', ofFolder))
  await check(ofFolder)
  await rm(full, { recursive: true })
  await onServer('PostgreSQL', ['--store', database.url], (served) => transfer(served, 'import', ofFolder))
  await rm(ofFolder)
  await onServer('PostgreSQL', ['--store', database.url], (served) => transfer(served, 'export', ofPostgres))
  await check(ofPostgres)
  await onServer('data folder', ['--data', empty], (served) => transfer(served, 'import', ofPostgres))
} finally {
  await database.stop()
  await rm(place, { recursive: true, force: true })
}
table(rows)

interface Transferred {
  readonly transfer: 'export' | 'import'
  readonly seconds: number
  readonly polls: readonly Timed[]
  /** The most memory that the server took. */
  readonly peak: number
  readonly peakOfCommand: number
}

/** Serves a store, and again afterwards, for the memory that the server takes with its data at rest. */
async function onServer(
  store: string,
  args: readonly string[],
  work: (served: Served) => Promise<Transferred>,
): Promise<void> {
  const serve = () => serveInkling('--port', '0', '--clock', `${dayAfter(size)}T12:00:00-05:00`, ...args)
  const served = await serve()
  let done: Transferred
  try {
    done = await work(served)
  } finally {
    await served.stop()
  }
  const again = await serve()
  const own = await atRest(again).finally(() => again.stop())
  const { transfer, seconds, polls, peak, peakOfCommand } = done
  const times = polls.map(({ from, to }) => to - from)
  rows.push({
    store,
    transfer,
    games: gamesOf(size),
    seconds,
    'today, p50, ms': quantile(times, 0.5),
    'p99, ms': quantile(times, 0.99),
    'longest, ms': Math.max(...times),
    'server at rest, MB': own,
    'above it, MB': peak - own,
    'command, MB': peakOfCommand,
  })
  atMost(MAX_MB, 'MB', `${transfer} with ${store}: memory above the server at rest`, peak - own)
  atMost(MAX_MB, 'MB', `${transfer} with ${store}: memory of the command`, peakOfCommand)
  atMost(MAX_TODAY_MS, 'ms', `${transfer} with ${store}: p99 of today`, quantile(times, 0.99))
}

/** Memory of a server that players have used, in MB. */
async function atRest(served: Served): Promise<number> {
  const players = await signInMembers(served.url, size, POLLERS)
  await pollUntil(pause(QUIET_MS), players, POLLS_PER_SECOND)
  return residentMb(served)
}

async function transfer(served: Served, name: 'export' | 'import', file: string): Promise<Transferred> {
  const players = await signInMembers(served.url, size, POLLERS)
  await pollUntil(pause(QUIET_MS), players, POLLS_PER_SECOND)
  const peak = peakMb(served.process)
  const startedAt = performance.now()
  const options = name === 'import' ? ['--no-save'] : []
  const running = run('world', name, file, ...options, '--target', served.url, '--timeout', '60s')
  const polls = await pollUntil(running, players, POLLS_PER_SECOND)
  const seconds = (performance.now() - startedAt) / 1000
  return { transfer: name, seconds, polls, peak: peak(), peakOfCommand: await running }
}

async function check(file: string): Promise<void> {
  const startedAt = performance.now()
  const peak = await run('world', 'check', file)
  const { size: bytes } = await stat(file)
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(
    `\n${(bytes / 1e6).toFixed(0)} MB in the file, sound: checked in ${seconds.toFixed(0)} s with ${peak.toFixed(0)} MB\n`,
  )
}

/** @returns the most memory that a command took, in MB. @throws if it fails */
async function run(...args: string[]): Promise<number> {
  const command = startInkling(...args)
  const peak = peakMb(command)
  let most = 0
  const timer = setInterval(() => {
    // Not a number when the command has just ended.
    const now = peak()
    if (now > most) most = now
  }, 200)
  const [code] = await once(command, 'exit').finally(() => clearInterval(timer))
  if (code !== 0) throw new Error(`inkling ${args.join(' ')} ended with ${code}`)
  return most
}
