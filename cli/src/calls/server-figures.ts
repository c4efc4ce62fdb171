import { currentKey } from '@inkling/mock-server/contract/client/client'
import { type Sample, samplesIn } from '@inkling/scenarios/load/figures/server-metrics'
import type { Settings } from '../settings/settings.ts'
import { accessTo } from './access.ts'

/** Key metrics of a server. */
export interface ServerFigures {
  /** Calls since the server started. */
  readonly calls: number
  /** 99th percentile of their latency; null without calls. */
  readonly p99Ms: number | null
  /** 99th percentile of the event loop delay since the metrics were last read. */
  readonly loopMs: number
  readonly retries: number
  /** Whether the store responds. If not, the figures below are 0. */
  readonly isStoreUp: boolean
  readonly rolloverLagSeconds: number
  readonly isRollOverLate: boolean
  readonly outboxGames: number
  /** Whether the store is a database. */
  readonly hasDatabase: boolean
}

/** The same limit as in mock-server/monitoring/alerts.yaml. */
const MAX_ROLLOVER_LAG_S = 300

const CALLS = 'inkling_http_request_duration_seconds'

/** The figures of the target; null if it has no metrics or refuses this key. */
export async function readFigures(settings: Settings, signal?: AbortSignal): Promise<ServerFigures | null> {
  const { baseUrl, fetch, adminKey } = accessTo(settings)
  const key = currentKey(adminKey)
  const response = await fetch(`${baseUrl}/metrics`, {
    ...(key !== undefined && { headers: { 'x-admin-key': key } }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  return response.ok && text.includes(CALLS) ? figuresIn(text) : null
}

/** The figures in the text format of Prometheus. */
export function figuresIn(text: string): ServerFigures {
  const samples = samplesIn(text)
  const sum = (name: string) =>
    samples.reduce((total, sample) => total + (sample.name === name ? sample.value : 0), 0)
  const p99 = quantile(samples, 0.99)
  const rolloverLagSeconds = sum('inkling_rollover_lag_seconds')
  return {
    calls: sum(`${CALLS}_count`),
    p99Ms: p99 === null ? null : p99 * 1000,
    loopMs: sum('nodejs_eventloop_lag_p99_seconds') * 1000,
    retries: sum('inkling_transaction_retries_total'),
    isStoreUp: sum('inkling_store_up') > 0,
    rolloverLagSeconds,
    isRollOverLate: rolloverLagSeconds > MAX_ROLLOVER_LAG_S,
    outboxGames: sum('inkling_outbox_games'),
    hasDatabase: samples.some(({ name }) => name === 'inkling_database_connections_idle'),
  }
}

/** A quantile in seconds, interpolated within a bucket as Prometheus does; at most the last bound. */
function quantile(samples: readonly Sample[], part: number): number | null {
  const upTo = new Map<number, number>()
  for (const { name, labels, value } of samples) {
    const [, le] = name === `${CALLS}_bucket` ? (/\ble="([^"]+)"/.exec(labels) ?? []) : []
    if (le === undefined) continue
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
    upTo.set(bound, (upTo.get(bound) ?? 0) + value)
  }
  const buckets = [...upTo].sort(([a], [b]) => a - b)
  const rank = part * (buckets.at(-1)?.[1] ?? 0)
  if (rank === 0) return null
  let below = { bound: 0, count: 0 }
  for (const [bound, count] of buckets) {
    if (count >= rank) {
      if (bound === Number.POSITIVE_INFINITY) return below.bound
      return below.bound + ((bound - below.bound) * (rank - below.count)) / (count - below.count)
    }
    below = { bound, count }
  }
  return below.bound
}
