import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  type JsHistogram,
} from 'hdr-histogram-js'

/** The longest measurable time in microseconds, longer than any time-out. */
const LONGEST = 600_000_000

/** A histogram of microseconds with a relative error of at most 1 %. */
export const newHistogram = (): Histogram =>
  build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST,
    numberOfSignificantValueDigits: 2,
    bitBucketSize: 32,
  })

/** @param ms a time in milliseconds. Times below a microsecond count as one microsecond. */
export function record(histogram: Histogram, ms: number): void {
  histogram.recordValue(Math.min(LONGEST, Math.max(1, Math.round(ms * 1000))))
}

/** Encodes a histogram as text, for files and other processes. */
export const packed = (histogram: Histogram): string => encodeIntoCompressedBase64(histogram)

/** @throws {Error} for text that is not a histogram. */
const unpacked = (text: string): Histogram => decodeFromCompressedBase64(text, 32)

/** Merges packed histograms. */
export function merged(texts: readonly string[]): Histogram {
  const sum = newHistogram()
  for (const text of texts) sum.add(unpacked(text))
  return sum
}

/** The values of a packed histogram in microseconds, with their counts. */
export function countsOf(text: string): [value: number, count: number][] {
  // Decoding without WebAssembly returns this class.
  const { recordedValuesIterator: values } = unpacked(text) as JsHistogram
  const counts: [number, number][] = []
  values.reset()
  while (values.hasNext()) {
    const { valueIteratedTo, countAtValueIteratedTo } = values.next()
    counts.push([valueIteratedTo, countAtValueIteratedTo])
  }
  return counts
}

/** The figures of a histogram in milliseconds. */
export interface Figures {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

export function figuresOf(histogram: Histogram): Figures {
  const at = (percentile: number) =>
    histogram.totalCount === 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1000
  return {
    count: histogram.totalCount,
    p50: at(50),
    p95: at(95),
    p99: at(99),
    max: histogram.totalCount === 0 ? 0 : histogram.maxValue / 1000,
  }
}
