import { Random } from '@inkling/fixtures/random'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { PAIRS, RACES, READ_WEIGHTS, WEIGHTS, weighted } from './call-weights.ts'
import { clockStep } from './clock-steps.ts'
import { Inputs } from './inputs.ts'
import { Known } from './known.ts'
import { type Limits, withLimit } from './limits.ts'
import { Looks, OUTBOX_LOOK } from './looks.ts'
import { Moves } from './moves.ts'
import { opening } from './opening.ts'
import type { Person } from './persons.ts'
import type { CallStep, PlayedStep } from './played-step.ts'
import { callOf, rowOf } from './played-step.ts'
import type { Theme } from './themes.ts'
import { type Things, thingsNamed } from './things.ts'
import { Thread } from './thread.ts'
import { withoutToken } from './without-token.ts'

export interface ChooserOptions {
  readonly seed: string
  readonly theme: Theme
  /** The ids of the bots on the reference, by name. */
  readonly bots: ReadonlyMap<string, string>
  /** The time at the first step, and the time zone of the game. */
  readonly now: string
  readonly timeZone: string
  /** Whether the target has controls: a clock that can be moved, and admin calls. */
  readonly controls: boolean
  /** Whether the target has the same codes as the reference. */
  readonly isExact: boolean
  /** The calls that are made apart from those that play the game. */
  readonly calls: readonly Call[]
  readonly limits: Limits
  /** Whether public games are played. */
  readonly canJumpIn: boolean
  /** Whether the target can be restarted. */
  readonly canRestart: boolean
  /** How often a kind of person has made a call. */
  timesMade(row: EndpointName, person: Person): number
}

/** A call by its name in scenario files. */
export type Call = readonly [name: string, row: EndpointName]

/** How often each kind of step is chosen. The rest are calls chosen at random. */
const CHANCES = {
  repeat: 0.06,
  race: 0.04,
  listen: 0.02,
  thread: 0.15,
  newcomer: 0.1,
  fault: 0.04,
  restart: 0.02,
}
/** What a fault does to a call. After a 503, clients repeat the call by themselves. */
const FAULTS = [
  { loseResponse: true },
  { loseResponse: true },
  { loseResponse: true },
  { drop: true },
  { status: 500 },
  { status: 500 },
  { delay: '5ms' },
] as const
const SAME_GAME = 0.5
/** How often one field of an input is at or beyond a limit. */
const AT_LIMITS = 0.2
/** How often a player makes the latest call that changed something once more, with other inputs. */
const AGAIN = 0.25
/** How often a call is made by somebody of the kind that has made it least. */
const RARE = 0.3
/** How often a call is made without a token. */
const WITHOUT_TOKEN = 0.03
/** Chooses what the players of an exploration do next: mostly what players do, sometimes anything at all. */
export class Chooser {
  readonly known: Known
  readonly #random: Random
  readonly #timeZone: string
  readonly #inputs: Inputs
  readonly #moves: Moves
  readonly #looks: Looks
  readonly #thread: Thread
  readonly #limits: Limits
  readonly #bots: readonly string[]
  readonly #controls: boolean
  readonly #theme: Theme
  readonly #canRestart: boolean
  readonly #timesMade: ChooserOptions['timesMade']
  readonly #changes: readonly string[]
  readonly #reads: readonly string[]
  /** The bot whose `today` was the last step: its next move is chosen from the reply. */
  #toMove: string | null = null
  #lastMoved: string | null = null
  /** The steps that come next: at first those of the opening. */
  readonly #queue: PlayedStep[]

