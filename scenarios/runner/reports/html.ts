import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { counted } from './counted.ts'
import { escapedHtml } from './escaped-html.ts'
import { STYLE } from './html-style.ts'
import { leaves, type Outcome, type RunReport, type StepResult } from './report.ts'
import { isFailed, placeOf, rerunCommand } from './rerun.ts'

/**
 * A self-contained page: the steps, the chains with their drawings, and the command that runs each scenario again.
 */
export function htmlReport(runs: readonly RunReport[]): string {
  const verdict = verdictOf(runs)
  const hasFailed = runs.some(isFailed)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkling: ${verdict}</title>
<style>${STYLE}</style>
<header>
<h1>Inkling</h1>
<p class="verdict ${hasFailed ? 'failed' : 'passed'}">${verdict}</p>
<p class="facts">${aboutAll(runs).map(escapedHtml).join(' · ')}</p>
</header>
${runs.length > 1 ? navigation(runs, hasFailed) : ''}
<main>
${runs.map(runSection).join('\n')}
</main>
</html>
`
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

function navigation(runs: readonly RunReport[], hasFailed: boolean): string {
  const items = runs.map((run, at) => {
    const kind = kindOf(run)
    return `<li class="${kind}"><a href="#run-${at + 1}">${MARK[kind]} ${escapedHtml(run.name)}</a></li>`
  })
  const filter = hasFailed
    ? '<label><input type="checkbox" id="only-failed"> Show failed scenarios only</label>'
    : ''
  return `<nav aria-label="Scenarios">${filter}<ul>${items.join('')}</ul></nav>`
}

function runSection(run: RunReport, at: number): string {
  const all = leaves(run.steps)
  const { calls, p50, p95 } = run.timings
  const facts = [
    counted(all.length, 'step'),
    counted(calls, 'call'),
    `p50 ${p50.toFixed(1)} ms`,
    `p95 ${p95.toFixed(1)} ms`,
    durationText(run.durationMs),
    `seed ${run.seed}`,
    run.target,
  ]
  const kind = kindOf(run)
  return `<section id="run-${at + 1}" class="${kind}">
<h2>${MARK[kind]} ${escapedHtml(run.name)}</h2>
<p class="facts">${facts.map(escapedHtml).join(' · ')}</p>
<p><code>${escapedHtml(rerunCommand(run))}</code></p>
${run.brokenThresholds.map((broken) => `<p class="problem">${escapedHtml(broken)}</p>`).join('')}
${run.chains.map(chainFigure).join('\n')}
<details${kind === 'failed' ? ' open' : ''}><summary>${counted(all.length, 'step')}</summary>
<div class="steps"><table>${all.map(stepRow).join('\n')}</table></div>
</details>
</section>`
}

const kindOf = (run: RunReport): 'passed' | 'failed' | 'skipped' =>
  isFailed(run) ? 'failed' : run.outcome === 'skipped' ? 'skipped' : 'passed'

function chainFigure({ word, chain, finalGuess, similarityScore, date }: GameResults): string {
  const end =
    finalGuess === null
      ? 'was never guessed'
      : `became <b>${escapedHtml(finalGuess)}</b>, ${similarityScore}%`
  return `<figure class="chain">
<figcaption><b>${escapedHtml(word)}</b> ${end} <small>${date}</small></figcaption>
<ol>${chain.map(chainItem).join('')}</ol>
</figure>`
}

function chainItem({ username, content, similarityScore }: ChainStep): string {
  const name = `<small>${escapedHtml(username)}</small>`
  if (content.drawing !== undefined) {
    const source = `data:image/png;base64,${content.drawing}`
    return `<li><img src="${source}" width="175" height="175" loading="lazy" alt="drawing by ${escapedHtml(username)}">${name}</li>`
  }
  return `<li class="guess"><q>${escapedHtml(content.guess ?? '')}</q><span>${similarityScore ?? 0}%</span>${name}</li>`
}

const MARK: Record<Outcome, string> = {
  passed: '✓',
  failed: '✗',
  refused: '·',
  skipped: '–',
  interrupted: '■',
}

function stepRow({ number, who, what, outcome, detail, problems, exchange, durationMs }: StepResult): string {
  const wrong = problems.map(
    (problem) =>
      `<p><span class="problem">${escapedHtml(problem.message)}</span> <small>${escapedHtml(placeOf(problem))}</small></p>`,
  )
  const call = exchange
    ? `<pre>${escapedHtml(`${exchange.curl}\n\n${exchange.status} ${exchange.reply}`)}</pre>`
    : ''
  const time = outcome === 'skipped' ? '' : durationText(durationMs)
  return `<tr class="${outcome}"><td>${number}</td><td>${MARK[outcome]}</td><td>${escapedHtml(who)}</td><td>${escapedHtml(what)}</td><td>${escapedHtml(detail)}${wrong.join('')}${call}</td><td>${time}</td></tr>`
}

const durationText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
