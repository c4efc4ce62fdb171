import { installedBin } from '../src/stores/postgres/postgres-servers.fixture.ts'
import { FAULTS, FaultRun } from './faults/matrix.ts'

/* Slow responses and lost writes when servers on PostgreSQL, their database or the network between them fail. */

/** Limit for the slowest response, errors included, in seconds. */
const MAX_SECONDS = 6

const bin = installedBin()
if (bin === null) {
  process.stdout.write('NOT MEASURED: faults of PostgreSQL. Install PostgreSQL 15 (Debian: postgresql-15).\n')
} else {
  const run = await FaultRun.start({ bin, pairs: 12, lastsMs: 10_000, delayMs: 100, rounds: 20 })
  try {
    for (const name of FAULTS) {
      const { acknowledged, refused, broken, slowest, recoveredMs, faults, wrong } = await run.run(name)
      const seconds = slowest / 1000
      process.stdout.write(
        `${name}: ${faults.length} of ${acknowledged} acknowledged writes lost or duplicated (at most 0); ` +
          `${refused} calls got 503, ${broken} lost their connection; slowest response ${seconds.toFixed(1)} s (at most ${MAX_SECONDS}); ` +
          `recovered after ${(recoveredMs / 1000).toFixed(1)} s\n`,
      )
      for (const each of [...faults, ...wrong].slice(0, 10)) process.stdout.write(`  ${each}\n`)
      if (faults.length + wrong.length > 0 || seconds > MAX_SECONDS) process.exitCode = 1
    }
  } finally {
    await run.end()
  }
}
