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
  /** Whether a fault with a probability decides whether a run breaks the rule. */
  readonly isByChance: boolean
}

/**
 * The smallest scenario that breaks one of the same rules again, or gets the same unexpected answer. Its very text has
 * been run once more.
 */
export async function shrunkScenario(broken: BrokenSimulation): Promise<ShrunkScenario> {
  const { trace, violations, seed, clock, faults = [], shrinkMs } = broken
  const comment = [`Made by \`inkling simulate --invariants --seed ${seed}\`, which found:`, ...violations]
  const until = performance.now() + shrinkMs
  for (const given of faultsToTry(faults)) {
    const textOf = (steps: readonly Step[], shows: string, lines: readonly string[] = []) =>
      scenarioText(scenarioOf(trace, steps, { name: `broken: ${shows}`, seed, clock, faults: given }), lines)
    const shown = (text: string) => shownBy(text, broken)
    const steps = await shrink(
      trace,
      async (candidate) => performance.now() <= until && (await shown(textOf(candidate, ''))) !== null,
    )
    const shows = steps && (await shown(textOf(steps, '')))
    if (steps && shows != null) {
      const isByChance = given.some(({ probability = 1 }) => probability < 1)
      return { text: textOf(steps, shows, comment), isRepeated: true, isByChance }
    }
  }
  const all = trace.entries.map(({ step }) => step)
  const lines = [...comment, 'Running the steps again did not show it: these are all of them.']
  const name = `broken: ${ruleOf(violations[0] ?? '')}`
  const text = scenarioText(scenarioOf(trace, all, { name, seed, clock, faults }), lines)
  return { text, isRepeated: false, isByChance: false }
}

/** The faults on all calls that they match, so that every run is the same, before those that affect a share of them. */
function faultsToTry(faults: readonly FaultRule[]): (readonly FaultRule[])[] {
  if (faults.length === 0) return [faults]
  const isByChance = faults.some(({ probability }) => probability !== undefined)
  return isByChance ? [onEveryCall(faults), faults] : [faults, onEveryCall(faults)]
}

/**
 * What a scenario shows on a server in the state before the simulation: the same broken rule, or the step with the same
 * unexpected answer. Null if it shows neither.
 */
async function shownBy(
  text: string,
  { violations, sketchbook, fresh }: BrokenSimulation,
): Promise<string | null> {
  const loaded = await validScenario(text)
  if (!loaded) return null
  const rules = violations.map(ruleOf)
  const target = await fresh()
  try {
    const run = await runScenario(loaded, { target, sketchbook, keep: true })
    for (const { who, what, problems } of leaves(run.steps)) {
      for (const { message } of problems) {
        const rule = ruleOf(message)
        if (who === 'rules' && rules.includes(rule)) return rule
        if (rules.some((each) => isSame(each, message)))
          return `unexpected answer to ${what} of ${who}: ${message.replace(/^the call failed: /, '')}`
      }
    }
    return null
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
