import { basename } from 'node:path'
import { excerpt } from '@inkling/scenarios/runner/reports/excerpt'
import {
  leaves,
  type Outcome,
  type RunEvent,
  type RunReport,
  type StepResult,
} from '@inkling/scenarios/runner/reports/report'
import {
  attemptsOf,
  failedSteps,
  failuresOf,
  isFailed,
  isFlaky,
  placeOf,
} from '@inkling/scenarios/runner/reports/rerun'
import { runName } from '@inkling/scenarios/runner/reports/run-name'
import { counted } from '@inkling/scenarios/text/counted'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { Page } from '../../output/printer.ts'
import { table, width } from '../../output/table.ts'
import type { Recorded } from './recording.ts'
import type { ScenarioSummary } from './scenario-files.ts'
import type { ScenarioRuns } from './scenario-run.ts'

const MARKS: Record<Outcome, { mark: string; format: 'green' | 'red' | 'yellow' }> = {
  passed: { mark: '✓', format: 'green' },
  failed: { mark: '✗', format: 'red' },
  refused: { mark: '·', format: 'green' },
  skipped: { mark: '–', format: 'yellow' },
  interrupted: { mark: '■', format: 'yellow' },
}

/** How much is printed: a line for each step, a line for each file, or failed files only. */
export type Detail = 'steps' | 'files' | 'failed'

export interface Shown {
  readonly detail?: Detail
  /** Whether the reply of a failed step is printed whole. */
  readonly isWhole?: boolean
}

/** The lines of a run, printed as its steps end. They contain no times: the same seed prints the same lines. */
export function runEventText(event: RunEvent, page: Page, shown: Shown = {}): string {
  const { detail = 'steps', isWhole = false } = shown
  const { paint } = page
  if (event.type === 'attempt-failed') {
    const line = paint('yellow', `attempt ${event.attempt} of ${event.attempts} failed, running it again`)
    return detail === 'steps' ? `     ${line}` : `${runText(event.run, page, shown)}\n     ${line}`
  }
  if (detail !== 'steps') return event.type === 'run-ended' ? runText(event.run, page, shown) : ''
  switch (event.type) {
    case 'run-begun':
      // A file that is not valid has no seed, and its name is its file.
      if (event.seed === '') return paint('bold', event.name)
      return `${paint('bold', event.name)}  ${paint('dim', `${event.file} · ${event.target} · seed ${event.seed}`)}`
    case 'block-begun':
      return `  ${paint('dim', event.number.padStart(4))}  ${event.what}`
    case 'step-ended':
      // The block was printed when it began.
      if (event.step.children.length > 0 && event.step.problems.length === 0) return ''
      return stepText(event.step, page, isWhole)
    case 'run-ended':
      return thresholdsText(event.run, page)
  }
}

/** One line for a run, and its failed steps. */
function runText(run: RunReport, page: Page, { detail, isWhole = false }: Shown): string {
  if (detail === 'failed' && !isFailed(run) && !isFlaky(run)) return ''
  const { paint } = page
  const { mark, format } = markOf(run)
  const seed = run.isUnreadable ? '' : ` · seed ${run.seed}`
  const line = `${paint(format, mark)} ${run.name}  ${paint('dim', `${run.file} · ${stepsPassed(run)}${attemptText(run)}${seed}`)}`
  const failed = failedSteps(run).map((step) => stepText(step, page, isWhole))
  return [line, skipReason(run), ...failed, thresholdsText(run, page)]
    .filter((text) => text !== '')
    .join('\n')
}

const thresholdsText = ({ brokenThresholds }: RunReport, { paint }: Page): string =>
  brokenThresholds.map((broken) => `     ${paint('red', '✗')} ${broken}`).join('\n')

const skipReason = ({ outcome, steps }: RunReport): string =>
  outcome === 'skipped' && steps[0] ? `     ${steps[0].detail}` : ''

/** The width of the column with the names of bots. */
const WHO_WIDTH = 14

function stepText(step: StepResult, page: Page, isWhole: boolean): string {
  const { paint } = page
  const { mark, format } = MARKS[step.outcome]
  const left = `${paint('dim', step.number.padStart(4))} ${paint(format, mark)} `
  const who = padded(shortened(step.who, WHO_WIDTH), WHO_WIDTH)
  const what = padded(step.what, 20)
  const room = page.width - 44
  // The reason for skipping may be long; print all of it.
  const detail = step.outcome === 'skipped' ? step.detail : shortened(step.detail, room)
  const line = `  ${left}${who} ${what} ${paint('dim', detail)}`.trimEnd()
  const problems = step.problems.map(
    (problem) => `         ${paint('red', problem.message)}  ${paint('dim', placeOf(problem))}`,
  )
  return [line, ...problems, ...stackLines(step, page), ...exchangeLines(step, page, isWhole)].join('\n')
}

const stackLines = ({ stack }: StepResult, { paint }: Page): string[] =>
  stack === undefined ? [] : stack.split('\n').map((line) => `         ${paint('dim', line)}`)

/** The call of a failed step, and the part of its reply that failed. */
function exchangeLines(step: StepResult, { paint }: Page, isWhole: boolean): string[] {
  const { exchange } = step
  if (!exchange) return []
  const { curl, status, reply } = exchange
  const [first = '', ...rest] = isWhole ? reply.split('\n') : excerpt(step)
  const lines = [`$ ${curl}`, `${status === 0 ? '' : `${status} `}${first}`, ...rest]
  return lines.map((line) => `         ${paint('dim', line)}`)
}

