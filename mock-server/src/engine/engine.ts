import { type EndpointName, endpoints } from '../contract/endpoints.ts'
import { dayAt, type GameDay } from '../rules/day.ts'
import type { Instant } from '../rules/instant.ts'
import { allow, type Decision, refuse } from '../rules/refusal.ts'
import { authenticate, bearerToken, tokenOf } from './authenticate.ts'
import type { Call, Reply } from './call.ts'
import type { Context, Operations, PlayerContext } from './context.ts'
import { type DomainEvent, Events, type TimedEvent } from './events.ts'
import { Ids } from './ids.ts'
import { visibleGame } from './operations/reactions.ts'
import { operations } from './operations.ts'
import { type Input, parseInput } from './parse.ts'
import type { Ports, PushMessage, Settings } from './ports.ts'
import { Presence } from './presence.ts'
import { pushMessages } from './push-messages.ts'
import { RecordingTransaction } from './recording-transaction.ts'
import { failure, notFound } from './reply.ts'
import { turnDay } from './rollover.ts'
import { NotKeptError, type Transaction } from './store.ts'
import { Tokens } from './tokens.ts'
import { Versioned } from './versioned.ts'

/** What only a reference server has. */
export interface Controls {
  /** Of rows that a real server does not answer. */
  readonly operations: Operations
  /** A reply in place of the engine's own; null lets the call go on. */
  intercept(call: Call, userIdOf: () => string | null): Promise<Reply | null> | null
}

/** Ends a transaction that was only to look, without a write. */
class OnlyLooked extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('This transaction was only to look')
    this.reply = reply
  }
}

/** The one authority behind every door: the same call gets the same answer over HTTP, in process and in a browser. */
export class Engine {
  readonly ports: Ports
  readonly settings: Settings
  /** Told about what fails after a commit, when the call has already succeeded. */
  onProblem: (problem: unknown) => void = console.error
  readonly events = new Events((problem) => this.onProblem(problem))
  readonly #operations: Operations
  readonly #controls: Controls | null
  readonly #ids: Ids
  readonly #tokens: Tokens
  readonly #presence = new Presence()
  /** The day whose roll-over this engine has seen done, and when its rest is due. */
  #rolledOver: { day: GameDay; lookAgainAt: Instant | null } | null = null
  #rollingOver: Promise<void> | null = null

  constructor(ports: Ports, settings: Settings, controls: Controls | null = null) {
    this.#operations = { ...operations, ...controls?.operations }
    this.#controls = controls
    this.ports = ports
    this.settings = settings
    this.#ids = new Ids(ports.bytes, settings.seed)
    this.#tokens = new Tokens(ports.bytes, settings.tokenSecrets)
  }

  /** Whether this server has the row: the table also lists what later work fills in. */
  answers(name: EndpointName): boolean {
    return name in this.#operations
  }

  /**
   * Authenticates, parses and runs one call in one transaction. A refusal becomes an error reply; a fault is thrown
   * for the door to log.
   */
  async dispatch(call: Call): Promise<Reply> {
    if (!this.answers(call.name)) return notFound()
    const instead = this.#controls?.intercept(call, () => this.#userIdOf(call)) ?? null
    if (instead) {
      const reply = await instead
      if (reply) return reply
    }
    try {
      await this.keepDay()
      return await this.#inTransaction(call.origin, (context) => this.#answer(call, context))
    } catch (error) {
      if (!(error instanceof NotKeptError) || endpoints[call.name].method !== 'GET') throw error
      return this.#answerWithoutKeeping(call)
    }
  }

  /**
   * The answer to a call that only reads, while nothing can be kept: turns that ran out and days that are over show as
   * they will be, and are kept when that is possible again.
   */
  async #answerWithoutKeeping(call: Call): Promise<Reply> {
    const looking = this.ports.store.transaction<Reply>(async (inner) => {
      const context = this.#context(new RecordingTransaction(inner), call.origin, () => {})
      await turnDay(context)
      throw new OnlyLooked(await this.#answer(call, context))
    })
    return looking.catch((end) => {
      if (end instanceof OnlyLooked) return end.reply
      throw end
    })
  }

