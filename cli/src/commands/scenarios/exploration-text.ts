import { type CoveredCall, NO_INPUT } from '@inkling/scenarios/explore/coverage'
import { PERSONS, type Person } from '@inkling/scenarios/explore/persons'
import { show } from '@inkling/scenarios/runner/language/values/show'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import { wrapped } from '../../output/text.ts'
import { type ExplorationRun, type FoundScenario, scenarioCommand } from './exploration.ts'

/** A find, with the command that shows it. */
export function findText(
  { title, section, expected, actual, steps, file, isRepeated, isRunnable }: FoundScenario,
  target: string,
): string {
  const values = `the reference: ${show(expected)}, the target: ${show(actual)}`
  const shownBy = isRunnable
    ? `${counted(steps, 'step')}: ${scenarioCommand(file, target)}`
    : isRepeated
      ? `${counted(steps, 'step')} in ${file}; no step can expect it: compare the last reply of both`
      : `The same steps did not show it again; ${file} has all ${counted(steps, 'step')}.`
  return `✗ ${title} (${section} in API.md)\n  ${values}\n  ${shownBy}`
}

/** Outcomes that no call reaches, which the legend explains once. */
const NEVER_REACHED = new Set(['INTERNAL', 'UNAVAILABLE', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'])
const LEGEND = [
  `by: ${Object.entries(PERSONS)
    .map(([person, letter]) => `${letter} ${person}`)
    .join(', ')}; a small letter was only refused, a dot did not call.`,
  'No action brings about faults of the server (INTERNAL, UNAVAILABLE), large bodies (PAYLOAD_TOO_LARGE) or used up budgets (RATE_LIMITED), and a call without input has no VALIDATION_FAILED.',
]
/** Columns of a terminal in which the coverage is a table. */
const TABLE_WIDTH = 120

/** A letter for each kind of person: a capital for those who succeeded, a small one for those who were refused. */
function personsText(reached: CoveredCall['reached']): string {
  const of = (isSuccess: boolean) =>
    new Set(reached.flatMap(({ outcome, persons }) => ((outcome === 'success') === isSuccess ? persons : [])))
  const [succeeded, refused] = [of(true), of(false)]
  return (Object.keys(PERSONS) as Person[])
    .map((person) =>
      succeeded.has(person) ? PERSONS[person] : refused.has(person) ? PERSONS[person].toLowerCase() : '·',
    )
    .join('')
}

interface Row {
  readonly call: string
  readonly reached: string
  readonly by: string
  readonly missing: string
}

function rowOf({ call, reached, missing, unreachable, leftOut }: CoveredCall): Row {
  if (leftOut !== null) return { call, reached: leftOut, by: '', missing: '' }
  const reasons = Object.entries(unreachable).filter(
    ([code, reason]) => !NEVER_REACHED.has(code) && reason !== NO_INPUT,
  )
  return {
    call,
    reached: reached.map(({ outcome, times }) => `${outcome} ${times}`).join(', '),
    by: personsText(reached),
    missing: [...missing, ...reasons.map(([code, reason]) => `${code}: ${reason}`)].join(', '),
  }
}

/** A table whose cells are wrapped; where it does not fit, a list. */
function coverageText(coverage: readonly CoveredCall[], { paint, width }: Page): string {
  const rows = coverage.map(rowOf)
  if (width < TABLE_WIDTH) {
    const indented = (text: string) =>
      text === '' ? [] : wrapped(text, width - 2).map((line) => `  ${line}`)
    return rows
      .flatMap(({ call, reached, by, missing }) => [
        `${paint('bold', call)}  ${by}`.trimEnd(),
        ...indented(reached),
        ...indented(missing === '' ? '' : `not reached: ${missing}`).map((line) => paint('dim', line)),
      ])
      .join('\n')
  }
  const fixed = Math.max(...rows.map(({ call }) => call.length)) + Object.keys(PERSONS).length + 3 * 2
  const room = Math.floor((width - fixed) / 2)
  const lines = rows.flatMap(({ call, reached, by, missing }) => {
    const [done, open] = [wrapped(reached, room), wrapped(missing, room)]
    return Array.from({ length: Math.max(done.length, open.length) }, (_, at) => [
      at === 0 ? call : '',
      done[at] ?? '',
      at === 0 ? by : '',
      open[at] ?? '',
    ])
  })
  return table(['call', 'reached, how often', 'by', 'not reached'], lines, paint)
}

/** Which calls were made with which outcomes, and the finds. */
export function explorationText(
  { target, seed, actions, compared, finds, coverage, wallMs }: ExplorationRun['exploration'],
  page: Page,
): string {
  const { paint, width } = page
  const seconds = (wallMs / 1000).toFixed(1)
  return [
    coverageText(coverage, page),
    ...LEGEND.flatMap((line) => wrapped(line, width)).map((line) => paint('dim', line)),
    '',
    ...finds.map((find) => paint('red', findText(find, target))),
    `${paint('bold', finds.length === 0 ? `no difference between ${target} and the reference` : counted(finds.length, 'find'))}  ${paint('dim', `seed ${seed}`)}`,
    `${counted(actions, 'action')}, ${counted(compared, 'response')} compared in ${seconds} s`,
  ].join('\n')
}
