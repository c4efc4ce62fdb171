import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installedBin } from '../../src/stores/postgres/postgres-servers.fixture.ts'
import { FAULTS, FaultRun } from './matrix.ts'

/* Two servers on one database, and what goes wrong between them while players play. The failover comes last. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const bin = installedBin()

describe.skipIf(bin === null)('two servers on PostgreSQL (Debian: postgresql-15)', () => {
  let faults: FaultRun

  beforeAll(async () => {
    faults = await FaultRun.begin({ bin: bin ?? '', pairs: 3, lastsMs: 0, delayMs: 30, rounds: 1 })
  })
  afterAll(() => faults.end())

  // A test of the store breaks connections in silence (connection-loss.test.ts).
  const tested = FAULTS.filter((name) => name !== 'connections die in silence')

  test.each(tested)('players lose nothing when %s', async (name) => {
    const report = await faults.run(name)
    expect(report).toMatchObject({ faults: [], wrong: [] })
    expect(report.acknowledged).toBeGreaterThan(10)
    // Six seconds on a machine that has nothing else to do (crash-database.bench.ts).
    expect(report.slowest).toBeLessThan(10_000)
  })
})
