import type { Difference, ScenarioDiff } from '@inkling/scenarios/diff/diff'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'
import type { ScenarioDiffs } from './scenario-diff.ts'

/** The differences between two servers, scenario by scenario, and their number. */
export function diffText({ scenarios }: Pick<ScenarioDiffs, 'scenarios'>, page: Page): string {
  const { paint } = page
  const [only] = scenarios
  if (scenarios.length === 1 && only && 'differences' in only)
    return [...differing(only, page), sum([only])].join('\n')
  const diffs = scenarios.flatMap((each) => ('differences' in each ? [each] : []))
  const lines = scenarios.flatMap((each) => {
    const head = `${each.name}  ${paint('dim', each.file)}`
    if ('skipped' in each) return [`${paint('yellow', '–')} ${head}  ${paint('dim', each.skipped)}`]
    const isBroken = each.differences.some(({ kind }) => kind === 'violation')
    const mark = isBroken ? paint('red', '✗') : paint('green', '✓')
    return [`${mark} ${head}`, ...differing(each, page).map((line) => (line === '' ? '' : `  ${line}`))]
  })
  return [...lines, diffs.length === 0 ? 'nothing was compared' : sum(diffs)].join('\n')
}

/** First violations of the documented API, then differences that it allows. */
function differing({ differences, failsOnBoth }: ScenarioDiff, { paint }: Page): string[] {
  const of = (kind: Difference['kind']) => differences.filter((each) => each.kind === kind)
  const section = (title: string, found: readonly Difference[]): string[] =>
    found.length === 0 ? [] : [paint('bold', title), ...found.map(line), '']
  const line = ({ step, call, message, times }: Difference) => {
    const seen = paint('dim', times === 1 ? `step ${step}` : `from step ${step}, ${times} times`)
    return `  ${[call, message].filter((part) => part !== '').join('  ')}  ${seen}`
  }
  return [
    ...section(paint('red', 'Violations of the documented API'), of('violation')),
    ...section('Not specified by the documented API', of('unspecified')),
    ...(failsOnBoth === null
      ? []
      : [`The scenario fails on both, and what follows is not compared: ${failsOnBoth}`]),
  ]
}

function sum(diffs: readonly ScenarioDiff[]): string {
  const all = diffs.flatMap(({ differences }) => differences)
  const count = (kind: Difference['kind']) => all.filter((each) => each.kind === kind).length
  const compared = diffs.reduce((calls, each) => calls + each.compared, 0)
  const targets = diffs[0]?.targets.join(' and ')
  return `${compared} calls compared between ${targets}: ${counted(count('violation'), 'violation')}, ${counted(count('unspecified'), 'unspecified difference')}`
}
