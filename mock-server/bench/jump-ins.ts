import type { Engine } from '../src/engine/engine.ts'
import { inTurn, signedIn } from './engine-callers.ts'
import { p99 } from './quantiles.ts'

export interface JumpIns {
  readonly perSecond: number
  /** In milliseconds. */
  readonly p99: number
  readonly failed: number
}

/** New players who all jump in at once, in several rounds. */
export async function measureJumpIns(engine: Engine, atOnce: number, rounds: number): Promise<JumpIns> {
  const times: number[] = []
  let failed = 0
  let waited = 0
  for (let round = 0; round < rounds; round++) {
    const names = Array.from({ length: atOnce }, (_, at) => `device_jumper_${round}_${at}_0123456789`)
    const callers = await inTurn(names, (name) => signedIn(engine, name))
    const begun = performance.now()
    await Promise.all(
      callers.map(async (caller) => {
        await caller('jumpIn').catch(() => failed++)
        times.push(performance.now() - begun)
      }),
    )
    waited += performance.now() - begun
  }
  return { perSecond: (times.length / waited) * 1000, p99: p99(times), failed }
}
