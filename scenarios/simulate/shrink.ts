import type { FaultRule } from '../runner/language/fault-rule.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import type { LoadedScenario } from '../runner/language/files/loaded-scenario.ts'
import { ScenarioFileError } from '../runner/language/files/source.ts'
import type { Scenario } from '../runner/language/language.ts'
import type { Step } from '../runner/language/steps.ts'
import type { Trace, TraceEntry } from './trace.ts'

export type Breaks = (steps: readonly Step[]) => Promise<boolean>

/** The maximum number of attempts, regardless of the length of the trace. */
const MAX_TRIES = 400

/**
 * Reduces a trace to few steps that still break a rule: first to one group and its last days, then by removing single
 * steps.
 * @returns null if even the whole trace does not break the rule again.
 */
export async function shrink({ entries }: Trace, breaks: Breaks): Promise<readonly Step[] | null> {
  let tries = 0
  const stillBreaks = async (steps: readonly Step[]): Promise<boolean> => tries++ < MAX_TRIES && breaks(steps)
  for (const candidate of candidates(entries)) {
    if (await stillBreaks(candidate)) return minimised(candidate, stillBreaks)
  }
  return null
}

/** Growing parts of the trace: one group on its last day, its last two, four and so on, then everything. */
function* candidates(entries: readonly TraceEntry[]): Generator<Step[]> {
  const last = entries.at(-1)
  if (!last) return
  const ofGroup = entries.filter(({ group }) => group === null || group === last.group)
  for (const all of [ofGroup, entries]) {
    for (let days = 1; days < last.day; days *= 2) {
      yield all.filter(({ day }) => day === 0 || day > last.day - days).map(({ step }) => step)
    }
    yield all.map(({ step }) => step)
  }
}

/** Removes halves, quarters and so on down to single steps, if the rest still breaks the rule. */
export async function minimised<S>(
  steps: readonly S[],
  stillBreaks: (steps: readonly S[]) => Promise<boolean>,
): Promise<readonly S[]> {
  let remaining = steps
  for (let size = Math.ceil(remaining.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    let shorter = true
    while (shorter) {
      shorter = false
      for (let at = remaining.length - size; at >= 0; at -= size) {
        const without = remaining.toSpliced(at, size)
        if (without.length === 0 || !(await stillBreaks(without))) continue
        remaining = without
        shorter = size === 1
      }
    }
  }
  return remaining
}

/** Reads a shrunk scenario; null if it is not valid, for example without the step that sets a variable. */
export const validScenario = (text: string): Promise<LoadedScenario | null> =>
  loadScenario('shrunk.yaml', async () => text).catch((error) => {
    if (error instanceof ScenarioFileError) return null
    throw error
  })

interface About {
  readonly name: string
  readonly seed: string
  readonly clock: string
  readonly faults?: readonly FaultRule[]
}

/** Creates a scenario from steps of a trace, with the bots that they use. */
export function scenarioOf(
  { bots }: Trace,
  steps: readonly Step[],
  { name, seed, clock, faults = [] }: About,
): Scenario {
  const named = new Set(steps.flatMap((step) => ('bot' in step ? step.bot : [])))
  return {
    version: 1,
    name,
    config: { seed, clock },
    bots: Object.fromEntries([...bots].filter(([bot]) => named.has(bot))),
    ...(faults.length > 0 && { faults: [...faults] }),
    steps: [...steps],
  }
}
