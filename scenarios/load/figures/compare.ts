import { Random } from '@inkling/fixtures/random'
import { countsOf } from './histogram.ts'
import type { LoadReport } from './report.ts'

/** The difference between two loads in one figure of one call. */
export interface Comparison {
  readonly call: string
  readonly figure: 'p50' | 'p95' | 'p99'
  /** Milliseconds. */
  readonly before: number
  readonly after: number
  /** After divided by before, with its 99 % confidence interval. */
  readonly ratio: number
  readonly low: number
  readonly high: number
  /** 'same' unless the interval excludes 1 and the change exceeds 5 %. */
  readonly verdict: 'slower' | 'faster' | 'same'
}

export const TEST =
  'block bootstrap over time: 10 s blocks of each run are resampled 2,000 times; a figure has changed if the 99% interval of its ratio excludes 1 and the change exceeds 5%'

const BLOCK_MS = 10_000
const DRAWS = 2000
const TAIL = 0.005
const MATTERS = 0.05
/** With fewer blocks or calls, noise cannot be estimated. */
const MIN = { blocks: 3, calls: 100 }
const FIGURES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const

/** Histograms of several blocks of time over their common values. */
interface Blocks {
  /** Milliseconds, sorted. */
  readonly values: Float64Array
  /** The count of each value, by block. */
  readonly counts: readonly Float64Array[]
}

/**
 * Finds figures that differ between two loads by more than noise. Calls of neighbouring seconds are correlated, so
 * whole blocks are resampled: a test that treats calls or seconds as independent would report every hiccup as a change.
 */
export function compareLoads(before: LoadReport, after: LoadReport): Comparison[] {
  const names = Object.keys(before.summary.byCall).filter((name) => after.summary.byCall[name])
  return [...names, 'all'].flatMap((call) => {
    const [one, other] = [blocksOf(before, call), blocksOf(after, call)]
    if (!isEnough(one) || !isEnough(other)) return []
    const random = new Random(`compare ${call}`)
    const ratios: Record<keyof typeof FIGURES, number[]> = { p50: [], p95: [], p99: [] }
    for (let draw = 0; draw < DRAWS; draw++) {
      const [first, second] = [quantiles(drawn(one, random)), quantiles(drawn(other, random))]
      for (const figure of ['p50', 'p95', 'p99'] as const) ratios[figure].push(second[figure] / first[figure])
    }
    const [first, second] = [quantiles(one), quantiles(other)]
    return (['p50', 'p95', 'p99'] as const).map((figure) => {
      const sorted = ratios[figure].sort((a, b) => a - b)
      const low = sorted[Math.floor(TAIL * DRAWS)] ?? 1
      const high = sorted[Math.ceil((1 - TAIL) * DRAWS) - 1] ?? 1
      const ratio = second[figure] / first[figure]
      const verdict =
        low > 1 && ratio > 1 + MATTERS ? 'slower' : high < 1 && ratio < 1 - MATTERS ? 'faster' : 'same'
      return {
        call,
        figure,
        before: first[figure],
        after: second[figure],
        ratio,
        low,
        high,
        verdict,
      } as const
    })
  })
}

const isEnough = ({ counts }: Blocks): boolean =>
  counts.length >= MIN.blocks && counts.reduce((sum, block) => sum + total(block), 0) >= MIN.calls

/** Divides the measured time into blocks, each with the histogram of one call or of all calls. */
function blocksOf({ slices, sliceMs, plan }: LoadReport, call: string): Blocks {
  const blocks = new Map<number, Map<number, number>>()
  for (const slice of slices) {
    const from = slice.at * sliceMs - plan.warmUpMs
    if (from < 0 || slice.at * sliceMs >= plan.durationMs) continue
    const block = Math.floor(from / BLOCK_MS)
    const sum = blocks.get(block) ?? new Map<number, number>()
    blocks.set(block, sum)
    const parts = call === 'all' ? Object.values(slice.calls) : [slice.calls[call] ?? []].flat()
    for (const { latency } of parts) {
      for (const [value, count] of countsOf(latency)) sum.set(value, (sum.get(value) ?? 0) + count)
    }
  }
  const micros = [...new Set([...blocks.values()].flatMap((sum) => [...sum.keys()]))].sort((a, b) => a - b)
  return {
    values: Float64Array.from(micros, (value) => value / 1000),
    counts: [...blocks.values()].map((sum) => Float64Array.from(micros, (value) => sum.get(value) ?? 0)),
  }
}

/** A bootstrap sample: the same number of blocks, drawn with replacement. */
function drawn({ values, counts }: Blocks, random: Random): Blocks {
  return { values, counts: counts.map(() => random.pick(counts)) }
}

function quantiles({ values, counts }: Blocks): Record<keyof typeof FIGURES, number> {
  const sum = new Float64Array(values.length)
  for (const block of counts) {
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (block[at] as number)
  }
  const all = total(sum)
  const valueAt = (quantile: number): number => {
    let upTo = 0
    for (let at = 0; at < sum.length; at++) {
      upTo += sum[at] as number
      if (upTo >= quantile * all) return values[at] as number
    }
    return 0
  }
  return { p50: valueAt(FIGURES.p50), p95: valueAt(FIGURES.p95), p99: valueAt(FIGURES.p99) }
}

const total = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0)
