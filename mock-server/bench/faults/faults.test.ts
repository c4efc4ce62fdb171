import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dailySample } from '../../src/server/platform/daily-sample.fixture.ts'
import { installedBin } from '../../src/server/stores/postgres/postgres-servers.fixture.ts'
import { FAULTS, FaultRun } from './matrix.ts'

/* Two servers on one database, with a third of the faults injected while players play. */

const bin = installedBin()

describe.skipIf(bin === null)('two servers on PostgreSQL (Debian: postgresql-15)', () => {
  let faults: FaultRun

  beforeAll(async () => {
    faults = await FaultRun.start({ bin: bin ?? '', pairs: 3, lastsMs: 0, delayMs: 30, rounds: 1 })
  })
  afterAll(() => faults.end())

  // connection-loss.test.ts covers connections that die without notice.
  const tested = FAULTS.filter((name) => name !== 'connections die without notice')

  test.each(dailySample(tested, 3))('players lose nothing when %s', async (name) => {
    const report = await faults.run(name)
    expect(report).toMatchObject({ faults: [], wrong: [] })
    expect(report.acknowledged).toBeGreaterThan(10)
    // Six seconds on an idle machine (crash.bench.ts); a busy one is much slower.
    expect(report.slowest).toBeLessThan(30_000)
  })
})
