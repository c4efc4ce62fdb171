import type { Difference, ScenarioDiff } from '@inkling/scenarios/diff/diff'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../printer.ts'

/** The differences between two servers: first violations of the documented API, then differences that it allows. */
export function diffText(diff: ScenarioDiff, { paint }: Page): string {
  const { targets, compared, differences, failsOnBoth } = diff
  const of = (kind: Difference['kind']) => differences.filter((each) => each.kind === kind)
  const section = (title: string, found: readonly Difference[]): string[] =>
    found.length === 0 ? [] : [paint('bold', title), ...found.map(line), '']
  const line = ({ step, call, message, times }: Difference) => {
    const seen = paint('dim', times === 1 ? `step ${step}` : `from step ${step}, ${times} times`)
    return `  ${[call, message].filter((part) => part !== '').join('  ')}  ${seen}`
  }
  const [violations, unspecified] = [of('violation'), of('unspecified')]
  return [
    ...section(paint('red', 'Violations of the documented API'), violations),
    ...section('Not specified by the documented API', unspecified),
    ...(failsOnBoth === null
      ? []
      : [`The scenario fails on both, and what follows is not compared: ${failsOnBoth}`]),
    `${compared} calls compared between ${targets.join(' and ')}: ${counted(violations.length, 'violation')}, ${counted(unspecified.length, 'unspecified difference')}`,
  ].join('\n')
}
