import type { PointResult } from '@inkling/scenarios/conform/conform'
import { show } from '@inkling/scenarios/runner/language/values/show'
import type { RunReport } from '@inkling/scenarios/runner/reports/report'
import { failuresOf, isFailed } from '@inkling/scenarios/runner/reports/rerun'
import { type CheckedRule, ruleRun } from '@inkling/scenarios/runner/reports/rule-run'
import { invocation } from '../../command-line/invocation.ts'
import { NOT_STARTED } from '../scenarios/blocked-run.ts'
import { type ExplorationRun, type FoundScenario, scenarioCommand } from '../scenarios/exploration.ts'
import type { Showing } from './broken-points.ts'

/** The parts of a check, in their order. */
export const PARTS = ['conform', 'scenarios', 'explore', 'burst'] as const
export type Part = (typeof PARTS)[number]

/** A rule, and whether the server keeps it. */
export interface RuleVerdict extends CheckedRule {
  readonly part: Part
  /** The heading of API.md; null for a scenario and a burst, which test rules of several. */
  readonly section: string | null
  /** The command that shows how the rule is broken; null if it is not, or if no scenario can show it. */
  readonly shownBy: string | null
  /** Why there is no command for a broken rule, as far as it is known. */
  readonly unshown?: string
}

/** @param showing how a broken point can be shown; absent if nothing was searched for. */
export const pointVerdict = (
  { area, rule, outcome, detail }: PointResult,
  showing: Showing | undefined,
): RuleVerdict => ({
  ...{ part: 'conform', section: area, rule, outcome, detail },
  shownBy: showing && 'command' in showing ? showing.command : null,
  ...(showing && 'reason' in showing && { unshown: showing.reason }),
})

/** A run that could not start, for example because of a rate limit, as skipped: it says nothing about a rule. */
export function unlessUnstarted(run: RunReport): RunReport {
  const [first] = run.steps
  if (first?.what !== NOT_STARTED) return run
  const detail = first.problems[0]?.message ?? ''
  return { ...run, outcome: 'skipped', steps: [{ ...first, outcome: 'skipped', detail, problems: [] }] }
}

export function scenarioVerdict(run: RunReport): RuleVerdict {
  const about = { part: 'scenarios', section: null, rule: run.name } as const
  if (isFailed(run) && run.outcome !== 'interrupted') {
    const [failure] = failuresOf([run], invocation())
    const { message = 'it fails', command = null } = failure ?? {}
    return { ...about, outcome: 'failed', detail: message, shownBy: command }
  }
  if (run.outcome === 'passed') return { ...about, outcome: 'passed', detail: '', shownBy: null }
  const detail = run.outcome === 'skipped' ? (run.steps[0]?.detail ?? '') : 'interrupted'
  return { ...about, outcome: 'skipped', detail, shownBy: null }
}

const findVerdict = (find: FoundScenario, target: string): RuleVerdict => ({
  part: 'explore',
  section: find.section,
  rule: find.title,
  outcome: find.isRepeated ? 'failed' : 'skipped',
  detail: `the reference: ${show(find.expected)}, the target: ${show(find.actual)}${remarkOf(find)}`,
  shownBy: find.isRunnable ? scenarioCommand(find.file, target) : null,
})

const remarkOf = ({ isRunnable, isRepeated, file }: FoundScenario): string =>
  isRunnable
    ? ''
    : isRepeated
      ? `; its steps are in ${file}`
      : `; the same steps, in ${file}, did not show it again`

/** What an exploration says besides its finds. */
export function explorationVerdicts({ exploration }: ExplorationRun): RuleVerdict[] {
  const { target, finds, compared, coverage } = exploration
  const verdicts = finds.map((find) => findVerdict(find, target))
  const about = { part: 'explore', section: null, shownBy: null } as const
  const leftOut = coverage.flatMap(({ call, leftOut: reason }): RuleVerdict[] =>
    reason === null
      ? []
      : [{ ...about, rule: `${call} is answered like by the reference`, outcome: 'skipped', detail: reason }],
  )
  const rule = `random actions are answered like by the reference (${compared} responses compared)`
  return verdicts.some(({ outcome }) => outcome === 'failed')
    ? [...verdicts, ...leftOut]
    : [...verdicts, { ...about, rule, outcome: 'passed', detail: '' }, ...leftOut]
}

/** A part that ended before it could say anything, or that was left out. */
export const unasked = (part: Part, detail: string): RuleVerdict => ({
  part,
  section: null,
  rule: {
    conform: 'the rules of API.md',
    scenarios: 'the rules of the shipped scenarios',
    explore: 'random actions are answered like by the reference',
    burst: 'the rules hold while many play at the same time',
  }[part],
  outcome: 'skipped',
  detail,
  shownBy: null,
})

/**
 * The verdicts of a check as runs for the reports: one for each heading of its rules, one for the exploration and one for
 * the burst.
 * @param scenarios the runs that are reported as they are.
 */
export function reportedRuns(
  rules: readonly RuleVerdict[],
  about: Pick<RunReport, 'target' | 'seed' | 'begunAt'>,
  scenarios: readonly RunReport[],
): RunReport[] {
  const ofOwn = new Set(scenarios.map(({ name }) => name))
  const groups = new Map<string, { part: Part; rules: RuleVerdict[] }>()
  for (const rule of rules) {
    const { part, section } = rule
    // Scenarios have runs of their own, unless none could start.
    if (part === 'scenarios' && ofOwn.has(rule.rule)) continue
    // So have finds.
    if (part === 'explore' && rule.outcome === 'failed') continue
    const name = part === 'conform' && section !== null ? `${section} (API.md)` : part
    const group = groups.get(name) ?? { part, rules: [] }
    groups.set(name, group)
    group.rules.push(rule)
  }
  return [...groups].map(([name, { part, rules: own }]) => {
    const words = part === 'burst' ? 'check' : part === 'conform' ? 'conform --write' : 'explore'
    const command = `${words} --target ${about.target} --seed ${about.seed}`
    return ruleRun({ ...about, name, file: part, command }, own)
  })
}
