import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { sectionOf } from '../conform/sections.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import { ScenarioFileError } from '../runner/language/files/source.ts'
import { scenarioText } from '../runner/language/files/write.ts'
import type { Scenario } from '../runner/language/language.ts'
import type { Step } from '../runner/language/steps.ts'
import { show } from '../runner/language/values/show.ts'
import type { RunReport } from '../runner/reports/report.ts'
import { runScenario } from '../runner/run.ts'
import type { Target } from '../runner/targets/target.ts'
import { minimised } from '../simulate/shrink.ts'
import { expectationOf } from './expectation.ts'
import { beginningOf, botsFor, type ExplorePlan, type RawFind } from './explore.ts'

import { type Difference, isFailure, kindOf, Pair, type PairOptions } from './pair.ts'
import { PICTURES } from './pictures.ts'
import type { PlayedStep } from './played-step.ts'
import { callOf, isRead, rowOf } from './played-step.ts'

/** A difference with the smallest scenario that shows it. */
export interface Find {
  /** The call and its place, such as `GET /api/game/{id}: $.finalGuess`. */
  readonly title: string
  /** The heading of API.md whose rules tell which reply is right. */
  readonly section: string
  readonly expected: unknown
  readonly actual: unknown
  /**
   * The scenario: it passes on the reference and fails on the target, or fails on both if both fail. The whole trace if it
   * does not repeat.
   */
  readonly text: string
  readonly steps: number
  /** Whether the difference came again when the same steps were performed once more. */
  readonly isRepeated: boolean
  /** The run of the scenario on the target; null if it does not repeat, or if no step can expect the difference. */
  readonly run: RunReport | null
}

export type ShrinkPlan = Pick<ExplorePlan, 'servers' | 'sketchbook' | 'serverSeed' | 'signal'> & {
  /** How long to search for fewer steps. */
  readonly shrinkMs: number
  /** The command that repeats the exploration, for the comment of the file. */
  readonly command: string
}

/** Looks for the smallest scenario that shows a difference. */
export async function shrunkFind(raw: RawFind, plan: ShrinkPlan): Promise<Find> {
  const until = performance.now() + plan.shrinkMs
  let best: Replayed | null = null
  let tries = 0
  /** The players of a replay: all, until it is known that those who act are enough. */
  let playersIn: (steps: readonly PlayedStep[]) => readonly string[] = () => raw.players
  /** Whether the same devices are new players each time, also after one of them has deleted its account. */
  let isFresh = plan.servers.isExact
  const isShown = async (steps: readonly PlayedStep[]): Promise<boolean> => {
    if (plan.signal.aborted || (best !== null && performance.now() > until)) return false
    const beginning = isFresh ? raw.beginning : `${raw.beginning}-${++tries}`
    const bots = botsFor(playersIn(steps), beginning, plan.servers)
    const replayed = await firstDifference(steps, { ...beginningOf(bots, beginning, plan), clock: raw.clock })
    if (replayed === null || kindIn(replayed) !== raw.kind) return false
    best = replayed
    return true
  }
  const breaks = isShown as (steps: readonly Step[]) => Promise<boolean>
  const { steps } = raw
  if (!(await isShown(steps))) isFresh = false
  if (best === null && !(await isShown(steps)))
    return found(
      raw,
      {
        steps,
        bots: botsFor(raw.players, raw.beginning, plan.servers),
        refusals: [],
        difference: raw.difference,
      },
      plan,
      false,
    )
  playersIn = namesIn
  if (!(await isShown(steps))) playersIn = () => raw.players
  const whole = best as unknown as Replayed
  const isLast = (at: number) => at === whole.steps.length - 1
  // Most steps that only read, or were refused, have no part in it.
  await isShown(whole.steps.filter((step, at) => isLast(at) || !(isRead(step) || whole.refusals[at])))
  await minimised((best as unknown as Replayed).steps as readonly Step[], breaks)
  await withoutFields(() => best as unknown as Replayed, isShown)
  return found(raw, best as unknown as Replayed, plan, true)
}

interface Replayed {
  /** The last step is the one whose replies differ. */
  readonly steps: readonly PlayedStep[]
  readonly bots: NonNullable<Scenario['bots']>
  /** The codes with which the reference refuses the steps; null for those that succeed. */
  readonly refusals: readonly (string | null)[]
  readonly difference: Difference
}

/** What the difference is grouped by. */
export const kindIn = ({ steps, difference }: Replayed): string =>
  kindOf(steps.at(-1) as PlayedStep, difference)

/** Performs steps on new servers until their replies differ; null if they do not. Leaves out what cannot be performed. */
export async function firstDifference(
  steps: readonly PlayedStep[],
  options: PairOptions,
): Promise<Replayed | null> {
  const pair = await Pair.open(options)
  try {
    const performed: PlayedStep[] = []
    const refusals: (string | null)[] = []
    for (const step of steps) {
      const result = await pair.perform(step)
      if (result === null) continue
      if (result.isParted) return null
      performed.push(step)
      const { difference, answer } = result
      refusals.push(answer.error?.code ?? null)
      if (difference !== null)
        return { steps: performed, bots: options.scenario.bots ?? {}, refusals, difference }
    }
    return null
  } finally {
    await pair.close()
  }
}