const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - width(text)))

const shortened = (text: string, columns: number): string =>
  columns > 10 && width(text) > columns ? `${text.slice(0, columns - 1)}…` : text

/** The end of a run: a table if steps were printed, then every failure with the command that repeats it. */
export function runsText({ runs }: ScenarioRuns, page: Page, detail: Detail = 'steps'): string {
  const parts = detail === 'steps' ? [runsTable(runs, page)] : []
  for (const text of [failuresText(runs, page), flakyText(runs, page)]) if (text !== '') parts.push(text)
  if (detail !== 'steps') parts.push(totals(runs))
  return `\n${parts.join('\n\n')}`
}

/** The seeds with which a scenario failed. */
export function seedsText({ runs }: Pick<ScenarioRuns, 'runs'>): string {
  const started = runs.filter(({ isUnreadable }) => !isUnreadable)
  const seeds = new Set(started.map(({ seed }) => seed))
  const failing = started.filter(isFailed)
  const failed = new Set(failing.map(({ seed }) => seed))
  if (failed.size === 0) return `all ${counted(seeds.size, 'seed')} passed`
  const files = new Set(failing.map(({ file }) => file))
  const where = new Set(started.map(({ file }) => file)).size === 1 ? '' : ` in ${[...files].join(', ')}`
  return `${failed.size} of ${counted(seeds.size, 'seed')} failed${where}: ${[...failed].join(', ')}`
}

function runsTable(runs: readonly RunReport[], { paint, width: columns }: Page): string {
  const rows = runs.map((run) => {
    const broken = run.brokenThresholds.length > 0 ? ', a threshold was not met' : ''
    const { mark, format } = markOf(run)
    return [
      paint(format, mark),
      shortened(runName(run, runs), columns - 30),
      `${stepsPassed(run)}${attemptText(run)}${broken}`,
    ]
  })
  return table(['', 'scenario', 'result'], rows, paint)
}

function failuresText(runs: readonly RunReport[], { paint }: Page): string {
  const failures = failuresOf(runs, invocation())
  if (failures.length === 0) return ''
  const lines = failures.flatMap(({ place, message, command }, at) => [
    `  ${place}  ${paint('red', message)}`,
    // The problems of a step share one command.
    ...(failures[at + 1]?.command === command ? [] : [`    ${paint('dim', command)}`]),
  ])
  return [paint('bold', counted(failures.length, 'failure')), ...lines].join('\n')
}

/** Runs that passed only when repeated, each with why it failed before. */
function flakyText(runs: readonly RunReport[], { paint }: Page): string {
  const flaky = runs.filter(isFlaky)
  if (flaky.length === 0) return ''
  const lines = flaky.flatMap((run) => [
    `  ${run.file}  ${paint('yellow', `passed on attempt ${attemptsOf(run)}`)}`,
    ...(run.failedAttempts ?? []).flatMap((failed, at) =>
      failuresOf([failed]).map(
        ({ place, message }) => `    attempt ${at + 1}: ${message}  ${paint('dim', place)}`,
      ),
    ),
  ])
  return [paint('bold', `${flaky.length} flaky`), ...lines].join('\n')
}

function totals(runs: readonly RunReport[]): string {
  const failed = runs.filter(isFailed).length
  const skipped = runs.filter(({ outcome }) => outcome === 'skipped').length
  const flaky = runs.filter(isFlaky).length
  return `${runs.length - failed - skipped} passed, ${failed} failed, ${skipped} skipped${flaky === 0 ? '' : `, ${flaky} flaky`}`
}

const attemptText = (run: RunReport): string => (run.failedAttempts ? ` on attempt ${attemptsOf(run)}` : '')

const markOf = (run: RunReport) =>
  isFlaky(run)
    ? { mark: '↻', format: 'yellow' as const }
    : MARKS[run.outcome === 'passed' && run.brokenThresholds.length > 0 ? 'failed' : run.outcome]

function stepsPassed({ steps, outcome, isUnreadable }: RunReport): string {
  if (isUnreadable) return 'not valid'
  if (outcome === 'skipped') return 'skipped'
  const all = leaves(steps)
  const passed = all.filter((step) => step.outcome === 'passed' || step.outcome === 'refused').length
  return `${passed} of ${counted(all.length, 'step')} passed`
}

/** What a recording contains, how to replay it, and the calls that are not in it. */
export function recordingText(
  { file, steps, bots, drawings, world, leftOut }: Recorded,
  { paint }: Page,
): string {
  const counts = [counted(steps, 'step'), counted(bots, 'player'), counted(drawings, 'drawing')]
  const start = world === null ? '' : ` It starts with the world in ${world}.`
  const rows = leftOut.map(({ call, reason, count }) => [String(count), call, reason])
  return [
    ...(rows.length === 0 ? [] : [table(['left out', 'call', 'reason'], rows, paint)]),
    `${file}: ${counts.join(', ')}.${start}`,
    `Replay it: ${invocation()} ${commandLine(['scenario', 'run', file])}`,
  ].join('\n')
}

/** The index of a folder of scenarios, in Markdown. */
export function indexPage(scenarios: readonly ScenarioSummary[]): string {
  const rows = scenarios.map(
    ({ file, name, bots }) => `| [${basename(file)}](${basename(file)}) | ${name} | ${bots} |`,
  )
  return [
    '# Index of the scenarios',
    '',
    'Each file tests one rule of the game. This page is generated from the files by `npx inkling scenario index`.',
    '',
    '| file | what it shows | bots |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
