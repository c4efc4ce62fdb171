import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { picture } from '../../src/core/picture/picture.fixture.ts'
import { freePort } from '../../src/server/platform/free-port.fixture.ts'
import { type Served, serveInkling } from '../served.ts'
import { Load, worldAt } from './load.ts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  /** Acknowledged writes that are missing or duplicated after a restart, and wrong responses. */
  readonly lost: readonly string[]
  /** From the start of the command until it listens. */
  readonly slowestRestartMs: number
}

/** At the start of each server: no player is in a round at midnight. */
const NOON = '2026-03-07T12:00:00-05:00'
const PAIRS = 8
/** The largest number of acknowledged writes between two kills. */
const MOST_WRITES = 150
/** Every fourth kill interrupts a server that stops, which writes its snapshot at that time. */
const STOPPING = 4
const MOST_STOPPING_MS = 60
const LIMIT_MS = 60_000

/**
 * Kills a server with a data folder with SIGKILL while players play, restarts it, and checks every write that it had
 * acknowledged.
 * @param seed of the moments of the kills. The writes in flight then depend on the machine.
 */
export async function killRepeatedly(kills: number, seed: string): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-kills-'))
  const args = ['--port', String(await freePort()), '--data', join(folder, 'data'), '--clock', NOON]
  let served: Served = await serveInkling(...args)
  const load = new Load([served.url], PAIRS, picture(40))
  const lost = new Set<string>()
  let [killed, slowestRestartMs] = [0, 0]
  try {
    for (let life = 0; killed < kills; life++) {
      const target = load.figures.acknowledged + 1 + below(MOST_WRITES, `${seed} writes ${life}`)
      await load.until(() => load.figures.acknowledged >= target, LIMIT_MS, 'written')
      if (life % STOPPING === 0) {
        served.process.kill('SIGTERM')
        await pause(below(MOST_STOPPING_MS, `${seed} stop ${life}`))
      }
      await served.stop('SIGKILL')
      // A server that has stopped before is not killed.
      if (served.process.signalCode === 'SIGKILL') killed++
      const startedAt = performance.now()
      served = await serveInkling(...args)
      slowestRestartMs = Math.max(slowestRestartMs, performance.now() - startedAt)
      for (const fault of await load.faultsOf(() => worldAt(served.url))) lost.add(fault)
    }
  } finally {
    await load.stop()
    await served.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    kills,
    acknowledged: load.figures.acknowledged,
    lost: [...lost, ...load.figures.wrong],
    slowestRestartMs,
  }
}

const below = (limit: number, seed: string): number =>
  createHash('sha256').update(seed).digest().readUInt32BE() % limit
