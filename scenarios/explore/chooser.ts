import { Random } from '@inkling/fixtures/random'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../runner/language/call-names.ts'
import { HEARD, PAIRS, RACES, READ_WEIGHTS, WEIGHTS, weighted } from './call-weights.ts'
import { clockStep } from './clock-steps.ts'
import { Inputs } from './inputs.ts'
import { Known } from './known.ts'
import { opening } from './opening.ts'
import type { CallStep, PlayedStep } from './side.ts'
import type { Theme } from './themes.ts'

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
  /** The only calls that are compared apart from those that play the game; all if empty. */
  readonly only: ReadonlySet<string>
  /** Calls that the target lacks, because they belong to an extension that it does not list. */
  readonly leftOut: ReadonlyMap<EndpointName, string>
}

/** How often each kind of step is chosen. The rest are calls chosen at random. */
const CHANCES = { repeat: 0.06, race: 0.04, listen: 0.02 }
/** How often the messages that were sent to phones are looked at. */
const OUTBOX = 0.15
const OUTBOX_LOOK: CallStep = { http: { method: 'GET', path: '/control/outbox' }, needs: 'controls' }
/** Chooses what the players of an exploration do next: mostly what players do, sometimes anything at all. */
export class Chooser {
  readonly known: Known
  readonly #random: Random
  readonly #userIds: ReadonlyMap<string, string>
  readonly #timeZone: string
  readonly #inputs: Inputs
  readonly #bots: readonly string[]
  readonly #controls: boolean
  readonly #theme: Theme
  /** Whether public games are played: on a server without controls, others play them too. */
  readonly #canJumpIn: boolean
  readonly #changes: readonly string[]
  readonly #reads: readonly string[]
  /** The bot whose `today` was the last step: its next move is chosen from the reply. */
  #toMove: string | null = null
  /** The steps that come next: at first those of the opening. */
  readonly #queue: PlayedStep[]

  constructor(options: ChooserOptions) {
    const { seed, theme, bots, now, timeZone, controls, isExact, only, leftOut } = options
    this.known = new Known(now, bots)
    this.#theme = theme
    this.#random = new Random(seed)
    this.#userIds = bots
    this.#timeZone = timeZone
    this.#bots = [...bots.keys()]
    this.#inputs = new Inputs(this.#random, this.known, { bots: this.#bots, isExact })
    const canJumpIn = !leftOut.has('jumpIn')
    this.#canJumpIn = canJumpIn
    this.#queue = opening({ bots: this.#bots, theme, canJumpIn, controls }, this.#random)
    this.#controls = controls
    const all = [...PLAYER_CALLS, ...(controls ? ADMIN_CALLS : [])].filter(
      ([name, row]) => !leftOut.has(row) && (only.size === 0 || only.has(name)),
    )
    const isRead = ([, row]: (typeof all)[number]) => endpoints[row].method === 'GET'
    this.#changes = weighted(
      all.filter((call) => !isRead(call)),
      WEIGHTS,
      theme,
    )
    this.#reads = weighted(all.filter(isRead), READ_WEIGHTS, theme)
  }

  /** The next step. */
  next(): PlayedStep {
    const random = this.#random
    const first = this.#queue.shift()
    if (first) return first
    if (this.#toMove !== null) return this.#move(this.#toMove)
    const roll = random.next()
    const { repeat, race, listen } = CHANCES
    const { play } = this.#theme
    const clock = this.#controls ? this.#theme.clock : 0
    if (roll < play) {
      this.#toMove = random.pick(this.#bots)
      return { bot: this.#toMove, do: 'today' }
    }
    if (roll < play + clock) return this.#clock()
    if (roll < play + clock + repeat && this.known.latest.size > 0) return this.#repetition()
    if (roll < play + clock + repeat + race) return this.#race()
    if (roll < play + clock + repeat + race + listen && this.known.chains.size > 0) return this.#listen()
    return this.#anything()
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
    this.#queue.push(...(random.chance(0.5) ? [{ clock: { advance: '1m' } }] : []), step)
    return OUTBOX_LOOK
  }

  #listen(): PlayedStep {
    const as = this.#random.pick(this.#bots)
    const games = this.known.chainsOf(as)
    const gameId = this.#random.pick(games.length > 0 ? games : [...this.known.chains.keys()])
    return { socket: 'reactions', as, with: { gameId } }
  }

  #clock(): PlayedStep {
    const { now, expiresAt } = this.known
    return clockStep({ now, expiresAt, timeZone: this.#timeZone }, this.#random)
  }

  /** Calls that read, by persons who may or may not see what a step has changed. */
  looks(step: PlayedStep, count: number): PlayedStep[] {
    const { listeners } = this.known
    const heard =
      listeners.size > 0 && 'do' in step && HEARD.has(step.do)
        ? [...listeners].slice(-2).map((as): PlayedStep => ({ socket: 'reactions', as, expect: {} }))
        : []
    if (this.#reads.length === 0) return heard
    const looks: PlayedStep[] = Array.from({ length: count }, () =>
      this.#call(this.#random.pick(this.#reads)),
    )
    const gameId = 'with' in step ? step.with?.gameId : undefined
    if (typeof gameId === 'string') looks.push(...this.#looksAt(gameId))
    if (this.#controls && this.#random.chance(OUTBOX)) looks.push(OUTBOX_LOOK)
    return [...heard, ...looks]
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
      const fields = this.#inputs.for(player, bot)
      return { bot: this.#caller(player, fields) ?? bot, do: call, ...given(fields) }
    }
    const admin = ADMIN_CALLS.get(call) as EndpointName
    const as = endpoints[admin].auth === 'admin-and-player' ? { as: this.#random.pick(this.#bots) } : {}
    return { admin: call, ...as, ...given(this.#inputs.for(admin, null)) }
  }

  /** Often the host of the group that a call is about, who may do what others may not; null for anybody. */
  #caller(row: EndpointName, { id }: Record<string, unknown>): string | null {
    if (!endpoints[row].path.startsWith('/api/groups/{id}')) return null
    const group = this.known.groups.get(String(id))
    if (!group) return null
    if (this.#random.chance(0.5)) return group.host
    return this.#random.chance(0.5) && group.members.length > 0 ? this.#random.pick(group.members) : null
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

const given = (fields: Record<string, unknown>): Pick<CallStep, 'with'> =>
  Object.keys(fields).length === 0 ? {} : { with: fields as NonNullable<CallStep['with']> }
