import { type Link, linksOf } from '@inkling/mock-server/contract/chain-links'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { counted } from '../../text/counted.ts'
import { excerpt } from './excerpt.ts'
import { STYLE } from './html-style.ts'
import { html, type Markup, page } from './markup.ts'
import { type Outcome, type RunReport, reportedSteps, type StepResult } from './report.ts'
import { decisive, isFailed, type Program, placeOf, rerunCommand } from './rerun.ts'

/**
 * A self-contained page: the steps, the chains with their drawings, and the command that runs each scenario again.
 */
export function htmlReport(given: readonly RunReport[], program: Program = 'inkling'): string {
  // Failed scenarios first: a report is opened to read about them.
  const runs = [...given.filter(isFailed), ...given.filter((run) => !isFailed(run))]
  const verdict = verdictOf(runs)
  const hasFailed = runs.some(isFailed)
  const body = html`<header>
<h1>Inkling</h1>
<p class="verdict ${hasFailed ? 'failed' : 'passed'}">${verdict}</p>
<p class="facts">${aboutAll(runs).join(' · ')}</p>
</header>
${runs.length > 1 ? navigation(runs, hasFailed) : ''}
<main>
${runs.map((run, at) => runSection(run, at, program))}
</main>`
  return page({ title: `Inkling: ${verdict}`, style: STYLE, body })
}

function verdictOf(runs: readonly RunReport[]): string {
  const failed = runs.filter(isFailed).length
  const skipped = runs.filter(({ outcome }) => outcome === 'skipped').length
  const rest = skipped === 0 ? '' : `, ${skipped} skipped`
  if (failed > 0) return `${failed} of ${counted(runs.length, 'scenario')} failed${rest}`
  return `${counted(runs.length - skipped, 'scenario')} passed${rest}`
}

/** Facts about all runs: when, with which version, where, and the total duration. */
function aboutAll(runs: readonly RunReport[]): string[] {
  const [first] = runs
  if (!first) return []
  const { begunAt, versions } = first
  const targets = new Set(runs.map(({ target }) => target))
  return [
    `${begunAt.slice(0, 16).replace('T', ' ')} UTC`,
    `toolkit ${versions.toolkit}`,
    versions.server === null ? 'server of unknown version' : `server ${versions.server}`,
    [...targets].join(', '),
    durationText(runs.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  ]
}

function navigation(runs: readonly RunReport[], hasFailed: boolean): Markup {
  const items = runs.map((run, at) => {
    const kind = kindOf(run)
    return html`<li class="${kind}"><a href="#run-${at + 1}">${MARK[kind]} ${run.name}</a> <small>${run.file}</small></li>`
  })
  const filter = hasFailed
    ? html`<label><input type="checkbox" id="only-failed"> Show failed scenarios only</label>`
    : ''
  return html`<nav aria-label="Scenarios">${filter}<ul>${items}</ul></nav>`
}

function runSection(run: RunReport, at: number, program: Program): Markup {
  const all = reportedSteps(run.steps)
  const { calls, p50, p95 } = run.timings
  const facts = [
    counted(all.length, 'step'),
    counted(calls, 'call'),
    `p50 ${p50.toFixed(1)} ms`,
    `p95 ${p95.toFixed(1)} ms`,
    durationText(run.durationMs),
    `seed ${run.seed}`,
    run.target,
    ...(run.tags ?? []).map((tag) => `#${tag}`),
  ]
  const kind = kindOf(run)
  return html`<section id="run-${at + 1}" class="${kind}">
<h2>${MARK[kind]} ${run.name}</h2>
<p class="facts">${run.file}</p>
<p class="facts">${facts.join(' · ')}</p>
<p><code>${rerunCommand(run, run.steps.flatMap(decisive)[0], program)}</code></p>
${run.brokenThresholds.map((broken) => html`<p class="problem">${broken}</p>`)}
${run.chains.map(chainFigure)}
<details${kind === 'failed' ? ' open' : ''}><summary>${counted(all.length, 'step')}</summary>
<div class="steps"><table>${all.map(stepRow)}</table></div>
</details>
</section>`
}

const kindOf = (run: RunReport): 'passed' | 'failed' | 'skipped' =>
  isFailed(run) ? 'failed' : run.outcome === 'skipped' ? 'skipped' : 'passed'

function chainFigure({ word, chain, finalGuess, similarityScore, date }: GameResults): Markup {
  const end =
    finalGuess === null ? 'was never guessed' : html`became <b>${finalGuess}</b>, ${similarityScore}%`
  return html`<figure class="chain">
<figcaption><b>${word}</b> ${end} <small>${date}</small></figcaption>
<ol>${linksOf({ word, chain }).map(chainItem)}</ol>
</figure>`
}

/** Base64 that begins with the signature of a PNG. */
const PNG = /^iVBORw0[A-Za-z0-9+/]*={0,2}$/

function chainItem({ step: { username, content, similarityScore }, prompt }: Link): Markup {
  const name = html`<small>${username}</small>`
  if (content.drawing !== undefined) {
    if (!PNG.test(content.drawing)) return html`<li class="guess">a drawing that is not a PNG${name}</li>`
    const source = `data:image/png;base64,${content.drawing}`
    return html`<li><img src="${source}" width="175" height="175" loading="lazy" alt="${prompt}, drawn by ${username}">${name}</li>`
  }
  return html`<li class="guess"><q>${content.guess ?? ''}</q><span>${similarityScore ?? 0}% of ${prompt}</span>${name}</li>`
}

const MARK: Record<Outcome, string> = {
  passed: '✓',
  failed: '✗',
  refused: '·',
  skipped: '–',
  interrupted: '■',
}

function stepRow(step: StepResult): Markup {
  const { number, who, what, outcome, detail, problems, durationMs, stack } = step
  const wrong = problems.map(
    (problem) =>
      html`<p><span class="problem">${problem.message}</span> <small>${placeOf(problem)}</small></p>`,
  )
  const trace = stack === undefined ? '' : html`<pre>${stack}</pre>`
  const time = outcome === 'skipped' ? '' : durationText(durationMs)
  return html`<tr class="${outcome}"><td>${number}</td><td>${MARK[outcome]}</td><td>${who}</td><td>${what}</td><td>${detail}${wrong}${trace}${callOf(step)}</td><td>${time}</td></tr>`
}

/** The call of a failed step with the part of its reply that failed, and the whole reply behind a summary. */
function callOf(step: StepResult): Markup | string {
  const { exchange } = step
  if (!exchange) return ''
  const { curl, status, reply } = exchange
  const lines = excerpt(step)
  const call = html`<pre>${`${curl}\n\n${status} ${lines.join('\n')}`}</pre>`
  if (lines.length === reply.split('\n').length) return call
  return html`${call}<details><summary>The whole reply</summary><pre>${reply}</pre></details>`
}

const durationText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
