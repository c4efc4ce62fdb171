/** What the server says of itself at a moment. */
export interface ServerSample {
  /** Seconds from the start. */
  readonly at: number
  /** By the name of the metric, without labels; several with other labels are added up. */
  readonly values: Readonly<Record<string, number>>
}

/** Metrics in the report: those of every Prometheus client for Node, and the server's own. */
const KEPT =
  /^(process_cpu_seconds_total|process_resident_memory_bytes|nodejs_eventloop_lag_(p50|p99)_seconds|nodejs_heap_size_used_bytes|inkling_\w+)$/
/** Series of histograms: too many, and their sums and counts say enough. */
const BUCKET = /_bucket$/
const LINE = /^([a-zA-Z_:][\w:]*)(?:\{.*\})?\s+(\S+)/

/** Reads the text format of Prometheus; lines that are not a sample are passed over. */
export function readMetrics(text: string): Record<string, number> {
  const values: Record<string, number> = {}
  for (const line of text.split('\n')) {
    const [, name = '', amount = ''] = LINE.exec(line) ?? []
    const value = Number(amount)
    if (!KEPT.test(name) || BUCKET.test(name) || !Number.isFinite(value)) continue
    values[name] = (values[name] ?? 0) + value
  }
  return values
}