  constructor(options: ChooserOptions) {
    const { seed, theme, bots, now, timeZone, controls, isExact, calls, canJumpIn } = options
    this.known = new Known(now, bots)
    this.#theme = theme
    this.#random = new Random(seed)
    this.#timeZone = timeZone
    this.#bots = [...bots.keys()]
    this.#inputs = new Inputs(this.#random, this.known, { bots: this.#bots, isExact })
    this.#canRestart = options.canRestart
    this.#timesMade = options.timesMade
    this.#limits = options.limits
    const { known } = this
    this.#moves = new Moves({ known, random: this.#random, inputs: this.#inputs, userIds: bots, canJumpIn })
    this.#queue = opening({ bots: this.#bots, theme, canJumpIn, controls }, this.#random)
    this.#controls = controls
    const isRead = ([, row]: Call) => endpoints[row].method === 'GET'
    this.#changes = weighted(
      calls.filter((call) => !isRead(call)),
      WEIGHTS,
      theme,
    )
    this.#reads = weighted(calls.filter(isRead), READ_WEIGHTS, theme)
    this.#looks = new Looks({
      ...{ known, random: this.#random, bots: this.#bots, controls, reads: this.#reads },
      call: (name) => this.#call(name),
    })
    this.#thread = new Thread({
      ...{ known, random: this.#random, changes: this.#changes },
      call: (name, who, about) => this.#call(name, who, about),
    })
  }

  /** The next step. */
  next(): PlayedStep {
    const random = this.#random
    const first = this.#queue.shift() ?? this.#inThread()
    if (first) return first
    if (this.#toMove !== null) {
      const move = this.#moves.of(this.#toMove)
      this.#toMove = null
      if (move) return move
      // The game is over, or waits for others.
      return this.#controls && random.chance(0.5) ? this.#clock() : this.#anything()
    }
    const roll = random.next()
    const { repeat, race, listen, thread, newcomer, fault, restart } = CHANCES
    const { play } = this.#theme
    const clock = this.#controls ? this.#theme.clock : 0
    if (roll < play) {
      this.#toMove = this.#nextToMove()
      return { bot: this.#toMove, do: 'today' }
    }
    if (roll < play + clock) return this.#clock()
    if (roll < play + clock + repeat && this.known.latest.size > 0) return this.#repetition()
    if (roll < play + clock + repeat + race) return this.#race()
    if (roll < play + clock + repeat + race + listen && this.known.chains.size > 0) return this.#listen()
    if (random.chance(thread)) {
      const step = this.#thread.begin()
      if (step) return step
    }
    if (random.chance(newcomer)) {
      this.#queue.push(...this.#moves.newcomer())
      if (this.#queue.length > 0) return this.next()
    }
    if (this.#controls && random.chance(fault)) return this.#withFault()
    if (this.#canRestart && random.chance(restart)) return { server: 'restart' }
    return this.#anything()
  }

  /** Often a player of the game in which the last move was, so that games come to their end. */
  #nextToMove(): string {
    const random = this.#random
    const players = this.#lastMoved === null ? [] : this.known.playersWith(this.#lastMoved)
    this.#lastMoved =
      players.length > 0 && random.chance(SAME_GAME) ? random.pick(players) : random.pick(this.#bots)
    return this.#lastMoved
  }

  /** An earlier call again, as after a lost reply: at once or some time later. */
  #repetition(): PlayedStep {
    const random = this.#random
    const latest = [...this.known.latest.values()]
    const { submissions } = this.known
    // A submission of an earlier turn is no repetition of a later one.
    if (submissions.length > 0 && random.chance(0.3)) return random.pick(submissions.slice(-12))
    const step = random.chance(0.5) ? (latest.at(-1) as PlayedStep) : random.pick(latest)
    if (!this.#controls) return step
    // What is sent a second time shows only later.
    this.#queue.push(step, OUTBOX_LOOK)
    return random.chance(0.5) ? { clock: { advance: '1m' } } : OUTBOX_LOOK
  }

  /** The next change to the same thing; sometimes time passes before it. */
  #inThread(): PlayedStep | null {
    const step = this.#thread.next()
    if (step === null || !this.#controls || !this.#random.chance(0.25)) return step
    const latest = [...this.known.latest.values()].at(-1)
    this.#queue.push(step)
    return this.#clock(latest && this.known.endOf(latest))
  }

  /** A call with a fault, mostly one whose response is lost, and which is made again. */
  #withFault(): PlayedStep {
    const step = this.#anything()
    const row = rowOf(step)
    if (row === undefined || !('bot' in step)) return step
    const { method, path } = endpoints[row]
    this.#queue.push(step, step)
    const match = { method, path: path.replace(/\{.*/, '*') }
    return { fault: { match, times: 1, ...this.#random.pick(FAULTS) } }
  }

  #listen(): PlayedStep {
    const as = this.#random.pick(this.#bots)
    const games = this.known.chainsOf(as)
    const gameId = this.#random.pick(games.length > 0 ? games : [...this.known.chains.keys()])
    if (this.#random.chance(0.5)) this.#queue.push(...this.#moves.silenced(as, gameId))
    return { socket: 'reactions', as, with: { gameId } }
  }

  /** @param end the moment that is to come; any without it */
  #clock(end?: string): PlayedStep {
    const { now, ends, zones } = this.known
    return clockStep({ now, ends, timeZone: this.#timeZone, zones, ...(end && { end }) }, this.#random)
  }

  /** Calls that read, by persons who may or may not see what a step has changed. */
  looks(step: PlayedStep, answer: Answer, count: number): PlayedStep[] {
    return this.#looks.after(step, answer, count)
  }

  #anything(): CallStep {
    const random = this.#random
    const limit = random.chance(AT_LIMITS) ? this.#limits.next() : undefined
    if (limit) {
      const step = this.#call(limit.call)
      return 'http' in step ? step : { ...step, ...given(withLimit(step.with ?? {}, limit)) }
    }
    const latest = [...this.known.latest.values()]
    if (latest.length > 0 && random.chance(AGAIN)) {
      // The second of two changes by the same player may undo the first one.
      const { who, call } = callOf(random.chance(0.5) ? (latest.at(-1) as PlayedStep) : random.pick(latest))
      if (call !== null && this.#changes.includes(call)) return this.#call(call, who ?? undefined)
    }
    return this.#call(random.pick(this.#changes.length === 0 ? this.#reads : this.#changes))
  }

  /**
   * A call with new inputs.
   * @param who the bot that makes it; without it, any
   * @param about what the inputs name; anything without it
   */
  #call(call: string, who?: string, about: Things = {}): CallStep {
    const random = this.#random
    const player = PLAYER_CALLS.get(call)
    if (player) {
      const anybody = random.pick(this.#bots)
      const first = this.#inputs.for(player, who ?? anybody, about)
      const bot =
        who ??
        (random.chance(RARE) ? this.#rarest(call, player, first) : this.#caller(player, first)) ??
        anybody
      // What depends on the player, such as the own name.
      const fields = bot === anybody ? first : this.#inputs.for(player, bot, thingsNamed(player, first))
      if (random.chance(WITHOUT_TOKEN)) {
        const asked = withoutToken(player, fields)
        if (asked) return asked
      }
      return { bot, do: call, ...given(fields) }
    }
    const admin = ADMIN_CALLS.get(call) as EndpointName
    if (random.chance(WITHOUT_TOKEN)) {
      const asked = withoutToken(admin, this.#inputs.for(admin, null))
      if (asked) return asked
    }
    const as = endpoints[admin].auth === 'admin-and-player' ? { as: random.pick(this.#bots) } : {}
    return { admin: call, ...as, ...given(this.#inputs.for(admin, null, about)) }
  }

  /** A bot of the kind that has made a call least. */
  #rarest(call: string, row: EndpointName, fields: Record<string, unknown>): string {
    const callers = this.#random.shuffle(this.#bots).map((bot) => {
      const kinds = this.known.personsOf({ bot, do: call, ...given(fields) })
      return { bot, times: Math.min(...kinds.map((kind) => this.#timesMade(row, kind))) }
    })
    return callers.reduce((best, each) => (each.times < best.times ? each : best)).bot
  }

  /** Often the host of the group that a call is about, or who has to do with it in another way; null for anybody. */
  #caller(row: EndpointName, fields: Record<string, unknown>): string | null {
    const random = this.#random
    const { group, game, report, device, warning } = thingsNamed(row, fields)
    const circle = this.known.circle(group)
    if (circle && random.chance(0.5)) return circle.host
    const concerned = [
      ...(circle?.members ?? []),
      ...this.known.playersOf(game),
      ...[report, device, warning].flatMap((thing) => this.known.seerOf(thing) ?? []),
    ]
    return concerned.length > 0 && random.chance(0.5) ? random.pick(concerned) : null
  }

  #race(): PlayedStep {
    const parallel = this.#racers()
    const then = parallel.flatMap((step): CallStep[] => {
      if (!('do' in step) || 'admin' in step) return []
      const gameId = step.with?.gameId
      return [
        { bot: step.bot, do: 'profile' },
        { bot: step.bot, do: 'today' },
        ...(gameId === undefined ? [] : [{ bot: step.bot, do: 'reactions', with: { gameId } }]),
      ]
    })
    return { parallel, then }
  }

  #racers(): CallStep[] {
    if (this.#random.chance(0.4)) return this.#random.pick(PAIRS).map((call) => this.#call(call))
    const call = this.#random.pick(RACES)
    const row = PLAYER_CALLS.get(call) as EndpointName
    const first = this.#inputs.for(row, null)
    return this.#random
      .shuffle(this.#bots)
      .slice(0, 2)
      .map((bot) => ({ bot, do: call, ...given(first) }))
  }
}

const given = (fields: Record<string, unknown>): Pick<CallStep, 'with'> =>
  Object.keys(fields).length === 0 ? {} : { with: fields as NonNullable<CallStep['with']> }
