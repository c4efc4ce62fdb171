import type { Engine } from '../src/engine/engine.ts'
import { signedIn } from './engine-callers.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { p99 } from './quantiles.ts'

export interface JumpIns {
  readonly perSecond: number
  /** In milliseconds. */
  readonly p99: number
  readonly failed: number
}

/** Measures `atOnce` new players who jump in at the same time, in several rounds. */
export async function measureJumpIns(engine: Engine, atOnce: number, rounds: number): Promise<JumpIns> {
  const times: number[] = []
  let failed = 0
  let waited = 0
  for (let round = 0; round < rounds; round++) {
    const names = Array.from({ length: atOnce }, (_, at) => `device_jumper_${round}_${at}_0123456789`)
    const callers = await mapConcurrently(names, (name) => signedIn(engine, name))
    const startedAt = performance.now()
    await Promise.all(
      callers.map(async (caller) => {
        await caller('jumpIn').catch(() => failed++)
        times.push(performance.now() - startedAt)
      }),
    )
    waited += performance.now() - startedAt
  }
  return { perSecond: (times.length / waited) * 1000, p99: p99(times), failed }
}
