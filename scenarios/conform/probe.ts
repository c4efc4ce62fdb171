import type { ReplyOf } from '@inkling/mock-server/contract/table/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { ERROR_STATUS, type ErrorCode } from '@inkling/mock-server/contract/table/error-codes'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { Bot } from '../bots/bot.ts'
import { fastPace } from '../bots/pace.ts'
import { PERSONAS } from '../bots/personas.ts'
import type { Sketchbook } from '../bots/sketchbook.ts'
import { type Answer, exchange } from '../runner/steps/calls/exchange.ts'
import type { Target } from '../runner/targets/target.ts'
import { Nonconformity, Unreached } from './findings.ts'

type Fields = Readonly<Record<string, unknown>>
const PLAYERS = ['ann', 'ben', 'cat', 'dan'] as const
type PlayerName = (typeof PLAYERS)[number]

/** Players of a point, as many as it has asked for. */
type Cast = readonly [ann: Bot, ben: Bot, cat: Bot, dan: Bot, eve: Bot, fay: Bot]

/** Members of a group with its game of today. Ann is the host; the others have joined in the order of their names. */
export interface Circle extends Record<'ann' | 'ben' | 'cat' | 'dan' | 'eve' | 'fay', Bot> {
  readonly players: readonly Bot[]
  readonly id: string
  readonly code: string
  readonly gameId: string
}

export interface Sent {
  readonly token: string
  readonly kind: string
  readonly title: string
  readonly body: string
}

const HOUR_MS = 3_600_000

/** An id that nothing has. */
export const UNKNOWN = 'nobody-has-this-id-0000'

export interface ProbeOptions {
  readonly target: Target
  readonly sketchbook: Sketchbook
  readonly seed: string
  /** The device id of an existing player to read as. Without it a player is created, if writing is allowed. */
  readonly deviceId?: string
}

/** Calls a server and checks its replies against the contract. Stores values that later points need. */
export class Probe {
  readonly target: Target
  readonly seed: string
  /** Every endpoint that was called. */
  readonly tried = new Set<EndpointName>()
  readonly #options: ProbeOptions
  readonly #bots = new Map<PlayerName, Bot>()
  readonly #stored = new Map<string, unknown>()
  #strangers = 0

  constructor(options: ProbeOptions) {
    this.#options = options
    this.target = options.target
    this.seed = options.seed
  }

  /** Stores a value for later points. */
  store(name: string, value: unknown): void {
    this.#stored.set(name, value)
  }

