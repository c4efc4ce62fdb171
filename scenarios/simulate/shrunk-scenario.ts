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
  /** How long to search for fewer steps. */
  readonly shrinkMs: number
}

export interface ShrunkScenario {
  readonly text: string
  /** Whether running it breaks one of the same rules again. If not, it has every step of the simulation. */
  readonly isRepeated: boolean
}

/** The smallest scenario that breaks one of the same rules again, or gets the same unexpected answer. */
export async function shrunkScenario(broken: BrokenSimulation): Promise<ShrunkScenario> {
  const { trace, violations, seed, clock, sketchbook, fresh, shrinkMs } = broken
  const rules = violations.map(ruleOf)
  const name = `broken: ${rules[0]}`
  const until = performance.now() + shrinkMs
  const steps = await shrink(trace, async (candidate) => {
    if (performance.now() > until) return false
    const text = scenarioText(scenarioOf(trace, candidate, { name, seed, clock }))
    const loaded = await loadScenario('shrunk.yaml', async () => text).catch(notAScenario)
    if (!loaded) return false
    const target = await fresh()
    try {
      const run = await runScenario(loaded, { target, sketchbook, keep: true })
      const failed = leaves(run.steps).filter(({ problems }) => problems.length > 0)
      return failed.some(({ who, problems }) =>
        problems.some(({ message }) =>
          who === 'rules' ? rules.includes(ruleOf(message)) : rules.some((rule) => isSame(rule, message)),
        ),
      )
    } finally {
      await target.close()
    }
  })
  const comment = [
    `Made by \`inkling simulate --invariants --seed ${seed}\`, which found:`,
    ...violations,
    ...(steps ? [] : ['Running the steps again did not show it: these are all of them.']),
  ]
  const all = steps ?? trace.entries.map(({ step }) => step)
  return {
    text: scenarioText(scenarioOf(trace, all, { name, seed, clock }), comment),
    isRepeated: steps !== null,
  }
}

/** Whether a step fails with the unexpected answer of the simulation. */
function isSame(rule: string, message: string): boolean {
  const [, answer] = rule.split(' gets an unexpected answer: ')
  const code = answer === undefined ? undefined : (/^\d+ ([A-Z_]+)/.exec(answer)?.[1] ?? answer)
  return code !== undefined && message.includes(code)
}

/** Handles candidates that are not valid scenarios, for example without the step that sets a variable. */
function notAScenario(error: unknown): null {
  if (error instanceof ScenarioFileError) return null
  throw error
}

/** The violation without the id of the game. */
const ruleOf = (violation: string): string => violation.replace(/^game \S+: /, '')
