// Is anything lost?

import { installedBin } from '../src/server/stores/postgres/postgres-servers.fixture.ts'
import { killRepeatedly } from './faults/kills.ts'
import { FAULTS, FaultRun } from './faults/matrix.ts'
import { atMost, question, type Row, table } from './report.ts'

/*
 * Kills a server with a data folder while players play, 200 times or as often as the argument says. Then injects faults
 * into two servers on PostgreSQL, their database and the network between them. Checks all acknowledged writes after each.
 */

const [kills = 200] = process.argv.slice(2).map(Number)

question('Is anything lost?')
const killed = await killRepeatedly(kills, String(Date.now()))
table([
  {
    server: 'data folder',
    'kill -9': killed.kills,
    'acknowledged writes': killed.acknowledged,
    lost: killed.lost.length,
    'slowest restart, s': killed.slowestRestartMs / 1000,
  },
])
explain('data folder', killed.lost)

const bin = installedBin()
if (bin === null) {
  process.stdout.write('NOT MEASURED: faults of PostgreSQL. Install PostgreSQL 15 (Debian: postgresql-15).\n')
} else {
  const rows: Row[] = []
  const run = await FaultRun.start({ bin, pairs: 12, lastsMs: 10_000, delayMs: 100, rounds: 20 })
  try {
    for (const name of FAULTS) {
      const { acknowledged, refused, slowest, recoveredMs, faults, wrong } = await run.run(name)
      rows.push({
        'PostgreSQL: what fails': name,
        'acknowledged writes': acknowledged,
        'lost or twice': faults.length,
        'calls that got 503': refused,
        'slowest response, s': slowest / 1000,
        'players resume after, s': recoveredMs / 1000,
      })
      explain(name, [...faults, ...wrong])
    }
  } finally {
    await run.end()
  }
  table(rows)
}

function explain(what: string, faults: readonly string[]): void {
  atMost(0, 'writes', `${what}: lost, or wrong responses`, faults.length)
  for (const each of faults.slice(0, 10)) process.stdout.write(`  ${each}\n`)
}