  /** @throws {Unreached} if the point that stores the value has failed. */
  stored<T>(name: string): T {
    if (!this.#stored.has(name)) throw new Unreached(`there is no ${name}, because an earlier point failed`)
    return this.#stored.get(name) as T
  }

  /** The status of an admin call with a wrong key. It is about nobody: a server that accepts any key changes nothing. */
  async withWrongKey(): Promise<number> {
    const { baseUrl, fetch } = this.target
    const { status } = await fetch(baseUrl + endpoints.regenerateHistory.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [HEADER.adminKey]: 'not the key' },
      body: JSON.stringify({ userId: UNKNOWN }),
    })
    return status
  }

  /** A player of this run, signed in on first use. */
  async player(name: PlayerName): Promise<Bot> {
    const existing = this.#bots.get(name)
    if (existing) return existing
    const bot = await this.#newPlayer(name)
    await bot.introduce({ username: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, avatar: '🐦' })
    this.#bots.set(name, bot)
    return bot
  }

  /** A player of one point only. */
  stranger(): Promise<Bot> {
    return this.#newPlayer(`player ${++this.#strangers}`)
  }

  async #newPlayer(name: string): Promise<Bot> {
    const { target: access, sketchbook, seed } = this.#options
    const options = { name, access, persona: PERSONAS.steady, sketchbook, pace: fastPace }
    const bot = new Bot({ ...options, seed: `${seed}/conform/${name}` })
    await bot.signInAsNew()
    return bot
  }

  /** So many players of one point only. */
  async strangers(count: number): Promise<Cast> {
    const players: Bot[] = []
    while (players.length < count) players.push(await this.stranger())
    return players as unknown as Cast
  }

  /** Members of a new group with a game of today. */
  async circle(count: number): Promise<Circle> {
    const players = await this.strangers(count)
    const [ann, ben, cat, dan, eve, fay] = players
    const { id, code } = await this.replies('createGroup', { name: 'Conformers' }, ann)
    for (const guest of players.slice(1)) await this.replies('joinGroup', { code }, guest)
    const { gameId } = await this.replies('jumpIn', {}, ann)
    return { ann, ben, cat, dan, eve, fay, players, id, code, gameId: gameId ?? '' }
  }

  /** Moves the clock of a server with controls. */
  async wait(ms: number): Promise<void> {
    await this.replies('changeClock', { advanceMs: ms })
  }

  /** Moves the clock to so many hours after the next midnight. */
  async nextDay(hours = 12): Promise<void> {
    await this.replies('changeClock', { to: 'midnight' })
    await this.wait(hours * HOUR_MS)
  }

  /** The messages that the server has sent since the last call, after those that are due now. */
  async sent(): Promise<readonly Sent[]> {
    const { items } = await this.replies('getOutbox')
    await this.replies('clearOutbox')
    return items as unknown as Sent[]
  }

  /** The token of a player who only reads. */
  async reader(): Promise<string> {
    const { deviceId } = this.#options
    if (deviceId === undefined) return (await this.player('ann')).token ?? ''
    return (await this.replies('signInDevice', { deviceId })).token
  }

  ask(name: EndpointName, fields: Fields = {}, token: string | null = null): Promise<Answer> {
    this.tried.add(name)
    return exchange(this.target, name, fields, token)
  }

  /**
   * Makes a call and returns its reply.
   * @throws {Nonconformity} if the call fails or the reply does not match the contract.
   */
  async replies<K extends EndpointName>(
    name: K,
    fields: Fields = {},
    by: Bot | string | null = null,
  ): Promise<ReplyOf<Endpoints[K]>> {
    const { status, body, error } = await this.ask(name, fields, tokenOf(by))
    if (error) throw new Nonconformity(`${call(name)} returns ${status} ${error.code}: ${error.message}`)
    if (status !== 200) throw new Nonconformity(`${call(name)} returns ${status} instead of 200`)
    const result = endpoints[name].reply.safeParse(body)
    if (result.success) return result.data as ReplyOf<Endpoints[K]>
    const [issue] = result.error.issues
    const place = issue?.path.join('.') || 'the body'
    throw new Nonconformity(`the response of ${call(name)} is not as documented: ${place}: ${issue?.message}`)
  }

  /**
   * Makes a call that must be refused with one of these codes, and returns the message.
   * @throws {Nonconformity} if the call succeeds or fails in another way.
   */
  async refuses(
    code: ErrorCode | readonly ErrorCode[],
    name: EndpointName,
    fields: Fields = {},
    by: Bot | string | null = null,
  ): Promise<string> {
    const codes = [code].flat() as ErrorCode[]
    const { status, error } = await this.ask(name, fields, tokenOf(by))
    const wanted = codes.map((each) => `${ERROR_STATUS[each]} ${each}`).join(' or ')
    if (!error) throw new Nonconformity(`${call(name)} succeeds instead of returning ${wanted}`)
    if (codes.some((each) => each === error.code && ERROR_STATUS[each] === status)) return error.message
    throw new Nonconformity(`${call(name)} returns ${status} ${error.code} instead of ${wanted}`)
  }

  /** Sends a request that the typed client cannot send. The refusal must have the error envelope. */
  async refusesRaw(code: ErrorCode, path: string, init: RequestInit): Promise<void> {
    const response = await this.target.fetch(this.target.baseUrl + path, init)
    const body: unknown = await response.json().catch(() => null)
    const error = (body as { error?: { code?: unknown } } | null)?.error
    if (response.status === ERROR_STATUS[code] && error?.code === code) return
    throw new Nonconformity(
      `${init.method} ${path} returns ${response.status} ${error?.code ?? 'without the error envelope'} instead of ${ERROR_STATUS[code]} ${code}`,
    )
  }
}

const tokenOf = (by: Bot | string | null): string | null => (by instanceof Bot ? by.token : by)

const call = (name: EndpointName): string => `${endpoints[name].method} ${endpoints[name].path}`
