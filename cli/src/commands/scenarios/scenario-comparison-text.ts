import type { Comparison } from '@inkling/scenarios/runner/reports/compare'
import { counted } from '@inkling/scenarios/text/counted'
import type { Page } from '../../output/printer.ts'

/** The scenarios that fail newly, that are fixed and that became slower, and a line with the counts. */
export function scenarioComparisonText(compared: Comparison, { paint }: Page): string {
  const { newlyFailing, fixed, stillFailing, slower, added, removed } = compared
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const lines = [
    ...newlyFailing.flatMap(({ name, file, problem, seeds }) => [
      `${paint('red', '✗ newly failing')}  ${name}  ${paint('dim', `${file} · seed ${seeds.join(', ')}`)}`,
      `    ${problem}`,
    ]),
    ...stillFailing.map(
      ({ name, file }) => `${paint('red', '✗ still failing')}  ${name}  ${paint('dim', file)}`,
    ),
    ...fixed.map(({ name, file }) => `${paint('green', '✓ fixed')}  ${name}  ${paint('dim', file)}`),
    ...slower.map(
      ({ name, beforeMs, afterMs }) =>
        `${paint('yellow', '– slower')}  ${name}  ${seconds(beforeMs)} → ${seconds(afterMs)}`,
    ),
    ...added.map(({ name, file }) => `+ new  ${name}  ${paint('dim', file)}`),
    ...removed.map(({ name, file }) => `- not run  ${name}  ${paint('dim', file)}`),
  ]
  const counts = [
    `${newlyFailing.length} newly failing`,
    `${fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    `${slower.length} slower`,
  ]
  const rest =
    added.length + removed.length === 0
      ? ''
      : `; ${counted(added.length, 'scenario')} added, ${removed.length} not run`
  return [...lines, `${counts.join(', ')}${rest}`].join('\n')
}
