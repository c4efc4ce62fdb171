import { STYLE } from '../../runner/reports/html-style.ts'
import { html, type Markup, page } from '../../runner/reports/markup.ts'
import { counted } from '../../text/counted.ts'
import { figuresOf, merged } from '../figures/histogram.ts'
import { holdersLimit, type LoadReport, type LoadSummary } from '../figures/report.ts'
import type { Slice } from '../figures/slice.ts'
import { measuredText } from '../file/thresholds.ts'
import { stopSentence } from '../generator/stop-reason.ts'
import { chart, type Series } from './charts.ts'
import { ms, number, rounded } from './figures.ts'
import { LOAD_STYLE } from './html-style.ts'

/** Maximum number of lines in a chart, which shows the most frequent calls. More cannot be distinguished. */
const MAX_LINES = 8

/** A self-contained page: figures, thresholds, and charts over time. */
export function loadHtml(report: LoadReport): string {
  const { plan, summary, target, versions, begunAt } = report
  const isGood = summary.outcome === 'passed'
  const facts = [
    `${begunAt.slice(0, 16).replace('T', ' ')} UTC`,
    target,
    `toolkit ${versions.toolkit}`,
    versions.server === null ? 'server of unknown version' : `server ${versions.server}`,
    `seed ${plan.seed}`,
  ]
  const body = html`<header>
<h1>${plan.name}</h1>
<p class="verdict ${isGood ? 'passed' : 'failed'}">${summary.outcome}</p>
<p class="facts">${facts.join(' · ')}</p>
</header>
<main>
${section('Result', resultOf(report))}
${section('Calls', callsOf(summary))}
${section('Over time', chartsOf(report))}
${section('Rules of the game', rulesOf(report))}
</main>`
  return page({ title: `${plan.name}: ${summary.outcome}`, style: STYLE + LOAD_STYLE, body })
}

const section = (title: string, body: Markup): Markup => html`<section><h2>${title}</h2>${body}</section>`

function resultOf(report: LoadReport): Markup {
  const { plan, summary, processes } = report
  const stop = stopSentence(report)
  const problems = [
    ...(stop === null ? [] : [`${stop}.`]),
    ...(summary.voidBecause === null ? [] : [`The result is void: ${summary.voidBecause}.`]),
  ]
  const tiles: [string, string | Markup][] = [
    [
      'calls per second',
      html`${number(summary.rateReached)} <small>of ${number(summary.rateWanted)} due</small>`,
    ],
    ['p99 of all calls', ms(summary.http.p99)],
    ['failed calls', html`${number(summary.errors)} <small>of ${number(summary.calls)}</small>`],
    ['players per hour', number(summary.playersAnHour)],
    ['concurrent players', number(summary.maxActive)],
    ['turns submitted', number(summary.turns)],
  ]
  const rows = summary.thresholds.map(
    (threshold) =>
      html`<tr class="${threshold.holds ? 'passed' : 'failed'}"><td>${threshold.holds ? '✓' : '✗'}</td><td>${threshold.name}</td><td>${threshold.limit}</td><td>${measuredText(threshold)}</td></tr>`,
  )
  const codes = Object.entries(summary.errorsByCode).map(([code, times]) => `${code} ${times}`)
  return html`${problems.map((problem) => html`<p class="problem">${problem}</p>`)}
<dl class="tiles">${tiles.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${codes.length === 0 ? '' : html`<p class="problem">Errors: ${codes.join(', ')}</p>`}
${rows.length === 0 ? '' : html`<table class="figures"><thead><tr><th></th><th>threshold</th><th>limit</th><th>measured</th></tr></thead>${rows}</table>`}
<p class="facts">${number(plan.players)} players, profile ${plan.profile}, ${plan.speed} times as fast as people; ${summary.measuredMs / 1000} s measured, ${plan.warmUpMs / 1000} s of warm-up excluded. Generator: ${counted(processes, 'process', 'processes')}, lateness p99 ${ms(summary.lateness.p99)}, ${rounded(100 * summary.late)}% of the calls late, ${summary.cpu.toFixed(2)} cores and ${number(summary.memoryMb)} MB at most.</p>`
}

