import { setImmediate } from 'node:timers/promises'
import { Random } from '@inkling/fixtures/random'
import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import { Chooser } from './chooser.ts'
import { Coverage } from './coverage.ts'
import { Limits } from './limits.ts'
import { type Difference, kindOf, Pair, type PairOptions, type Performed } from './pair.ts'
import { type PlayedStep, stepsIn } from './played-step.ts'
import { themeAt } from './themes.ts'

/** The names of the players, in the order in which they are added. */
const NAMES = 'ann ben cat dan eve fay gus hal ida jon kim leo mia ned oda pia'.split(' ')
/** How many actions are performed before everything begins again. */
const LENGTH = 120
/** How many calls look at what an action has changed. */
const LOOKS = 3
/** The days on which explorations begin: ordinary, before a change of the clock in either direction, before a year's end. */
const CLOCKS = [
  '2026-05-20T12:00:00-04:00',
  '2026-03-07T20:00:00-05:00',
  '2026-10-31T20:00:00-04:00',
  '2026-11-01T00:20:00-04:00',
  '2026-12-31T21:00:00-05:00',
]

export interface ExplorePlan extends Pick<PairOptions, 'servers' | 'sketchbook' | 'serverSeed'> {
  readonly seed: string
  readonly players: number
  readonly controls: boolean
  readonly timeZone?: string
  /** Calls by their names in scenario files; all if empty. */
  readonly only: ReadonlySet<string>
  /** The calls that are not made, each with the reason. */
  readonly leftOut: ReadonlyMap<EndpointName, string>
  /** Ends the exploration after this many actions. */
  readonly actions: number
  /** Ends the exploration when every call and outcome that can be reached has been. */
  readonly untilCovered: boolean
  /** Called for each difference of a kind that is new. @returns whether to go on */
  readonly onFind: (find: RawFind) => Promise<boolean>
  readonly onProgress: (progress: ExploreProgress) => void
  readonly signal: AbortSignal
}

/** A difference, with everything that was done before it. */
export interface RawFind extends Pick<PairOptions, 'players' | 'beginning' | 'clock'> {
  readonly kind: string
  /** The last step is the one whose replies differ. */
  readonly steps: readonly PlayedStep[]
  readonly difference: Difference
}

export interface ExploreProgress {
  readonly actions: number
  /** How many replies were compared. */
  readonly compared: number
}

export interface Exploration extends ExploreProgress {
  /** How many times everything began again. */
  readonly sequences: number
  readonly coverage: Coverage
}

/**
 * Performs random but plausible actions of several players on the target and on the reference, and compares every reply.
 * Begins again after some actions, and after each difference.
 */
export async function explore(plan: ExplorePlan): Promise<Exploration> {
  const { servers, controls, leftOut, timeZone = DEFAULT_TIME_ZONE } = plan
  const coverage = new Coverage(plan)
  const found = new Set<string>()
  let actions = 0
  let compared = 0
  let sequences = 0
  const players = NAMES.slice(0, plan.players)
  const calls = [...PLAYER_CALLS, ...(controls ? ADMIN_CALLS : [])].filter(
    ([name, row]) => !leftOut.has(row) && (plan.only.size === 0 || plan.only.has(name)),
  )
  const limits = new Limits(calls, new Random(plan.seed))
  const isOver = () =>
    plan.signal.aborted || actions >= plan.actions || (plan.untilCovered && coverage.isComplete)
  while (!isOver()) {
    const clock = controls ? (CLOCKS[sequences % CLOCKS.length] as string) : null
    const theme = themeAt(sequences)
    const beginning = `${plan.seed}-${sequences++}`
    const pair = await Pair.open({ ...plan, players, beginning, clock })
    const chooser = new Chooser({
      ...{ theme, timeZone, controls, calls, limits },
      seed: beginning,
      bots: pair.ids,
      now: new Date(clock ?? Date.now()).toISOString(),
      isExact: servers.isExact,
      canJumpIn: !leftOut.has('jumpIn'),
      canRestart: pair.canRestart,
      timesMade: (row, person) => coverage.timesMade(row, person),
    })
    const steps: PlayedStep[] = []
    let last: Performed | null = null
    try {
      for (let at = 0; at < LENGTH && last === null && !isOver(); at++) {
        // In-process calls never wait for I/O. Yield, so that signals and timers are handled.
        await setImmediate()
        const before = steps.length
        last = await act(pair, chooser, coverage, steps)
        actions++
        compared += steps.length - before
        plan.onProgress({ actions, compared })
      }
    } finally {
      await pair.close()
    }
    const difference = last?.difference
    if (!difference) continue
    const kind = kindOf(steps.at(-1) as PlayedStep, difference)
    if (found.has(kind)) continue
    found.add(kind)
    if (!(await plan.onFind({ kind, steps, clock, players, beginning, difference }))) break
  }
  return { actions, compared, sequences, coverage }
}

/**
 * Performs one action, and looks at what it has changed.
 * @returns the step after which nothing more can be compared, as both servers differ; null if there is none
 */
async function act(
  pair: Pair,
  chooser: Chooser,
  coverage: Coverage,
  steps: PlayedStep[],
): Promise<Performed | null> {
  const { known } = chooser
  const action = chooser.next()
  let looks: PlayedStep[] | null = null
  for (let step: PlayedStep | undefined = action; step; step = looks?.shift()) {
    const persons = stepsIn(step).map((each) => known.personsOf(each))
    const performed = await pair.perform(step, (done, answer) => known.note(done, answer))
    if (performed === null) continue
    looks ??= chooser.looks(action, performed.answer, LOOKS)
    coverage.note(step, performed.answer, persons)
    steps.push(performed.step)
    if (performed.difference !== null || performed.isParted) return performed
  }
  return null
}
