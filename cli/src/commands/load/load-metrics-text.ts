import type { LiveView } from '@inkling/scenarios/load/figures/live-view'

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Counts of the whole run. */
export interface LoadTotals {
  readonly due: number
  readonly answered: number
}

/** The live figures of a load test in the text format of OpenMetrics. */
export function loadMetricsText(view: LiveView | null, { due, answered }: LoadTotals): string {
  if (view === null) return '# EOF\n'
  const errors = Object.entries(view.errors).map(([code, value]) => ({ labels: { code }, value }))
  const latencies = view.calls.flatMap(({ name: call, p50, p95, p99 }) =>
    Object.entries({ '0.5': p50, '0.95': p95, '0.99': p99 }).map(([quantile, ms]) => ({
      labels: { call, quantile },
      value: ms / 1000,
    })),
  )
  return [
    family('counter', 'calls_due', 'Calls that became due', [{ value: due }]),
    family('counter', 'calls_answered', 'Calls that were answered', [{ value: answered }]),
    family('counter', 'errors', 'Failed calls by error code', errors),
    family('counter', 'turns_submitted', 'Submitted turns', [{ value: view.turns }]),
    family('counter', 'players_arrived', 'Players who opened the game', [{ value: view.arrived }]),
    family('gauge', 'players_active', 'Players who have the game open', [{ value: view.active }]),
    family('gauge', 'latency_seconds', 'Latency from the due time, in the last 5 seconds', latencies),
    family('gauge', 'lateness_seconds', 'Delay of the generator, 99th percentile', [
      { value: view.latenessP99 / 1000 },
    ]),
    family('gauge', 'generator_cpu_cores', 'Cores used by the generator', [{ value: view.cpu }]),
    family('gauge', 'generator_memory_bytes', 'Memory of the generator', [{ value: view.memoryMb * 1e6 }]),
    family('gauge', 'warm_up', '1 during the warm-up', [{ value: view.isWarmUp ? 1 : 0 }]),
    '# EOF\n',
  ].join('')
}

function family(type: 'counter' | 'gauge', name: string, help: string, samples: readonly Sample[]): string {
  const full = `inkling_load_${name}`
  const suffix = type === 'counter' ? '_total' : ''
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`)
    return `${full}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# TYPE ${full} ${type}\n# HELP ${full} ${help}.\n${lines.join('')}`
}