/** Leaves out fields of the steps' inputs that the difference does not need. */
async function withoutFields(
  best: () => Replayed,
  isShown: (steps: readonly PlayedStep[]) => Promise<boolean>,
): Promise<void> {
  for (let at = best().steps.length - 1; at >= 0; at--) {
    const step = best().steps[at]
    if (!step || !('with' in step)) continue
    for (const field of Object.keys(step.with ?? {})) {
      const { steps } = best()
      const here = steps[at] as typeof step
      const { [field]: _, ...others } = here.with ?? {}
      const { with: __, ...bare } = here
      const smaller = Object.keys(others).length === 0 ? bare : { ...bare, with: others }
      await isShown(steps.with(at, smaller as PlayedStep))
    }
  }
}

async function found(
  raw: RawFind,
  { steps, bots, refusals, difference }: Replayed,
  plan: ShrinkPlan,
  isRepeated: boolean,
): Promise<Find> {
  const last = steps.at(-1) as PlayedStep
  const row = rowOf(last)
  const call = row ? `${endpoints[row].method} ${endpoints[row].path}` : 'several calls at once'
  const title = `${call}: ${difference.place.replace(/^\$\.?/, '') || 'the response'}`
  const section = sectionOf(row, difference.place)
  const expect = expectationOf(difference)
  const refused = steps.slice(0, -1).map((step, at) => {
    const code = refusals[at]
    return code ? { ...step, expect: { error: code } } : step
  })
  const expecting = [...refused, { ...last, ...(expect && { expect }) }] as PlayedStep[]
  const scenario = scenarioOf(title, isRepeated ? expecting : steps, bots, raw.clock, plan.serverSeed)
  const textWith = (remark: string | null) =>
    scenarioText(scenario, [
      title,
      `Rules: ${section}, in API.md`,
      `the reference: ${show(difference.expected)}`,
      `the target: ${show(difference.actual)}`,
      ...(remark === null ? [] : [remark]),
      `Found by: ${plan.command}`,
    ])
  const run = isRepeated ? await verified(textWith(null), raw, plan) : null
  const seen = isFailure(difference) ? 'Both servers fail: the scenario passes on neither.' : null
  const unseen = 'No step can expect the difference: compare the last reply of both.'
  const text = textWith(isRepeated ? (run ? seen : unseen) : 'The same steps did not show it again.')
  return {
    title,
    section,
    expected: difference.expected,
    actual: difference.actual,
    text,
    steps: steps.length,
    isRepeated,
    run,
  }
}

/**
 * Runs the scenario on both.
 * @returns its run on the target; null unless it fails there, and passes on the reference if that does not fail too.
 */
async function verified(
  text: string,
  { clock, difference }: RawFind,
  plan: ShrinkPlan,
): Promise<RunReport | null> {
  const { servers, sketchbook, serverSeed: seed, signal } = plan
  const loaded = await loadScenario('find.yaml', async () => text).catch((error) => {
    // A step of the exploration may be one that the language refuses, because its words cannot occur there.
    if (error instanceof ScenarioFileError) return null
    throw error
  })
  if (loaded === null) return null
  const runOn = async (target: Target) => {
    const run = await runScenario(loaded, { target, sketchbook, seed, keep: true, signal })
    await target.close()
    return run
  }
  const expected = await runOn(await servers.reference(clock))
  if (expected.outcome !== (isFailure(difference) ? 'failed' : 'passed')) return null
  const actual = await runOn(await servers.target(clock))
  return actual.outcome === 'failed' ? actual : null
}

function scenarioOf(
  name: string,
  steps: readonly PlayedStep[],
  bots: NonNullable<Scenario['bots']>,
  clock: string | null,
  seed: string,
): Scenario {
  const text = JSON.stringify(steps)
  const isUsed = (variable: string) => text.includes(`\${${variable}}`)
  const vars = Object.fromEntries(Object.entries(PICTURES).filter(([picture]) => isUsed(picture)))
  return {
    version: 1,
    name,
    config: { seed, ...(clock !== null && { clock }) },
    ...(Object.keys(vars).length > 0 && { vars }),
    bots,
    steps: steps.flatMap(asWritten).map((step) => withUsedCaptures(step, isUsed)) as Step[],
  }
}

/** A step as a scenario file has it. */
const asWritten = (step: PlayedStep): PlayedStep[] => {
  if (!('parallel' in step)) return [step]
  const { then, ...race } = step
  return [race as PlayedStep, ...then]
}

function withUsedCaptures(step: PlayedStep, isUsed: (variable: string) => boolean): PlayedStep {
  if (!('capture' in step)) return step
  const { capture = {}, ...others } = step
  const used = Object.entries(capture).filter(([name]) => isUsed(name))
  return { ...others, ...(used.length > 0 && { capture: Object.fromEntries(used) }) } as PlayedStep
}

/** The names of the bots in steps, also of those that their inputs refer to. */
function namesIn(steps: readonly PlayedStep[]): string[] {
  const text = JSON.stringify(steps)
  const acting = steps
    .flatMap((step) => ('parallel' in step ? step.parallel : [step]))
    .map((step) => callOf(step).who)
  const referred = [...text.matchAll(/\$\{([a-z]+)\.\w+\}|"as":"([a-z]+)"/g)].map(
    ([, name, as]) => name ?? as,
  )
  return [...new Set([...acting, ...referred])].filter((name) => typeof name === 'string').sort()
}
