import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { leaves, type Outcome, type RunReport, type StepResult } from '../report.ts'
import { STYLE } from './html-style.ts'

/** One page that needs nothing else: what ran, the chains with their drawings, and the command that runs it again. */
export function htmlReport(runs: readonly RunReport[]): string {
  const failed = runs.filter(
    ({ outcome, brokenThresholds }) => outcome !== 'passed' || brokenThresholds.length > 0,
  )
  const verdict =
    failed.length === 0
      ? `${counted(runs.length, 'scenario')} passed`
      : `${failed.length} of ${counted(runs.length, 'scenario')} failed`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inkling: ${verdict}</title>
<style>${STYLE}</style>
<header>
<h1>Inkling</h1>
<p class="verdict ${failed.length === 0 ? 'passed' : 'failed'}">${verdict}</p>
</header>
<main>
${runs.map(runSection).join('\n')}
</main>
</html>
`
}

function runSection(run: RunReport): string {
  const all = leaves(run.steps)
  const { calls, p50, p95 } = run.timings
  const facts = [
    counted(all.length, 'step'),
    counted(calls, 'call'),
    `p50 ${p50.toFixed(1)} ms`,
    `p95 ${p95.toFixed(1)} ms`,
    `seed ${run.seed}`,
    run.target,
  ]
  const passed = run.outcome === 'passed' && run.brokenThresholds.length === 0
  return `<section class="${passed ? 'passed' : 'failed'}">
<h2>${MARK[passed ? 'passed' : 'failed']} ${escaped(run.name)}</h2>
<p class="facts">${facts.map(escaped).join(' · ')}</p>
<p><code>inkling scenario run ${escaped(run.file)} --seed ${escaped(run.seed)}</code></p>
${run.brokenThresholds.map((broken) => `<p class="problem">${escaped(broken)}</p>`).join('')}
${run.chains.map(chainFigure).join('\n')}
<details${passed ? '' : ' open'}><summary>${counted(all.length, 'step')}</summary>
<table>${all.map(stepRow).join('\n')}</table>
</details>
</section>`
}

function chainFigure({ word, chain, finalGuess, similarityScore, date }: GameResults): string {
  const end =
    finalGuess === null ? 'was never guessed' : `became <b>${escaped(finalGuess)}</b>, ${similarityScore}%`
  return `<figure class="chain">
<figcaption><b>${escaped(word)}</b> ${end} <small>${date}</small></figcaption>
<ol>${chain.map(chainItem).join('')}</ol>
</figure>`
}

function chainItem({ username, content, similarityScore }: ChainStep): string {
  const name = `<small>${escaped(username)}</small>`
  if (content.drawing !== undefined) {
    const source = `data:image/png;base64,${content.drawing}`
    return `<li><img src="${source}" width="175" height="175" loading="lazy" alt="drawing by ${escaped(username)}">${name}</li>`
  }
  return `<li class="guess"><q>${escaped(content.guess ?? '')}</q><span>${similarityScore ?? 0}%</span>${name}</li>`
}

const MARK: Record<Outcome, string> = {
  passed: '✓',
  failed: '✗',
  refused: '·',
  skipped: '–',
  interrupted: '■',
}

function stepRow({ number, who, what, outcome, detail, problems }: StepResult): string {
  const wrong = problems.map(({ file, line, column, message }) => {
    return `<br><span class="problem">${escaped(message)}</span> <small>${escaped(`${file}:${line}:${column}`)}</small>`
  })
  return `<tr class="${outcome}"><td>${number}</td><td>${MARK[outcome]}</td><td>${escaped(who)}</td><td>${escaped(what)}</td><td>${escaped(detail)}${wrong.join('')}</td></tr>`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
