import { Random } from '@inkling/fixtures/random'
import { endpoints } from '@inkling/mock-server/contract/table/endpoints'
import type { Answer } from '../runner/steps/calls/exchange.ts'
import { Calls, type CallsOptions } from './calls.ts'
import { clockStep } from './clock-steps.ts'
import { Known } from './known.ts'
import { looksAfter, OUTBOX_LOOK } from './looks.ts'
import { moveOf, newcomer, silenced } from './moves.ts'
import { opening } from './opening.ts'
import type { CallStep, PlayedStep } from './played-step.ts'
import { callOf, rowOf } from './played-step.ts'
import { PAIRS, RACES } from './themes.ts'
import { Thread } from './thread.ts'

export interface ChooserOptions extends Omit<CallsOptions, 'bots'> {
  readonly seed: string
  /** The ids of the bots on the reference, by name. */
  readonly bots: ReadonlyMap<string, string>
  /** The time at the first step, and the time zone of the game. */
  readonly now: string
  readonly timeZone: string
  /** Whether the target can be restarted. */
  readonly canRestart: boolean
}

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

/** Chooses what the players of an exploration do next: mostly what players do, sometimes anything at all. */
export class Chooser {
  readonly known: Known
  readonly #options: ChooserOptions
  readonly #random: Random
  readonly #bots: readonly string[]
  readonly #calls: Calls
  readonly #thread: Thread
  /** The bot whose `today` was the last step: its next move is chosen from the reply. */
  #toMove: string | null = null
  #lastMoved: string | null = null
  readonly #races: readonly string[]
  /** The steps that come next: at first those of the opening. */
  readonly #queue: PlayedStep[]

  constructor(options: ChooserOptions) {
    this.#options = options
    this.#random = new Random(options.seed)
    this.#bots = [...options.bots.keys()]
    this.known = new Known(options.now, options.bots)
    this.#calls = new Calls(this.#random, this.known, { ...options, bots: this.#bots })
    this.#thread = new Thread(this.#calls)
    this.#races = RACES.filter((call) => options.canJumpIn || call !== 'jump-in')
    this.#queue = opening(this.#calls)
  }

  /** The next step. */
  next(): PlayedStep {
    const random = this.#random
    const { controls, theme, canRestart } = this.#options
    const first = this.#queue.shift() ?? this.#inThread()
    if (first) return first
    if (this.#toMove !== null) {
      const move = moveOf(this.#calls, this.#toMove)
      this.#toMove = null
      if (move) return move
      // The game is over, or waits for others.
      return controls && random.chance(0.5) ? this.#clock() : this.#calls.any()
    }
    const roll = random.next()
    const { repeat, race, listen, thread, fault, restart } = CHANCES
    const { play } = theme
    const clock = controls ? theme.clock : 0
    if (roll < play) {
      this.#toMove = this.#nextToMove()
      return { bot: this.#toMove, do: 'today' }
    }
    if (roll < play + clock) return this.#clock()
    if (roll < play + clock + repeat && this.known.latest.length > 0) return this.#repetition()
    if (roll < play + clock + repeat + race) return this.#race()
    if (roll < play + clock + repeat + race + listen && this.known.chains.size > 0) return this.#listen()
    if (random.chance(thread)) {
      const step = this.#thread.begin()
      if (step) return step
    }
    if (random.chance(CHANCES.newcomer)) {
      this.#queue.push(...newcomer(this.#calls))
      if (this.#queue.length > 0) return this.next()
    }
    if (controls && random.chance(fault)) return this.#withFault()
    if (canRestart && random.chance(restart)) return { server: 'restart' }
    return this.#calls.any()
  }

  /** Calls that read, by persons who may or may not see what a step has changed. */
  looks(step: PlayedStep, answer: Answer, count: number): PlayedStep[] {
    return looksAfter(this.#calls, step, answer, count)
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
    const { submissions } = this.known
    // A submission of an earlier turn is no repetition of a later one.
    if (submissions.length > 0 && random.chance(0.3)) return random.pick(submissions.slice(-12))
    const step = this.known.oneOfLatest(random)
    // The player may have left the group since.
    if (callOf(step).call === 'jump-in' && !this.#options.canJumpIn) return this.#calls.any()
    if (!this.#options.controls) return step
    // What is sent a second time shows only later.
    this.#queue.push(step, OUTBOX_LOOK)
    return random.chance(0.5) ? { clock: { advance: '1m' } } : OUTBOX_LOOK
  }

  /** The next change to the same thing; sometimes time passes before it. */
  #inThread(): PlayedStep | null {
    const step = this.#thread.next()
    if (step === null || !this.#options.controls || !this.#random.chance(0.25)) return step
    const latest = this.known.latest.at(-1)
    this.#queue.push(step)
    return this.#clock(latest && this.known.endOf(latest))
  }

  /** A call with a fault, mostly one whose response is lost, and which is made again. */
  #withFault(): PlayedStep {
    const step = this.#calls.any()
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
    if (this.#random.chance(0.5)) this.#queue.push(...silenced(this.#calls, as, gameId))
    return { socket: 'reactions', as, with: { gameId } }
  }

  /** @param end the moment that is to come; any without it */
  #clock(end?: string): PlayedStep {
    return clockStep(this.known, this.#options.timeZone, this.#random, end)
  }

  #race(): PlayedStep {
    const parallel = this.#random.chance(0.4)
      ? this.#random.pick(PAIRS).map((call) => this.#calls.call(call))
      : this.#calls.twice(this.#random.pick(this.#races))
    const then = parallel.flatMap((step): CallStep[] => {
      if (!('bot' in step)) return []
      const { bot, with: { gameId } = {} } = step
      return [
        { bot, do: 'profile' },
        { bot, do: 'today' },
        ...(gameId === undefined ? [] : [{ bot, do: 'reactions', with: { gameId } }]),
      ]
    })
    return { parallel, then }
  }
}
