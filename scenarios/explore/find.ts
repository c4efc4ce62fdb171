import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { sectionOf } from '../conform/sections.ts'
import { scenarioText } from '../runner/language/files/write.ts'
import type { Scenario } from '../runner/language/language.ts'
import type { Step } from '../runner/language/steps.ts'
import { show } from '../runner/language/values/show.ts'
import type { RunReport } from '../runner/reports/report.ts'
import { runScenario } from '../runner/run.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import type { Target } from '../runner/targets/target.ts'
import { minimised, validScenario } from '../simulate/shrink.ts'
import { given } from './calls.ts'
import { expectationOf } from './expectation.ts'
import type { ExplorePlan, RawFind } from './explore.ts'
import { botsOf, isFailure, kindOf, Pair, type PairOptions } from './pair.ts'
import { PICTURES } from './pictures.ts'
import { isRead, type PlayedStep, type Race, rowOf } from './played-step.ts'

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

type IsShown = (steps: readonly PlayedStep[]) => Promise<boolean>

/** Looks for the smallest scenario that shows a difference. */
export async function shrunkFind(raw: RawFind, plan: ShrinkPlan): Promise<Find> {
  const until = performance.now() + plan.shrinkMs
  let best: Replayed = { ...raw, bots: botsOf({ ...plan, ...raw }), answers: [], isRepeated: false }
  let tries = 0
  /** The players of a replay: all, until it is known that those who act are enough. */
  let playersIn: (steps: readonly PlayedStep[]) => readonly string[] = () => raw.players
  /** Whether the same devices are new players each time, also after one of them has deleted its account. */
  let isFresh = plan.servers.isExact
  const isShown: IsShown = async (steps) => {
    if (plan.signal.aborted || (best.isRepeated && performance.now() > until)) return false
    const beginning = isFresh ? raw.beginning : `${raw.beginning}-${++tries}`
    const options = { ...plan, players: playersIn(steps), beginning, clock: raw.clock }
    const replayed = await firstDifference(steps, options)
    if (replayed?.kind !== raw.kind) return false
    best = replayed
    return true
  }
  if (!(await isShown(raw.steps))) isFresh = false
  if (best.isRepeated || (await isShown(raw.steps))) {
    playersIn = namesIn
    if (!(await isShown(raw.steps))) playersIn = () => raw.players
    const { steps, answers } = best
    // Most steps that only read, or were refused, have no part in it.
    await isShown(
      steps.filter((step, at) => at === steps.length - 1 || !(isRead(step) || answers[at]?.error)),
    )
    await withoutFields(await minimised(best.steps, isShown), isShown)
  }
  return found(best, raw, plan)
}

/** What performing steps has shown. */
interface Replayed extends Pick<RawFind, 'kind' | 'steps' | 'difference'> {
  readonly bots: NonNullable<Scenario['bots']>
  /** The reference's replies to the steps. */
  readonly answers: readonly Answer[]
  readonly isRepeated: boolean
}

/** Performs steps on new servers until their replies differ; null if they do not. Leaves out what cannot be performed. */
export async function firstDifference(
  steps: readonly PlayedStep[],
  options: PairOptions,
): Promise<Replayed | null> {
  const pair = await Pair.open(options)
  try {
    const performed: PlayedStep[] = []
    const answers: Answer[] = []
    for (const step of steps) {
      const result = await pair.perform(step)
      if (result === null) continue
      const { difference, answer, isParted } = result
      if (isParted) return null
      performed.push(step)
      answers.push(answer)
      if (difference === null) continue
      const kind = kindOf(step, difference)
      return { kind, steps: performed, bots: pair.bots, answers, difference, isRepeated: true }
    }
    return null
  } finally {
    await pair.close()
  }
}

/** Leaves out fields of the steps' inputs that the difference does not need. */
async function withoutFields(steps: readonly PlayedStep[], isShown: IsShown): Promise<void> {
  let remaining = steps
  for (const [at, step] of [...steps.entries()].reverse()) {
    const { with: input = {}, ...bare } = step as Extract<PlayedStep, { with?: unknown }>
    let fields: Readonly<Record<string, unknown>> = input
    for (const name of Object.keys(input)) {
      const { [name]: _, ...others } = fields
      const smaller = remaining.with(at, { ...bare, ...given(others) } as PlayedStep)
      if (!(await isShown(smaller))) continue
      remaining = smaller
      fields = others
    }
  }
}