  /** The refusal of a call that only asks who is calling; null when it may go on. */
  async refusalOf(call: Call): Promise<Reply | null> {
    return this.#inTransaction(call.origin, async (context) => {
      const caller = await authenticate(endpoints[call.name].auth, call, context)
      return caller.ok ? null : failure(caller.refusal.code, caller.refusal.message)
    })
  }

  /** Whether the caller of a socket row may listen to the game that it names. */
  async admit(call: Call): Promise<Decision<{ gameId: string }>> {
    return this.#inTransaction(call.origin, async (context) => {
      const caller = await authenticate(endpoints[call.name].auth, call, context)
      if (!caller.ok) return caller
      const { player } = caller.value
      const gameId = call.params.gameId ?? ''
      if (!player) return refuse('AUTH_REQUIRED', 'Authentication required')
      const game = await visibleGame({ ...context, player }, gameId)
      return game.ok ? allow({ gameId }) : game
    })
  }

  /** Does the roll-over that is due: the door's timer calls it at midnight, every call before it is answered. */
  async keepDay(): Promise<void> {
    const now = this.ports.clock.now()
    const day = dayAt(now, this.settings.timeZone)
    const done = this.#rolledOver
    if (done?.day === day && (done.lookAgainAt === null || now < done.lookAgainAt)) return
    this.#rollingOver ??= this.#rollOver(day).finally(() => {
      this.#rollingOver = null
    })
    await this.#rollingOver
  }

  async #rollOver(day: GameDay): Promise<void> {
    const { lookAgainAt } = await this.#inTransaction('', turnDay)
    this.#rolledOver = { day, lookAgainAt }
  }

  /** Runs work over one transaction and tells what has happened once it is kept. */
  async #inTransaction<T>(origin: string, work: (context: Context) => Promise<T>): Promise<T> {
    const { result, events, messages } = await this.ports.store.transaction(async (inner) => {
      const tx = new RecordingTransaction(inner)
      const told: DomainEvent[] = []
      const context = this.#context(tx, origin, (event) => told.push(event))
      const result = await work(context)
      const happened = [...tx.gameEvents, ...told]
      const events = happened.map((event): TimedEvent => ({ ...event, at: context.now }))
      return { result, events, messages: await pushMessages(context, happened, tx.freedGames) }
    })
    if (events.some(({ type }) => type === 'world-replaced')) this.#forget()
    for (const event of events) this.events.tell(event)
    for (const message of messages) this.#send(message)
    return result
  }

  #send(message: PushMessage): void {
    try {
      this.ports.push.send(message)
    } catch (problem) {
      this.onProblem(problem)
    }
  }

  /** What was known of a world that is no more: its day may have been another, and its players too. */
  #forget(): void {
    this.#rolledOver = null
    this.#presence.clear()
  }

  /** The player whose token an Authorization header brings; null when it brings none that holds. */
  playerIdOf(authorization: string): string | null {
    return this.#holderOf(bearerToken(authorization))
  }

  #userIdOf(call: Call): string | null {
    return this.#holderOf(tokenOf(endpoints[call.name].auth, call))
  }

  #holderOf(token: string | undefined): string | null {
    return (token && this.#tokens.read(token, this.ports.clock.now())?.userId) || null
  }

  #context(tx: Transaction, origin: string, tell: Context['tell']): Context {
    const now = this.ports.clock.now()
    const { ports, settings } = this
    const day = dayAt(now, settings.timeZone)
    const [ids, tokens, presence] = [this.#ids, this.#tokens, this.#presence]
    return { tx, now, day, ports, settings, ids, tokens, presence, origin, tell }
  }

  async #answer(call: Call, context: Context): Promise<Reply> {
    const endpoint = endpoints[call.name]
    const caller = await authenticate(endpoint.auth, call, context)
    if (!caller.ok) return failure(caller.refusal.code, caller.refusal.message)
    const { player, headers } = caller.value
    const input = parseInput(endpoint, call)
    if (!input.ok) return failure(input.refusal.code, input.refusal.message, headers)
    // The table ties names, contexts and inputs together; here, where any row may come, that tie is taken on trust.
    const operation = this.#operations[call.name] as (
      context: Context | PlayerContext,
      input: Input,
    ) => Promise<Decision<unknown>>
    const decision = await operation(player ? { ...context, player } : context, input.value)
    if (!decision.ok) return failure(decision.refusal.code, decision.refusal.message, headers)
    const { value } = decision
    if (!(value instanceof Versioned)) return { status: 200, headers, body: value }
    const { validator } = value
    const body = (await call.hasBody?.(validator)) ? null : await value.load()
    // What only some may see is stored nowhere.
    const revalidated = endpoint.auth === 'none' && { etag: `W/"${validator}"`, 'cache-control': 'no-cache' }
    return { status: 200, headers: { ...headers, ...revalidated }, validator, body }
  }
}
