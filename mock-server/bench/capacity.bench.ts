// How many players an hour?

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/server/stores/postgres/postgres-servers.fixture.ts'
import { atMost, question, type Row, table } from './report.ts'
import { inkling, serveInkling } from './served.ts'

/*
 * Players arrive at a steady rate for 20 s and play ten times as fast as people (`inkling load`), against servers in their
 * default configuration. The first number of each server is its declared load: 10,000 players within an hour for the
 * embedded store, three times as many for PostgreSQL. Arguments are other numbers of arriving players.
 */

const SERVERS = {
  'data folder': { database: false, args: [], crowds: [60, 500, 2000] },
  'PostgreSQL, one process': { database: true, args: ['--workers', '1'], crowds: [180, 500] },
  'PostgreSQL, two processes': { database: true, args: ['--workers', '2'], crowds: [180, 500] },
}

/** The fields of a report of `inkling load` that are shown here. */
interface LoadReport {
  readonly summary: {
    readonly voidBecause: string | null
    readonly playersAnHour: number
    readonly rateReached: number
    readonly errors: number
    readonly http: { readonly p50: number; readonly p99: number; readonly max: number }
  }
  readonly invariants: { readonly broken: readonly string[] }
}

question('How many players an hour?')
const wanted = process.argv.slice(2).map(Number)
const rows: Row[] = []
for (const [name, { database, args, crowds }] of Object.entries(SERVERS)) {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-capacity-'))
  const postgres = database ? await startEmbedded([]) : null
  const store = postgres ? ['--store', postgres.url, ...args] : ['--data', join(folder, 'data')]
  const served = await serveInkling('--port', '0', ...store)
  try {
    for (const [at, players] of (wanted.length > 0 ? wanted : crowds).entries()) {
      const { summary, invariants } = await load(served.url, players, join(folder, 'load.json'))
      const { http, voidBecause } = summary
      rows.push({
        server: name,
        'players an hour': summary.playersAnHour,
        'calls/s': summary.rateReached,
        'p50, ms': http.p50,
        'p99, ms': http.p99,
        'longest, ms': http.max,
        'failed calls, broken rules': summary.errors + invariants.broken.length,
        counts: voidBecause === null ? 'yes' : 'no: calls were sent late',
      })
      if (at === 0 && wanted.length === 0 && voidBecause === null)
        atMost(100, 'ms', `${name}: p99 of a call`, http.p99)
    }
  } finally {
    await served.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
table(rows)

async function load(url: string, players: number, file: string): Promise<LoadReport> {
  const profile = ['--profile', 'steady', '--duration', '20s', '--players', String(players)]
  const limits = ['--max-calls', '2000000', '--max-duration', '5m', '--report', `json=${file}`]
  await inkling('load', 'run', ...profile, ...limits, '--quiet', '--target', url)
  return JSON.parse(await readFile(file, 'utf8')) as LoadReport
}
