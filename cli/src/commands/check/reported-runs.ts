import type { RunReport } from '@inkling/scenarios/runner/reports/report'
import { ruleRun } from '@inkling/scenarios/runner/reports/rule-run'
import type { Part, RuleVerdict } from './verdict.ts'

/** The verdicts of a check as runs for the reports: one for each heading of its rules, one for the exploration and one for the burst. @param scenarios the runs that are reported as they are. */
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
