import type { CoveredCall } from '@inkling/scenarios/explore/coverage'
import { PERSONS, type Person } from '@inkling/scenarios/explore/persons'
import { show } from '@inkling/scenarios/runner/language/values/show'
import { counted } from '@inkling/scenarios/text/counted'
import { invocation } from '../../command-line/invocation.ts'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { ExplorationRun, FoundScenario } from './exploration.ts'

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

/** Outcomes that no call reaches, which the legend explains once. */
const NEVER_REACHED = new Set(['INTERNAL', 'UNAVAILABLE', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'])
const LEGEND = `by: ${Object.entries(PERSONS)
  .map(([person, letter]) => `${letter} ${person}`)
  .join(', ')}; a small letter was only refused, a dot did not call.
No action brings about faults of the server (INTERNAL, UNAVAILABLE), large bodies (PAYLOAD_TOO_LARGE) or used up budgets (RATE_LIMITED).`

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

/** Which calls were made with which outcomes, and the finds. */
export function explorationText(
  { target, seed, actions, compared, finds, coverage, wallMs }: ExplorationRun['exploration'],
  { paint }: Page,
): string {
  const rows = coverage.map(({ call, reached, missing, unreachable, leftOut }) => {
    if (leftOut !== null) return [call, paint('dim', leftOut), '', '']
    const outcomes = reached.map(({ outcome, times }) => `${outcome} ${times}`).join(', ')
    const reasons = Object.entries(unreachable).filter(([code]) => !NEVER_REACHED.has(code))
    const others = reasons.map(([code, reason]) => paint('dim', `${code}: ${reason}`))
    return [call, outcomes, personsText(reached), [...missing, ...others].join(', ')]
  })
  const seconds = (wallMs / 1000).toFixed(1)
  return [
    table(['call', 'reached, how often', 'by', 'not reached'], rows, paint),
    paint('dim', LEGEND),
    '',
    ...finds.map((find) => paint('red', findText(find))),
    `${paint('bold', finds.length === 0 ? `no difference between ${target} and the reference` : counted(finds.length, 'find'))}  ${paint('dim', `seed ${seed}`)}`,
    `${counted(actions, 'action')}, ${counted(compared, 'response')} compared in ${seconds} s`,
  ].join('\n')
}
