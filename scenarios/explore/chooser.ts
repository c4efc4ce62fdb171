import { Random } from '@inkling/fixtures/random'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import { clockStep } from './clock-steps.ts'
import { Inputs } from './inputs.ts'
import { Known } from './known.ts'
import type { CallStep, PlayedStep } from './side.ts'

export interface ChooserOptions {
  readonly seed: string
  /** The ids of the bots on the reference, by name. */
  readonly bots: ReadonlyMap<string, string>
  /** The time at the first step, and the time zone of the game. */
  readonly now: string
  readonly timeZone: string
  /** Whether the target has controls: a clock that can be moved, and admin calls. */
  readonly controls: boolean
  /** The only calls that are compared apart from those that play the game; all if empty. */
  readonly only: ReadonlySet<string>
  /** Calls that the target lacks, because they belong to an extension that it does not list. */
  readonly leftOut: ReadonlyMap<EndpointName, string>
}

/** How often each kind of step is chosen. The rest are calls chosen at random. */
const CHANCES = { play: 0.55, repeat: 0.06, race: 0.04 }
/** How often the clock moves: in some explorations a day has time for every player's turn, in others it flies. */
const CLOCK_CHANCES = [0.02, 0.06, 0.15]
/** How often a call is chosen, against one of an ordinary call. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'add-reaction': 6,
  decide: 4,
  report: 4,
  'join-group': 4,
  'submit-turn': 3,
  'create-mock-game': 2,
  nudge: 3,
  'delete-account': 0.4,
  'complete-user-game': 0.5,
}
/** How often a call that reads is chosen: the others show less. */
const READ_WEIGHTS: Readonly<Record<string, number>> = {
  today: 8,
  game: 6,
  'public-results': 6,
  yesterday: 3,
  history: 3,
  reactions: 4,
  group: 3,
}
/** How often the messages that were sent to phones are looked at. */
const OUTBOX = 0.15
const OUTBOX_LOOK: CallStep = { http: { method: 'GET', path: '/control/outbox' }, needs: 'controls' }
const RACES = ['start-turn', 'join-group', 'add-reaction', 'jump-in', 'submit-guess', 'leave-group', 'report']

/** Chooses what the players of an exploration do next: mostly what players do, sometimes anything at all. */
export class Chooser {
  readonly known: Known
  readonly #random: Random
  readonly #userIds: ReadonlyMap<string, string>
  readonly #timeZone: string
  readonly #inputs: Inputs
  readonly #bots: readonly string[]
  readonly #controls: boolean
  readonly #clockChance: number
  /** Whether public games are played: on a server without controls, others play them too. */
  readonly #canJumpIn: boolean
  readonly #changes: readonly string[]
  readonly #reads: readonly string[]
  /** The bot whose `today` was the last step: its next move is chosen from the reply. */
  #toMove: string | null = null
  /** The steps that come next: at first those of the opening. */
  readonly #queue: PlayedStep[]

