import { newHistogram, packed, record } from '../figures/histogram.ts'
import type { LoadReport } from '../figures/report.ts'
import type { Slice } from '../figures/slice.ts'
import { summaryOf } from '../figures/summary.ts'
import { parseLoad } from '../file/parse.ts'
import { planOf } from '../file/plan.ts'

export const plan = planOf(
  parseLoad(
    `{ version: 1, name: 'a <small> load', players: 10, profile: steady, duration: 120s, warm-up: 20s,
       limits: { calls: 100000, duration: 5m }, thresholds: { calls.today.p99: "<50ms", errors: 0, invariants: 0 } }`,
    'small.yaml',
  ),
  '7',
)

const histogramOf = (times: readonly number[]): string => {
  const histogram = newHistogram()
  for (const time of times) record(histogram, time)
  return packed(histogram)
}

/** Two minutes of one call. Latencies follow a sine wave, so that neighbouring seconds resemble each other. */
export function reportOf(seed: string, factor = 1, broken: readonly string[] = []): LoadReport {
  const slices = Array.from({ length: 120 }, (_, at): Slice => {
    const middle = (10 + 3 * Math.sin(at / 9 + seed.length)) * factor
    const times = Array.from({ length: 40 }, (__, call) => middle * (1 + ((call * 7 + at * 3) % 20) / 20))
    return {
      at,
      due: 40,
      sent: 40,
      late: 0,
      active: 5,
      arrived: 1,
      turns: 1,
      errors: at === 60 ? { UNAVAILABLE: 1 } : {},
      refusals: {},
      calls: { today: { errors: at === 60 ? 1 : 0, latency: histogramOf(times) } },
      lateness: histogramOf([0.5]),
      cpu: 0.2,
      memoryMb: 90,
    }
  })
  const server = [0, 10].map((at) => ({ at, values: { process_cpu_seconds_total: at / 2 } }))
  const invariants = { sampled: 3, checked: 9, acknowledged: 120, found: 120, limited: null, broken }
  return {
    format: 'inkling-load',
    version: 1,
    plan: { ...plan, seed },
    target: 'http://localhost:4000',
    begunAt: '2026-03-07T12:00:00.000Z',
    versions: { toolkit: '1.0.0', server: '1.0.0' },
    processes: 1,
    sliceMs: 1000,
    slices,
    server,
    serverLimited: null,
    preparation: { calls: 20, ms: 100 },
    invariants,
    unanswered: 0,
    stopped: null,
    clockFailure: null,
    digest: '00000001',
    summary: summaryOf({ plan, sliceMs: 1000, slices, brokenRules: broken.length, stopped: null }),
  }
}
