import { show } from '@inkling/scenarios/runner/language/values/show'
import { counted } from '@inkling/scenarios/text/counted'
import { invocation } from '../../command-line/invocation.ts'
import type { ExplorationRun, FoundScenario } from '../../operations/scenarios/exploration.ts'
import type { Page } from '../printer.ts'
import { table } from '../table.ts'

/** A find, with the command that shows it. */
export function findText({
  title,
  section,
  expected,
  actual,
  steps,
  file,
  isRepeated,
  isRunnable,
}: FoundScenario): string {
  const values = `the reference: ${show(expected)}, the target: ${show(actual)}`
  const shownBy = isRunnable
    ? `${counted(steps, 'step')}: ${invocation()} scenario run ${file}`
    : isRepeated
      ? `${counted(steps, 'step')} in ${file}; no step can expect it: compare the last reply of both`
      : `The same steps did not show it again; ${file} has all ${counted(steps, 'step')}.`
  return `✗ ${title} (${section} in API.md)\n  ${values}\n  ${shownBy}`
}

/** Which calls were made with which outcomes, and the finds. */
export function explorationText(
  { target, seed, actions, compared, finds, coverage, wallMs }: ExplorationRun['exploration'],
  { paint }: Page,
): string {
  const rows = coverage.map(({ call, reached, missing, leftOut }) => [
    call,
    leftOut === null
      ? reached.map(({ outcome, times, persons }) => `${outcome} ${times} by ${persons}`).join(', ')
      : paint('dim', leftOut),
    leftOut === null ? missing.join(', ') : '',
  ])
  const seconds = (wallMs / 1000).toFixed(1)
  return [
    table(['call', 'reached, how often and by how many players', 'not reached'], rows, paint),
    '',
    ...finds.map((find) => paint('red', findText(find))),
    `${paint('bold', finds.length === 0 ? `no difference between ${target} and the reference` : counted(finds.length, 'find'))}  ${paint('dim', `seed ${seed}`)}`,
    `${counted(actions, 'action')}, ${counted(compared, 'response')} compared in ${seconds} s`,
  ].join('\n')
}