  constructor({ seed, bots, now, timeZone, controls, only, leftOut }: ChooserOptions) {
    this.known = new Known(now)
    this.#random = new Random(seed)
    this.#userIds = bots
    this.#timeZone = timeZone
    this.#bots = [...bots.keys()]
    this.#inputs = new Inputs(this.#random, this.known, this.#bots)
    const canJumpIn = !leftOut.has('jumpIn')
    this.#canJumpIn = canJumpIn
    this.#queue = opening(this.#bots, this.#random, canJumpIn)
    this.#clockChance = controls ? this.#random.pick(CLOCK_CHANCES) : 0
    this.#controls = controls
    const all = [...PLAYER_CALLS, ...(controls ? ADMIN_CALLS : [])].filter(
      ([name, row]) => !leftOut.has(row) && (only.size === 0 || only.has(name)),
    )
    const isRead = ([, row]: (typeof all)[number]) => endpoints[row].method === 'GET'
    this.#changes = weighted(
      all.filter((call) => !isRead(call)),
      WEIGHTS,
    )
    this.#reads = weighted(all.filter(isRead), READ_WEIGHTS)
  }

  /** The next step. */
  next(): PlayedStep {
    const random = this.#random
    const first = this.#queue.shift()
    if (first) return first
    if (this.#toMove !== null) return this.#move(this.#toMove)
    const roll = random.next()
    const { play, repeat, race } = CHANCES
    const clock = this.#clockChance
    if (roll < play) {
      this.#toMove = random.pick(this.#bots)
      return { bot: this.#toMove, do: 'today' }
    }
    if (roll < play + clock) return this.#clock()
    if (roll < play + clock + repeat && this.known.latest.size > 0) return this.#repetition()
    if (roll < play + clock + repeat + race) return { parallel: this.#racers() }
    return this.#anything()
  }

  /** An earlier call again, as after a lost reply: at once or some time later. */
  #repetition(): PlayedStep {
    const random = this.#random
    const latest = [...this.known.latest.values()]
    const step = random.chance(0.5) ? (latest.at(-1) as PlayedStep) : random.pick(latest)
    if (!this.#controls) return step
    this.#queue.push(...(random.chance(0.5) ? [{ clock: { advance: '1m' } }] : []), step)
    return OUTBOX_LOOK
  }

  #clock(): PlayedStep {
    const { now, expiresAt } = this.known
    return clockStep({ now, expiresAt, timeZone: this.#timeZone }, this.#random)
  }

  /** Calls that read, by persons who may or may not see what a step has changed. */
  looks(step: PlayedStep, count: number): CallStep[] {
    if (this.#reads.length === 0) return []
    const looks = Array.from({ length: count }, () => this.#call(this.#random.pick(this.#reads)))
    const gameId = 'with' in step ? step.with?.gameId : undefined
    if (typeof gameId === 'string') looks.push(...this.#looksAt(gameId))
    if (this.#controls && this.#random.chance(OUTBOX)) looks.push(OUTBOX_LOOK)
    return looks
  }

  /** Two looks at a game. */
  #looksAt(gameId: string): CallStep[] {
    const calls = ['reactions', 'game', 'public-results'].filter((call) => this.#reads.includes(call))
    return this.#random
      .shuffle(calls)
      .slice(0, 2)
      .map((call) => {
        return {
          bot: this.#random.pick(this.#bots),
          do: call,
          with: { [call === 'game' ? 'id' : 'gameId']: gameId },
        }
      })
  }

  #anything(): CallStep {
    return this.#call(this.#random.pick(this.#changes.length === 0 ? this.#reads : this.#changes))
  }

  #call(call: string): CallStep {
    const player = PLAYER_CALLS.get(call)
    if (player) {
      const bot = this.#random.pick(this.#bots)
      return { bot, do: call, ...given(this.#inputs.for(player, bot)) }
    }
    const admin = ADMIN_CALLS.get(call) as EndpointName
    const as = endpoints[admin].auth === 'admin-and-player' ? { as: this.#random.pick(this.#bots) } : {}
    return { admin: call, ...as, ...given(this.#inputs.for(admin, null)) }
  }

  #racers(): CallStep[] {
    const call = this.#random.pick(RACES)
    const row = PLAYER_CALLS.get(call) as EndpointName
    const first = this.#inputs.for(row, null)
    return this.#random
      .shuffle(this.#bots)
      .slice(0, 2)
      .map((bot) => ({ bot, do: call, ...given(first) }))
  }

  /** What a player would probably do next, after a look at the game. */
  #move(bot: string): PlayedStep {
    const random = this.#random
    this.#toMove = null
    const today = this.known.today.get(bot)
    if (this.known.signedOut.has(bot)) return { bot, do: 'sign-in-device' }
    if (!today) return this.#findGame(bot)
    if (!today.hasGame) return { bot, do: 'jump-in' }
    if (today.canStartTurn) return { bot, do: 'start-turn' }
    const { currentTurn } = today
    const own = this.known.chainsOf(bot)
    if (own.length > 0 && random.chance(0.3)) {
      const gameId = random.pick(own)
      // Only a completed game can be reacted to: its results tell.
      if (!this.known.chains.has(gameId)) return { bot, do: 'game', with: { id: gameId } }
      return { bot, do: 'add-reaction', with: { gameId, ...this.#inputs.reaction(gameId) } }
    }
    if (today.status === 'completed') return this.#controls ? this.#clock() : this.#anything()
    // The player has played, and the game waits for others.
    if (currentTurn === null) return random.chance(0.4) ? { bot, do: 'nudge' } : this.next()
    const holder = this.#bots.find((name) => this.#userIds.get(name) === currentTurn.userId)
    return holder === undefined ? this.#anything() : this.#takeTurn(holder, currentTurn.type)
  }

  #findGame(bot: string): CallStep {
    const random = this.#random
    if (this.known.variables('code').length > 0 && random.chance(0.6)) {
      return { bot, do: 'join-group', with: { code: random.pick(this.known.variables('code')) } }
    }
    return random.chance(0.4) || !this.#canJumpIn
      ? { bot, do: 'create-group', with: { name: 'Owls' } }
      : { bot, do: 'jump-in' }
  }

  #takeTurn(bot: string, type: 'drawing' | 'guessing'): CallStep {
    const inputs = this.#inputs
    const timeSpent = this.#random.whole(0, 200)
    if (type === 'drawing') {
      return {
        bot,
        do: 'submit-turn',
        with: { content: { drawing: inputs.drawing() }, timeSpent, strokeCount: 3 },
      }
    }
    if (this.#random.chance(0.7)) return { bot, do: 'submit-guess', with: { guess: inputs.guess() } }
    return {
      bot,
      do: 'submit-turn',
      with: { content: { guess: inputs.finalGuess(bot) as string }, timeSpent },
    }
  }
}

/** Some of the players make a group, others jump into a public game, and some get messages on a phone. */
function opening(bots: readonly string[], random: Random, canJumpIn: boolean): PlayedStep[] {
  const half = Math.ceil(bots.length / 2)
  const members = bots.slice(0, canJumpIn ? random.pick([0, 3, half]) : half)
  const first = members.length
  const strangers = canJumpIn ? bots.slice(first, first === 0 ? bots.length : first + 2) : []
  const [host, ...guests] = members
  return [
    ...(host === undefined ? [] : [{ bot: host, do: 'create-group' as const, with: { name: 'Owls' } }]),
    ...guests.map((bot) => ({ bot, do: 'join-group', with: { code: `\${code1}` } })),
    // A group without a game gets one when a member jumps in.
    ...[...guests.slice(0, 1), ...strangers].map((bot) => ({ bot, do: 'jump-in' })),
    ...bots.slice(0, random.whole(0, 3)).map((bot) => {
      return {
        bot,
        do: 'register-token',
        with: { token: `phone of ${bot}`, platform: 'ios', timeZone: 'America/New_York' },
      }
    }),
  ]
}

const given = (fields: Record<string, unknown>): Pick<CallStep, 'with'> =>
  Object.keys(fields).length === 0 ? {} : { with: fields as NonNullable<CallStep['with']> }

/** A list in which each call stands as often as its weight says. */
const weighted = (
  calls: readonly (readonly [string, EndpointName])[],
  weights: Readonly<Record<string, number>>,
) => calls.flatMap(([name]) => new Array<string>(Math.round(10 * (weights[name] ?? 1))).fill(name))
