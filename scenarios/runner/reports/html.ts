import { type Link, linksOf } from '@inkling/mock-server/contract/chain-links'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { counted } from '../../text/counted.ts'
import { excerpt } from './excerpt.ts'
import { SEARCH } from './html-search.ts'
import { STYLE } from './html-style.ts'
import { html, type Markup, page } from './markup.ts'
import { type Outcome, type RunReport, reportedSteps, type StepResult, type TracedCall } from './report.ts'
import {
  attemptsOf,
  decisive,
  failedSteps,
  isFailed,
  isFlaky,
  type Program,
  placeOf,
  rerunCommand,
} from './rerun.ts'

/**
 * A self-contained page: the steps, the chains with their drawings, and the command that runs each scenario again.
 */
export function htmlReport(given: readonly RunReport[], program: Program = 'inkling'): string {
  // Failed scenarios first, then flaky ones: a report is opened to read about them.
  const isSound = (run: RunReport) => !isFailed(run) && !isFlaky(run)
  const runs = [...given.filter(isFailed), ...given.filter(isFlaky), ...given.filter(isSound)]
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
  const search = runs.length > 1 ? { script: SEARCH } : {}
  return page({ title: `Inkling: ${verdict}`, style: STYLE, body, ...search })
}

function verdictOf(runs: readonly RunReport[]): string {
  const failed = runs.filter(isFailed).length
  const skipped = runs.filter(({ outcome }) => outcome === 'skipped').length
  const flaky = runs.filter(isFlaky).length
  const rest = `${skipped === 0 ? '' : `, ${skipped} skipped`}${flaky === 0 ? '' : `, ${flaky} flaky`}`
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
  const search = html`<p hidden><input type="search" id="search" placeholder="Search names, steps and replies" aria-label="Search"> <output id="found"></output></p>`
  return html`<nav aria-label="Scenarios">${search}${filter}<ul>${items}</ul></nav>`
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
${attempts(run)}
${run.chains.map(chainFigure)}
<details${kind === 'failed' ? ' open' : ''}><summary>${counted(all.length, 'step')}</summary>
<div class="steps"><table>${all.map(stepRow)}</table></div>
</details>
</section>`
}

const kindOf = (run: RunReport): 'passed' | 'failed' | 'flaky' | 'skipped' =>
  isFailed(run) ? 'failed' : isFlaky(run) ? 'flaky' : run.outcome === 'skipped' ? 'skipped' : 'passed'

/** The attempts before the last one, with the steps that failed. */
function attempts(run: RunReport): Markup | string {
  const { failedAttempts = [] } = run
  if (failedAttempts.length === 0) return ''
  const steps = failedAttempts.map(
    (attempt, at) => html`<p>Attempt ${at + 1} failed:</p>
<div class="steps"><table>${failedSteps(attempt).map(stepRow)}</table></div>
${attempt.brokenThresholds.map((broken) => html`<p class="problem">${broken}</p>`)}`,
  )
  const what = isFailed(run) ? `Failed ${attemptsOf(run)} times` : `Passed on attempt ${attemptsOf(run)}`
  return html`<details><summary>${what}</summary>${steps}</details>`
}

function chainFigure({ word, chain, finalGuess, similarityScore, date, participants }: GameResults): Markup {
  const end =
    finalGuess === null ? 'was never guessed' : html`became <b>${finalGuess}</b>, ${similarityScore}%`
  return html`<figure class="chain">
<figcaption><b>${word}</b> ${end} <small>${date}</small></figcaption>
<ol>${linksOf({ word, chain }).map(chainItem)}</ol>
${skippedPlayers(chain, participants)}
</figure>`
}

/** The players of the game who are not in its chain: they skipped their turn, or it expired. */
function skippedPlayers(
  chain: GameResults['chain'],
  participants: GameResults['participants'],
): Markup | string {
  const played = chain.map(({ username }) => username)
  const skipped = participants.flatMap(({ username }) => {
    const at = played.indexOf(username)
    if (at >= 0) played.splice(at, 1)
    return at >= 0 ? [] : username
  })
  return skipped.length === 0 ? '' : html`<p class="facts">Not in the chain: ${skipped.join(', ')}</p>`
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

const MARK: Record<Outcome | 'flaky', string> = {
  flaky: '↻',
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
  const isTheCallShown = step.exchange !== undefined && step.calls?.length === 1
  return html`<tr class="${outcome}"><td>${number}</td><td>${MARK[outcome]}</td><td>${who}</td><td>${what}</td><td>${detail}${wrong}${trace}${callOf(step)}${isTheCallShown ? null : callList(step.calls)}</td><td>${time}</td></tr>`
}

/** The call of a failed step with the part of its reply that failed, and the whole reply behind a summary. */
function callOf(step: StepResult): Markup | string {
  const { exchange } = step
  if (!exchange) return ''
  const { curl, status, reply } = exchange
  const lines = excerpt(step)
  const call = html`<pre>${`${curl}\n\n${status} ${lines.join('\n')}`}</pre>`
  // Lines that are left out, or cut, have the sign.
  if (!lines.some((line) => line.includes('…'))) return call
  return html`${call}<details><summary>The whole reply</summary><pre>${reply}</pre></details>`
}

/** The calls of a step, each with its request and the beginning of its reply. */
function callList(calls: readonly TracedCall[] = []): Markup | string {
  if (calls.length === 0) return ''
  const items = calls.map(
    ({ call, status, ms, curl, reply }) =>
      html`<details><summary>${call} · ${status === 0 ? 'no response' : status} · ${durationText(ms)}</summary><pre>${`${curl}\n\n${reply}`}</pre></details>`,
  )
  return html`<details class="calls"><summary>${counted(calls.length, 'call')}</summary>${items}</details>`
}

const durationText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
