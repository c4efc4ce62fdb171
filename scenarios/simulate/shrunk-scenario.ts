import type { Sketchbook } from '../bots/sketchbook.ts'
import type { FaultRule } from '../runner/language/fault-rule.ts'
import { scenarioText } from '../runner/language/files/write.ts'
import type { Step } from '../runner/language/steps.ts'
import { leaves } from '../runner/reports/report.ts'
import { runScenario } from '../runner/run.ts'
import type { Target } from '../runner/targets/target.ts'
import { onEveryCall } from './active-faults.ts'
import { scenarioOf, shrink, validScenario } from './shrink.ts'
import type { Trace } from './trace.ts'

export interface BrokenSimulation {
  readonly trace: Trace
  /** The violations that the simulation reported, each with its game. */
  readonly violations: readonly string[]
  readonly seed: string
  /** The time at the start of the simulation. */
  readonly clock: string
  readonly sketchbook: Sketchbook
  /** The faults of the server when the simulation began; none by default. */
  readonly faults?: readonly FaultRule[]
  /** Creates a server in the state before the simulation, and without faults. */
  readonly fresh: () => Promise<Target>
  /** How long to search for fewer steps. */
  readonly shrinkMs: number
}

export interface ShrunkScenario {
  readonly text: string
  /** Whether running it breaks one of the same rules again. If not, it has every step of the simulation. */
  readonly isRepeated: boolean
}

/**
 * The smallest scenario that breaks one of the same rules again, or gets the same unexpected answer. Its very text has
 * been run once more.
 */
export async function shrunkScenario(broken: BrokenSimulation): Promise<ShrunkScenario> {
  const { trace, violations, seed, clock, faults = [], shrinkMs } = broken
  const name = `broken: ${ruleOf(violations[0] ?? '')}`
  const comment = [`Made by \`inkling simulate --invariants --seed ${seed}\`, which found:`, ...violations]
  const until = performance.now() + shrinkMs
  for (const given of faults.length > 0 ? [faults, onEveryCall(faults)] : [faults]) {
    const textOf = (steps: readonly Step[], lines: readonly string[] = []) =>
      scenarioText(scenarioOf(trace, steps, { name, seed, clock, faults: given }), lines)
    const steps = await shrink(
      trace,
      async (candidate) => performance.now() <= until && breaksAgain(textOf(candidate), broken),
    )
    const text = steps && textOf(steps, comment)
    if (text !== null && (await breaksAgain(text, broken))) return { text, isRepeated: true }
  }
  const all = trace.entries.map(({ step }) => step)
  const lines = [...comment, 'Running the steps again did not show it: these are all of them.']
  const text = scenarioText(scenarioOf(trace, all, { name, seed, clock, faults }), lines)
  return { text, isRepeated: false }
}

/** Whether a scenario breaks one of the same rules on a server in the state before the simulation. */
async function breaksAgain(
  text: string,
  { violations, sketchbook, fresh }: BrokenSimulation,
): Promise<boolean> {
  const loaded = await validScenario(text)
  if (!loaded) return false
  const rules = violations.map(ruleOf)
  const target = await fresh()
  try {
    const run = await runScenario(loaded, { target, sketchbook, keep: true })
    const failed = leaves(run.steps).filter(({ problems }) => problems.length > 0)
    return failed.some(({ who, problems }) =>
      problems.some(
        ({ message }) =>
          (who === 'rules' && rules.includes(ruleOf(message))) || rules.some((rule) => isSame(rule, message)),
      ),
    )
  } finally {
    await target.close()
  }
}

/** Whether a step fails with the unexpected answer of the simulation. */
function isSame(rule: string, message: string): boolean {
  const answer = / gets an unexpected answer to [\w-]+: (.*)/s.exec(rule)?.[1]
  const code = answer === undefined ? undefined : (/^\d+ ([A-Z_]+)/.exec(answer)?.[1] ?? answer)
  return code !== undefined && message.includes(code)
}

/** The violation without the id of the game. */
const ruleOf = (violation: string): string => violation.replace(/^game \S+: /, '')
