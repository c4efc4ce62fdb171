import { setImmediate } from 'node:timers/promises'
import { Random } from '@inkling/fixtures/random'
import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import type { EndpointName } from '@inkling/mock-server/contract/table/endpoints'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { Scenario } from '../runner/language/language.ts'
import { type Call, Chooser } from './chooser.ts'
import { Coverage } from './coverage.ts'
import { Limits } from './limits.ts'
import { type Difference, kindOf, Pair, type PairOptions, type Servers } from './pair.ts'
import { PICTURES } from './pictures.ts'
import type { PlayedStep } from './played-step.ts'
import { type Theme, themeAt } from './themes.ts'

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

export interface ExplorePlan {
  readonly servers: Servers
  readonly sketchbook: Sketchbook
  readonly seed: string
  /** The seed of both servers. */
  readonly serverSeed: string
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
export interface RawFind {
  readonly kind: string
  /** The last step is the one whose replies differ. */
  readonly steps: readonly PlayedStep[]
  readonly clock: string | null
  readonly players: readonly string[]
  /** What tells its bots from those of other beginnings. */
  readonly beginning: string
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
  const coverage = new Coverage(plan)
  const found = new Set<string>()
  let actions = 0
  let compared = 0
  let sequences = 0
  const players = NAMES.slice(0, plan.players)
  const calls = [...PLAYER_CALLS, ...(plan.controls ? ADMIN_CALLS : [])].filter(
    ([name, row]) => !plan.leftOut.has(row) && (plan.only.size === 0 || plan.only.has(name)),
  )
  const limits = new Limits(calls, new Random(plan.seed))
  const isOver = () =>
    plan.signal.aborted || actions >= plan.actions || (plan.untilCovered && coverage.isComplete)
  while (!isOver()) {
    const clock = plan.controls ? (CLOCKS[sequences % CLOCKS.length] as string) : null
    const theme = themeAt(sequences)
    const beginning = `${plan.seed}-${sequences++}`
    const sequence = await Sequence.begin(plan, { clock, beginning, players, theme, coverage, calls, limits })
    try {
      for (let at = 0; at < LENGTH && !isOver(); at++) {
        // In-process calls never wait for I/O. Yield, so that signals and timers are handled.
        await setImmediate()
        const { difference, isParted, replies } = await sequence.act(coverage)
        actions++
        compared += replies
        plan.onProgress({ actions, compared })
        if (isParted) break
        if (difference === null) continue
        const { steps } = sequence
        const kind = kindOf(steps.at(-1) as PlayedStep, difference)
        if (!found.has(kind)) {
          found.add(kind)
          await sequence.end()
          if (!(await plan.onFind({ kind, steps, clock, players, beginning, difference })))
            return { actions, compared, sequences, coverage }
        }
        break
      }
    } finally {
      await sequence.end()
    }
  }
  return { actions, compared, sequences, coverage }
}

interface Beginning {
  readonly clock: string | null
  readonly beginning: string
  readonly players: readonly string[]
  readonly theme: Theme
  readonly coverage: Coverage
  readonly calls: readonly Call[]
  readonly limits: Limits
}

interface Act {
  readonly difference: Difference | null
  /** Whether what follows cannot be compared. */
  readonly isParted: boolean
  /** How many replies were compared. */
  readonly replies: number
}

/** The actions from one beginning. */
class Sequence {
  readonly #pair: Pair
  readonly #chooser: Chooser
  readonly #steps: PlayedStep[] = []

  private constructor(pair: Pair, chooser: Chooser) {
    this.#pair = pair
    this.#chooser = chooser
  }

  static async begin(
    plan: ExplorePlan,
    { clock, beginning: seed, players: names, theme, coverage, calls, limits }: Beginning,
  ): Promise<Sequence> {
    const { servers, controls, leftOut, timeZone = DEFAULT_TIME_ZONE } = plan
    const pair = await Pair.open({ ...beginningOf(botsFor(names, seed, servers), seed, plan), clock })
    const { session } = pair.reference
    const bots = new Map(names.map((name) => [name, String(session.player(name).values.userId)]))
    const now = clock === null ? new Date().toISOString() : new Date(clock).toISOString()
    const { isExact } = servers
    const chooser = new Chooser({
      ...{ seed, theme, bots, now, timeZone, controls, isExact, calls, limits },
      canJumpIn: !leftOut.has('jumpIn'),
      canRestart: pair.canRestart,
      timesMade: (row, person) => coverage.timesMade(row, person),
    })
    return new Sequence(pair, chooser)
  }

  get steps(): readonly PlayedStep[] {
    return this.#steps
  }

  /** Performs one action, and looks at what it has changed. */
  async act(coverage: Coverage): Promise<Act> {
    let replies = 0
    const action = this.#chooser.next()
    let looks: PlayedStep[] | null = null
    for (let step: PlayedStep | undefined = action; step; step = looks?.shift()) {
      const { known } = this.#chooser
      const persons = new Map(stepsIn(step).map((each) => [each, known.personsOf(each)]))
      const played = await this.#pair.perform(step, (performed, answer) => known.note(performed, answer))
      if (played === null) continue
      looks ??= this.#chooser.looks(action, played.answer, LOOKS)
      replies++
      coverage.note(step, played.answer, (each) => persons.get(each) ?? [])
      this.#steps.push(played.step)
      const { difference, isParted = false } = played
      if (difference !== null || isParted) return { difference, isParted, replies }
    }
    return { difference: null, isParted: false, replies }
  }

  end(): Promise<void> {
    return this.#pair.close()
  }
}

const stepsIn = (step: PlayedStep): readonly PlayedStep[] =>
  'parallel' in step ? [...step.parallel, ...step.then] : [step]

type Bots = NonNullable<Scenario['bots']>

/**
 * The bots of a beginning. On a server that is reset they have devices of its own, because the device of a deleted
 * account gives a player with another id. On any other, they are new players, whoever has explored it before.
 */
export const botsFor = (names: readonly string[], beginning: string, { isExact }: Servers): Bots =>
  Object.fromEntries(
    names.map((name) => [
      name,
      isExact ? { device: `device_of_${name}_${beginning.replace(/[^\w-]+/g, '-')}` } : {},
    ]),
  )

/** What both servers begin with. */
export const beginningOf = (
  bots: Bots,
  beginning: string,
  { servers, sketchbook, serverSeed }: Pick<ExplorePlan, 'servers' | 'sketchbook' | 'serverSeed'>,
): Omit<PairOptions, 'clock'> => ({
  servers,
  sketchbook,
  seed: servers.isExact ? serverSeed : beginning,
  scenario: { bots, vars: PICTURES },
})
