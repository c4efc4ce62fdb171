import type { Random } from '@inkling/fixtures/random'
import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { PLAYER_CALLS } from '../runner/language/call-names.ts'
import { shapeOf } from '../runner/language/values/object-shape.ts'
import { Inputs } from './inputs.ts'
import type { Known } from './known.ts'
import { type Limits, withLimit } from './limits.ts'
import type { Person } from './persons.ts'
import { type Call, type CallStep, callOf, rowNamed } from './played-step.ts'
import { READ_WEIGHTS, type Theme, WEIGHTS, weighted } from './themes.ts'
import { type Things, thingsNamed } from './things.ts'

export interface CallsOptions {
  readonly theme: Theme
  /** The names of the players. */
  readonly bots: readonly string[]
  /** Whether the target has controls: a clock that can be moved, and admin calls. */
  readonly controls: boolean
  /** Whether the target has the same codes as the reference. */
  readonly isExact: boolean
  /** The calls that are made apart from those that play the game. */
  readonly calls: readonly Call[]
  readonly limits: Limits
  /** Whether public games are played: on a server without controls, others play them too. */
  readonly canJumpIn: boolean
  /** How often a kind of person has made a call. */
  timesMade(row: EndpointName, person: Person): number
}

/** How often one field of an input is at or beyond a limit. */
const AT_LIMITS = 0.2
/** How often a player makes the latest call that changed something once more, with other inputs. */
const AGAIN = 0.25
/** How often a call is made by somebody of the kind that has made it least. */
const RARE = 0.3
/** How often a call is made without a token. */
const WITHOUT_TOKEN = 0.03

/** Makes plausible calls, by those who may make them and by others. */
export class Calls {
  readonly options: CallsOptions
  readonly random: Random
  readonly known: Known
  readonly inputs: Inputs
  /** The names of the calls that change something, each as often as it is to be chosen. */
  readonly changes: readonly string[]
  /** The names of the calls that read, likewise. */
  readonly reads: readonly string[]

  constructor(random: Random, known: Known, options: CallsOptions) {
    const { bots, calls, theme, isExact } = options
    this.options = options
    this.random = random
    this.known = known
    this.inputs = new Inputs(random, known, { bots, isExact })
    const those = (areReads: boolean) =>
      calls.filter(([, row]) => (endpoints[row].method === 'GET') === areReads)
    this.changes = weighted(those(false), WEIGHTS, theme)
    this.reads = weighted(those(true), READ_WEIGHTS, theme)
  }

  /** Any change, or a read if no call changes anything. */
  any(): CallStep {
    const { random, known, changes } = this
    const limit = random.chance(AT_LIMITS) ? this.options.limits.next() : undefined
    if (limit) {
      const step = this.call(limit.call)
      return 'http' in step ? step : { ...step, ...given(withLimit(step.with ?? {}, limit)) }
    }
    if (known.latest.length > 0 && random.chance(AGAIN)) {
      // The second of two changes by the same player may undo the first one.
      const { who, call } = callOf(known.oneOfLatest(random))
      if (call !== null && changes.includes(call)) return this.call(call, who ?? undefined)
    }
    return this.call(random.pick(changes.length === 0 ? this.reads : changes))
  }

  /**
   * A call with new inputs.
   * @param who the bot that makes it; without it, any
   * @param about what the inputs name; anything without it
   */
  call(call: string, who?: string, about: Things = {}): CallStep {
    const { random, inputs } = this
    const { bots } = this.options
    const row = rowNamed(call)
    if (!PLAYER_CALLS.has(call)) {
      const asked = random.chance(WITHOUT_TOKEN) ? withoutToken(row, inputs.for(row, null)) : null
      if (asked) return asked
      const as = endpoints[row].auth === 'admin-and-player' ? { as: random.pick(bots) } : {}
      return { admin: call, ...as, ...given(inputs.for(row, null, about)) }
    }
    const anybody = random.pick(bots)
    const first = inputs.for(row, who ?? anybody, about)
    const bot = who ?? (random.chance(RARE) ? this.#rarest(call, first) : this.#caller(row, first)) ?? anybody
    // What depends on the player, such as the own name.
    const fields = bot === anybody ? first : inputs.for(row, bot, thingsNamed(row, first))
    const asked = random.chance(WITHOUT_TOKEN) ? withoutToken(row, fields) : null
    return asked ?? { bot, do: call, ...given(fields) }
  }

  /** The same call by two bots. */
  twice(call: string): CallStep[] {
    const fields = given(this.inputs.for(rowNamed(call), null))
    const bots = this.random.shuffle(this.options.bots).slice(0, 2)
    return bots.map((bot) => ({ bot, do: call, ...fields }))
  }

  /** A bot of the kind that has made a call least. */
  #rarest(call: string, fields: Record<string, unknown>): string {
    const { bots, timesMade } = this.options
    const callers = this.random.shuffle(bots).map((bot) => {
      const kinds = this.known.personsOf({ bot, do: call, ...given(fields) })
      return { bot, times: Math.min(...kinds.map((kind) => timesMade(rowNamed(call), kind))) }
    })
    return callers.reduce((best, each) => (each.times < best.times ? each : best)).bot
  }

  /** A bot that the call concerns, often the host of its group; null if any bot will do. */
  #caller(row: EndpointName, fields: Record<string, unknown>): string | null {
    const { random, known } = this
    const { group, game, report, device, warning } = thingsNamed(row, fields)
    const circle = known.circle(group)
    if (circle && random.chance(0.5)) return circle.host
    const concerned = [
      ...(circle?.members ?? []),
      ...known.playersOf(game),
      ...[report, device, warning].flatMap((thing) => known.seerOf(thing) ?? []),
    ]
    return concerned.length > 0 && random.chance(0.5) ? random.pick(concerned) : null
  }
}

/** The input of a step, if it has any. */
export const given = (fields: Record<string, unknown>): Pick<CallStep, 'with'> =>
  Object.keys(fields).length === 0 ? {} : { with: fields as NonNullable<CallStep['with']> }

/** A call as a request without a token or a key; null for a change that anyone may make. */
function withoutToken(row: EndpointName, fields: Record<string, unknown>): CallStep | null {
  const { method, path, auth, params, query } = endpoints[row]
  if (auth === 'none' && method !== 'GET') return null
  const inAddress = { ...shapeOf(params), ...shapeOf(query) }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => textIn(fields[name]))
  const search = Object.keys(shapeOf(query)).filter((name) => name in fields)
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in inAddress)))
  return {
    http: {
      method,
      path: [filled, search.map((name) => `${name}=${textIn(fields[name])}`).join('&')]
        .filter((part) => part !== '')
        .join('?'),
      ...(method !== 'GET' && { body: body as never }),
    },
  }
}

/** A value of an address, in which variables are filled in later. */
const textIn = (value: unknown): string =>
  /^\$\{\w+(\.\w+)?\}$/.test(String(value)) ? String(value) : encodeURIComponent(String(value ?? ''))