function callsOf({ http, byCall }: LoadSummary): Markup {
  const row = (name: string, each: LoadSummary['http'], errors: string) =>
    html`<tr><td>${name}</td><td>${number(each.count)}</td><td>${ms(each.p50)}</td><td>${ms(each.p95)}</td><td>${ms(each.p99)}</td><td>${ms(each.max)}</td><td>${errors}</td></tr>`
  const rows = Object.entries(byCall).map(([name, each]) => row(name, each, String(each.errors)))
  return html`<p class="facts">Times run from when a call was due until its response.</p><div class="steps"><table class="figures"><thead><tr><th>call</th><th>calls</th><th>p50</th><th>p95</th><th>p99</th><th>max</th><th>errors</th></tr></thead>${rows}${row('all', http, String(Object.values(byCall).reduce((sum, { errors }) => sum + errors, 0)))}</table></div>`
}

function chartsOf(report: LoadReport): Markup {
  const { slices, sliceMs, plan, summary } = report
  const base = { step: sliceMs / 1000, warmUp: plan.warmUpMs / 1000 }
  const seconds = sliceMs / 1000
  const names = Object.entries(summary.byCall)
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, MAX_LINES)
    .map(([name]) => name)
  const latency = (figure: 'p50' | 'p99'): Series =>
    Object.fromEntries(
      names.map((name) => [
        name,
        slices.map(({ calls: { [name]: call } }) =>
          call ? figuresOf(merged([call.latency]))[figure] : null,
        ),
      ]),
    )
  const per = (of: (slice: Slice) => number) => slices.map((slice) => of(slice) / seconds)
  const answered = (slice: Slice) =>
    Object.values(slice.calls).reduce((sum, { latency: packed }) => sum + merged([packed]).totalCount, 0)
  const errors = Object.keys(summary.errorsByCode).map((code) => [
    code,
    per((slice) => slice.errors[code] ?? 0),
  ])
  const lateness = slices.map((slice) => figuresOf(merged([slice.lateness])).p99)
  const draw = (title: string, unit: string, series: Series, isLogarithmic = false) =>
    chart({ ...base, title, unit, series, isLogarithmic })
  const charts = [
    draw('Latency, p99 of each call', 'ms', latency('p99'), true),
    draw('Latency, p50 of each call', 'ms', latency('p50'), true),
    draw('Rate', 'calls per second', { due: per(({ due }) => due), reached: per(answered) }),
    draw('Errors', 'per second', Object.fromEntries(errors)),
    draw('Players', '', { concurrent: slices.map(({ active }) => active) }),
    draw('Generator', 'lateness p99 in ms', { lateness }),
    ...serverCharts(report, base),
  ]
  return html`${charts}`
}

function serverCharts(
  { server: samples, serverLimited }: LoadReport,
  base: { step: number; warmUp: number },
): (Markup | null)[] {
  if (samples.length < 2) {
    // Reports of earlier versions do not say why.
    const why = serverLimited == null ? '' : `: ${serverLimited}`
    return [html`<p class="facts">No charts of the server's metrics, which were not read twice${why}.</p>`]
  }
  const [first, second] = samples
  const step = Math.max(1, (second?.at ?? 1) - (first?.at ?? 0))
  const of = (name: string, factor: number) =>
    samples.map(({ values }) => (values[name] === undefined ? null : values[name] * factor))
  const cores = samples.map(({ at, values }, place) => {
    const before = samples[place - 1]
    const [now, then] = [values.process_cpu_seconds_total, before?.values.process_cpu_seconds_total]
    return !before || now === undefined || then === undefined
      ? null
      : Math.max(0, (now - then) / (at - before.at))
  })
  const lag = (figure: string) => of(`nodejs_eventloop_lag_${figure}_seconds`, 1000)
  const resident = of('process_resident_memory_bytes', 1e-6)
  const heap = of('nodejs_heap_size_used_bytes', 1e-6)
  const shown = { ...base, step }
  return [
    chart({ ...shown, title: 'Server: CPU', unit: 'cores', series: { cores } }),
    chart({
      ...shown,
      title: 'Server: event loop lag',
      unit: 'ms',
      series: { p50: lag('p50'), p99: lag('p99') },
    }),
    chart({ ...shown, title: 'Server: memory', unit: 'MB', series: { resident, heap } }),
  ]
}

function rulesOf(report: LoadReport): Markup {
  const { sampled, checked, acknowledged, found, limited, broken } = report.invariants
  const limit = holdersLimit(report)
  const note = limit === null ? '' : ` With several processes, ${limit}.`
  const what =
    limited === null
      ? `${number(sampled)} checks of games ran during the load, and ${number(checked)} games were checked afterwards; ${number(found)} of ${number(acknowledged)} acknowledged turns were found.`
      : `${limited}.`
  const list = broken.map((sentence) => html`<p class="problem">${sentence}</p>`)
  return html`<p>${broken.length === 0 ? 'No rule is broken.' : ''} ${what}${note}</p>${list}`
}
