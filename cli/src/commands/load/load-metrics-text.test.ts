import { afterEach, expect, test } from 'vitest'
import { loadMetricsText } from './load-metrics-text.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'

const VIEW = {
  name: 'an evening',
  seconds: 12,
  ofSeconds: 60,
  isWarmUp: false,
  wanted: 40,
  reached: 39,
  active: 17,
  arrived: 20,
  turns: 5,
  calls: [{ name: 'get-today', count: 9, p50: 2, p95: 4, p99: 8, max: 9, errors: 1 }],
  errors: { 'a "quoted"\ncode': 1 },
  latenessP99: 1.5,
  cpu: 0.4,
  memoryMb: 160,
  isBottleneck: false,
  p99s: [8],
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

test('the figures are OpenMetrics: one family each, counters with _total, and an end', () => {
  const lines = loadMetricsText(VIEW, { due: 400, answered: 390 }).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE inkling_load_calls_due counter',
      'inkling_load_calls_due_total 400',
      'inkling_load_calls_answered_total 390',
      'inkling_load_errors_total{code="a \\"quoted\\"\\ncode"} 1',
      'inkling_load_latency_seconds{call="get-today",quantile="0.99"} 0.008',
      'inkling_load_players_active 17',
    ]),
  )
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  const families = lines.filter((line) => line.startsWith('# TYPE'))
  expect(new Set(families).size).toBe(families.length)
  expect(loadMetricsText(null, { due: 0, answered: 0 })).toBe('# EOF\n')
})

test('Prometheus reads them at /metrics', async () => {
  const { url, close } = await metricsEndpoint(0, () => '# EOF\n')
  closing.push(close)
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toContain('application/openmetrics-text; version=1.0.0')
  expect(await response.text()).toBe('# EOF\n')
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404)
  await expect(metricsEndpoint(Number(new URL(url).port), () => '')).rejects.toThrow('is in use')
})