async function found(best: Replayed, raw: RawFind, plan: ShrinkPlan): Promise<Find> {
  const { steps, difference, isRepeated } = best
  const { place, expected, actual } = difference
  const row = rowOf(steps.at(-1) as PlayedStep)
  const call = row ? `${endpoints[row].method} ${endpoints[row].path}` : 'several calls at once'
  const title = `${call}: ${place.replace(/^\$\.?/, '') || 'the response'}`
  const section = sectionOf(row, place)
  const scenario = scenarioOf(title, best, raw.clock, plan.serverSeed)
  const textWith = (remark: string) =>
    scenarioText(scenario, [
      title,
      `Rules: ${section}, in API.md`,
      `the reference: ${show(expected)}`,
      `the target: ${show(actual)}`,
      ...(remark === '' ? [] : [remark]),
      `Found by: ${plan.command}`,
    ])
  const seen = isFailure(difference) ? 'Both servers fail: the scenario passes on neither.' : ''
  const unseen = isRepeated
    ? 'No step can expect the difference: compare the last reply of both.'
    : 'The same steps did not show it again.'
  const run = isRepeated ? await verified(textWith(seen), raw, plan) : null
  const text = textWith(run ? seen : unseen)
  return { title, section, expected, actual, text, steps: steps.length, isRepeated, run }
}

/**
 * Runs the scenario on both.
 * @returns its run on the target; null unless it fails there, and passes on the reference if that does not fail too.
 */
async function verified(
  text: string,
  { clock, difference }: RawFind,
  { servers, sketchbook, serverSeed: seed, signal }: ShrinkPlan,
): Promise<RunReport | null> {
  // A step of the exploration may be one that the language refuses, because its words cannot occur there.
  const loaded = await validScenario(text)
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

/** The scenario, in which each step expects what the reference replies if the difference has come again. */
function scenarioOf(
  name: string,
  { steps, bots, answers, difference, isRepeated }: Replayed,
  clock: string | null,
  seed: string,
): Scenario {
  const text = JSON.stringify(steps)
  const used = <T>(named: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(named).filter(([variable]) => text.includes(`\${${variable}}`)))
  const written = steps.flatMap((step, at): object[] => {
    const answer = answers[at]
    if ('parallel' in step) return raceSteps(step, answer)
    const refusal = answer?.error ? { error: answer.error.code } : undefined
    const expect = isRepeated ? (at === steps.length - 1 ? expectationOf(difference) : refusal) : undefined
    const { capture = {}, ...others } = step as { capture?: Record<string, string> }
    const needed = used(capture)
    return [
      { ...others, ...(expect && { expect }), ...(Object.keys(needed).length > 0 && { capture: needed }) },
    ]
  })
  const vars = used(PICTURES)
  return {
    version: 1,
    name,
    config: { seed, ...(clock !== null && { clock }) },
    ...(Object.keys(vars).length > 0 && { vars }),
    bots,
    steps: written as unknown as Step[],
  }
}

/** The calls of a race, which expect as many refusals as the reference's reply has, and those that look at its result. */
function raceSteps({ parallel, then }: Race, answer: Answer | undefined): object[] {
  const errors = ((answer?.body ?? []) as { body?: { error?: { code: string } } }[]).map(
    ({ body }) => body?.error,
  )
  const failed = errors.slice(0, parallel.length).filter((error) => error !== undefined).length
  const counts = failed > 0 && { expect: { succeeded: parallel.length - failed, failed } }
  const looks = then.map((look, at) => {
    const error = errors[parallel.length + at]
    return { ...look, ...(error && { expect: { error: error.code } }) }
  })
  return [{ parallel, ...counts }, ...looks]
}

/** The names of the bots in steps, also of those that their inputs refer to. */
function namesIn(steps: readonly PlayedStep[]): string[] {
  const found = JSON.stringify(steps).matchAll(/"(?:bot|as)":"([\w-]+)"|\$\{([\w-]+)\.\w+\}/g)
  return [...new Set([...found].map(([, name, referred]) => name ?? (referred as string)))].sort()
}
