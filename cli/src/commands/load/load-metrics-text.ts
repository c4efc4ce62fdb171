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
    counter('calls_due', 'Calls that became due', [{ value: due }]),
    counter('calls_answered', 'Calls that were answered', [{ value: answered }]),
    counter('errors', 'Failed calls by error code', errors),
    counter('turns_submitted', 'Submitted turns', [{ value: view.turns }]),
    counter('players_arrived', 'Players who opened the game', [{ value: view.arrived }]),
    gauge('players_active', 'Players who have the game open', [{ value: view.active }]),
    gauge('latency_seconds', 'Latency from the due time, in the last 5 seconds', latencies),
    gauge('lateness_seconds', 'Delay of the generator, 99th percentile', [
      { value: view.latenessP99 / 1000 },
    ]),
    gauge('generator_cpu_cores', 'Cores used by the generator', [{ value: view.cpu }]),
    gauge('generator_memory_bytes', 'Memory of the generator', [{ value: view.memoryMb * 1e6 }]),
    gauge('warm_up', '1 during the warm-up', [{ value: view.isWarmUp ? 1 : 0 }]),
    '# EOF\n',
  ].join('')
}

const counter = (name: string, help: string, samples: readonly Sample[]): string =>
  family(name, 'counter', help, samples, '_total')

const gauge = (name: string, help: string, samples: readonly Sample[]): string =>
  family(name, 'gauge', help, samples, '')

function family(
  name: string,
  type: string,
  help: string,
  samples: readonly Sample[],
  suffix: string,
): string {
  const full = `inkling_load_${name}`
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`)
    return `${full}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# TYPE ${full} ${type}\n# HELP ${full} ${help}.\n${lines.join('')}`
}
