/** The server's metrics at one time. */
export interface ServerSample {
  /** Seconds from the start. */
  readonly at: number
  /** Values by metric name. Values with different labels are added up. */
  readonly values: Readonly<Record<string, number>>
}

/** Metrics in the report: common ones of Prometheus clients for Node, and those of the reference server. */
const REPORTED =
  /^(process_cpu_seconds_total|process_resident_memory_bytes|nodejs_eventloop_lag_(p50|p99)_seconds|nodejs_heap_size_used_bytes|inkling_\w+)$/
/** Buckets of histograms, which are left out: there are many, and sums and counts are enough. */
const BUCKET = /_bucket$/

/** The metrics for the report. */
export function readMetrics(text: string): Record<string, number> {
  const values: Record<string, number> = {}
  for (const { name, value } of samplesIn(text)) {
    if (REPORTED.test(name) && !BUCKET.test(name)) values[name] = (values[name] ?? 0) + value
  }
  return values
}

export interface Sample {
  readonly name: string
  /** As in the text, without braces. */
  readonly labels: string
  readonly value: number
}

/** Parses the text format of Prometheus. Lines that are not samples with a finite value are skipped. */
export function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', amount] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line) ?? []
    const value = Number(amount)
    return Number.isFinite(value) ? [{ name, labels, value }] : []
  })
}
