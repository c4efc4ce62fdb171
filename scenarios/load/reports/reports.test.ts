import { describe, expect, test } from 'vitest'
import { compareLoads } from '../figures/compare.ts'
import { readMetrics } from '../figures/server-metrics.ts'
import { summaryOf } from '../figures/summary.ts'
import { loadHtml } from './html.ts'
import { LoadReportError, loadJson, readLoadReport } from './json.ts'
import { loadJunit } from './junit.ts'
import { plan, reportOf } from './load-report.fixture.ts'

test('the warm-up is not measured, and each threshold has a result', () => {
  const { summary } = reportOf('7')
  expect(summary).toMatchObject({
    measuredMs: 100_000,
    calls: 4000,
    errors: 1,
    turns: 100,
    playersAnHour: 3600,
  })
  expect(summary.thresholds.map(({ name, holds }) => [name, holds])).toEqual([
    ['calls.today.p99', true],
    ['errors', false],
    ['invariants', true],
  ])
  expect(summary.http.p99).toBeGreaterThan(20)
  expect(summary.http.p99).toBeLessThan(26)
})

test('the HTML page is self-contained, and names are escaped', () => {
  const page = loadHtml(reportOf('7', 1, ['game 1: the <word> has changed']))
  expect(page).toContain('a &lt;small&gt; load')
  expect(page).toContain('the &lt;word&gt; has changed')
  expect(page.match(/<svg/g)).toHaveLength(7)
  expect(page).toMatch(/UNAVAILABLE 1/)
  expect(page).not.toMatch(/<(script|link|img)|https?:\/\/(?!localhost)/)
})

test('the HTML page says why it has no charts of the server', () => {
  const page = loadHtml({ ...reportOf('7'), server: [], serverLimited: 'the server <needs> a key' })
  expect(page).toContain(
    "No charts of the server's metrics, which were not read twice: the server &lt;needs&gt; a key.",
  )
  expect(page).not.toContain('Server: CPU')
})

test('JUnit has a test case for each threshold, for the rules and for the validity', () => {
  const xml = loadJunit(reportOf('7', 1, ['game 1: the word has changed']))
  expect(xml).toContain('tests="5" failures="3"')
  expect(xml).toContain('<testcase classname="load" name="calls.today.p99 &lt;50ms" time="0.000"/>')
  expect(xml).toContain('message="errors is 1, which is not 0"')
})

test('a threshold of a call that was never made is missed as not measured', () => {
  const report = reportOf('7')
  const thresholds = { 'calls.today.p99': '<50ms', 'calls.jump-in.p99': '<1s', 'calls.jump-in.errors': 0 }
  const { slices, sliceMs } = report
  const summary = summaryOf({
    plan: { ...plan, thresholds },
    sliceMs,
    slices,
    brokenRules: 0,
    stopped: null,
  })
  expect(summary.outcome).toBe('missed')
  const missed = { ...report, summary }
  const [, latency] = readLoadReport(Buffer.from(loadJson(missed)), 'a.json').summary.thresholds
  expect(latency).toEqual({ name: 'calls.jump-in.p99', limit: '<1s', value: null, unit: 'ms', holds: false })
  expect(loadHtml(missed).match(/<td>not measured<\/td>/g)).toHaveLength(2)
  const xml = loadJunit(missed)
  expect(xml).toContain('failures="2"')
  expect(xml).toContain('message="calls.jump-in.p99 was not measured: no such call was made"')
})

test('HTML and JUnit state why a load stopped early', () => {
  const stopped = { ...reportOf('7'), stopped: 'clock', clockFailure: 'Not <now>' } as const
  const sentence = 'Stopped early: the clock of the server could not be changed: Not &lt;now&gt;'
  expect(loadHtml(stopped)).toContain(`<p class="problem">${sentence}.</p>`)
  expect(loadJunit(stopped)).toContain(`<failure message="${sentence}"`)
})

describe('a comparison', () => {
  test('reports slower figures, and no change between two equal runs', () => {
    const before = reportOf('7')
    const slower = compareLoads(before, reportOf('7', 1.3)).filter(({ call }) => call === 'today')
    expect(slower.map(({ verdict }) => verdict)).toEqual(['slower', 'slower', 'slower'])
    expect(slower[0]?.ratio).toBeCloseTo(1.3, 1)
    // The wave of the second run has another phase.
    expect(new Set(compareLoads(before, reportOf('12345')).map(({ verdict }) => verdict))).toEqual(
      new Set(['same']),
    )
    expect(compareLoads(reportOf('7', 1.3), before)[0]?.verdict).toBe('faster')
  })

  test('reads a written report, and refuses other files with their name', () => {
    const report = reportOf('7')
    expect(readLoadReport(Buffer.from(loadJson(report)), 'a.json')).toEqual(report)
    expect(() => readLoadReport(Buffer.from('{'), 'a.json')).toThrow(
      'a.json:1:2: this file is not JSON: it ends too early',
    )
    expect(() => readLoadReport(Buffer.from('[]'), 'a.json')).toThrow(LoadReportError)
  })
})

test('server metrics are added up over labels, and metrics that are not shown are skipped', () => {
  const text = `# HELP process_cpu_seconds_total x\n# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 12.5
inkling_calls_total{call="today",status="200"} 3
inkling_calls_total{call="start \\"turn\\"",status="409"} 4
inkling_duration_seconds_bucket{le="0.1"} 9
nodejs_version_info{version="v20"} 1
nodejs_eventloop_lag_p99_seconds NaN
`
  expect(readMetrics(text)).toEqual({ process_cpu_seconds_total: 12.5, inkling_calls_total: 7 })
})
