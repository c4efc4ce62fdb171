import type { Sketchbook } from '../bots/sketchbook.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { ScenarioFileError } from '../runner/language/files/source.ts'
import { scenarioText } from '../runner/language/files/write.ts'
import { leaves } from '../runner/reports/report.ts'
import { runScenario } from '../runner/run.ts'
import type { Target } from '../runner/targets/target.ts'
import { scenarioOf, shrink } from './shrink.ts'
import type { Trace } from './trace.ts'

export interface BrokenSimulation {
  readonly trace: Trace
  /** The violations that the simulation reported, each with its game. */
  readonly violations: readonly string[]
  readonly seed: string
  /** The time at the start of the simulation. */
  readonly clock: string
  readonly sketchbook: Sketchbook
  /** Creates a server in the state before the simulation. */
  readonly fresh: () => Promise<Target>
}

/**
 * The smallest scenario that breaks one of the same rules again.
 * @returns its text, or null if running the steps again breaks no rule.
 */
export async function shrunkScenario(broken: BrokenSimulation): Promise<string | null> {
  const { trace, violations, seed, clock, sketchbook, fresh } = broken
  const rules = violations.map(ruleOf)
  const name = `broken: ${rules[0]}`
  const steps = await shrink(trace, async (candidate) => {
    const text = scenarioText(scenarioOf(trace, candidate, { name, seed, clock }))
    const loaded = await loadScenario('shrunk.yaml', async () => text).catch(notAScenario)
    if (!loaded) return false
    const target = await fresh()
    try {
      const run = await runScenario(loaded, { target, sketchbook, keep: true })
      const problems = leaves(run.steps).flatMap((step) => (step.who === 'rules' ? step.problems : []))
      return problems.some(({ message }) => rules.includes(ruleOf(message)))
    } finally {
      await target.close()
    }
  })
  if (!steps) return null
  const comment = [`Made by \`inkling simulate --invariants --seed ${seed}\`, which found:`, ...violations]
  return scenarioText(scenarioOf(trace, steps, { name, seed, clock }), comment)
}

/** Handles candidates that are not valid scenarios, for example without the step that sets a variable. */
function notAScenario(error: unknown): null {
  if (error instanceof ScenarioFileError) return null
  throw error
}

/** The violation without the id of the game. */
const ruleOf = (violation: string): string => violation.replace(/^game \S+: /, '')
