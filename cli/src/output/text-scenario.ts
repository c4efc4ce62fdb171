import { leaves, type Outcome, type RunEvent, type StepResult } from '@inkling/scenarios/runner/report'
import type { ScenarioRuns } from '../operations/scenario-run.ts'
import type { Page } from './printer.ts'
import { table, width } from './table.ts'

const MARKS: Record<Outcome, { mark: string; format: 'green' | 'red' | 'yellow' }> = {
  passed: { mark: '✓', format: 'green' },
  failed: { mark: '✗', format: 'red' },
  refused: { mark: '·', format: 'green' },
  skipped: { mark: '–', format: 'yellow' },
  interrupted: { mark: '■', format: 'yellow' },
}

/** The lines of a run, as its steps come to an end. The same seed gives the same lines, so no time stands in them. */
export function runEventText(event: RunEvent, page: Page): string {
  const { paint } = page
  switch (event.type) {
    case 'run-begun':
      return `${paint('bold', event.name)}  ${paint('dim', `${event.file} · ${event.target} · seed ${event.seed}`)}`
    case 'block-begun':
      return `  ${paint('dim', event.number.padStart(4))}  ${event.what}`
    case 'step-ended':
      // A block has said what it is when it began.
      if (event.step.children.length > 0 && event.step.problems.length === 0) return ''
      return stepText(event.step, page)
    case 'run-ended':
      return event.run.brokenThresholds.map((broken) => `     ${paint('red', '✗')} ${broken}`).join('\n')
  }
}

function stepText(step: StepResult, page: Page): string {
  const { paint } = page
  const { mark, format } = MARKS[step.outcome]
  const left = `${paint('dim', step.number.padStart(4))} ${paint(format, mark)} `
  const who = padded(step.who, 14)
  const what = padded(step.what, 20)
  const room = page.width - 44
  const line = `  ${left}${who} ${what} ${paint('dim', shortened(step.detail, room))}`.trimEnd()
  const problems = step.problems.map(
    ({ file, line: at, column, message }) =>
      `         ${paint('red', message)}  ${paint('dim', `${file}:${at}:${column}`)}`,
  )
  return [line, ...problems].join('\n')
}

const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - width(text)))

const shortened = (text: string, columns: number): string =>
  columns > 10 && width(text) > columns ? `${text.slice(0, columns - 1)}…` : text

/** What a whole run came to: a table when there were several files. */
export function runsText({ runs }: ScenarioRuns, { paint, width: columns }: Page): string {
  const rows = runs.map(({ name, outcome, steps, brokenThresholds }) => {
    const all = leaves(steps)
    const passed = all.filter((step) => step.outcome === 'passed' || step.outcome === 'refused').length
    const broken = brokenThresholds.length > 0 ? ', a threshold is broken' : ''
    const { mark, format } = MARKS[outcome === 'passed' && broken ? 'failed' : outcome]
    return [
      paint(format, mark),
      shortened(name, columns - 30),
      `${passed} of ${all.length} steps passed${broken}`,
    ]
  })
  return `\n${table(['', 'scenario', 'result'], rows, paint)}`
}
