import type { ReactionMessage } from '../core/contract/schemas/reactions.ts'
import { type KeyName, neededKey } from '../core/contract/table/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '../core/contract/table/endpoints.ts'
import { EXTENSIONS, type Extension } from '../core/contract/table/extensions.ts'
import { HEADER } from '../core/contract/table/headers.ts'
import { suspensionAt, suspensionMessage } from '../core/rules/players/user.ts'
import { allow, type Ruling, refuse } from '../core/rules/refusal.ts'
import { dayAt } from '../core/rules/time/day.ts'
import {
  type AnyOperation,
  type AnyOuterOperation,
  answer,
  answerOutside,
  authenticate,
} from './calls/answer.ts'
import type { Call, Reply } from './calls/call.ts'
import { KnownResults } from './calls/known-results.ts'
import { ExplainedFault, faultReply, notFound, ownerBusy, refused } from './calls/reply.ts'
import { adminNameIn, bearerToken, keyIn, keyRefusal, Tokens, tokenOf } from './calls/tokens.ts'
import type { Context, Controls, Operations, OuterContext, OuterOperations, Run } from './context.ts'
import { type DomainEvent, Events, type GameReaction, type TimedEvent } from './events.ts'
import { followChanges } from './games/changed-games.ts'
import { HousePlayer, joinEndedGames } from './house/house-turns.ts'
import { Ids } from './ids.ts'
import { Sender, type SentFigures } from './notifications/sender.ts'
import { reactionMessages, visibleGame } from './operations/reactions.ts'
import { operations } from './operations.ts'
import type { Ports, Settings } from './ports.ts'
import { DayKeeper } from './rollover/day-keeper.ts'
import { OwnerBusyError, StoreUnavailableError, UnreadableDataError } from './store.ts'
import type { Transaction } from './transaction.ts'

/** Thrown to roll back a read-only transaction. Contains its result. */
class ReadOnlyRollback extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('This transaction is read-only')
    this.result = result
  }
}

/** What the context of a transaction says about the call, or about the work of the server itself. */
type CallOrigin = Pick<Call, 'origin' | 'mayCreateAccount'> &
  Partial<Pick<Call, 'headers' | 'address'>> & {
    /** See `Store.transaction`. */
    readonly owner?: string | null
  }

/** Answers the calls of all doors: a call gets the same reply over HTTP, in process and in a browser. */
export class Engine {
  readonly ports: Ports
  #settings: Settings
  readonly #retiredKeys = new Set<string>()
  /** Called after {@link useAdminKey}. */
  onAdminKey: (adminKey: string) => Promise<void> | void = () => {}
  /** Called for failures that no caller can receive, such as those after a commit. */
  onProblem: (problem: unknown) => void = console.error
  readonly events = new Events((problem) => this.onProblem(problem))
  readonly #operations: Operations
  readonly #outerOperations: OuterOperations
  readonly #controls: Controls | null
  readonly #ids: Ids
  readonly #tokens: Tokens
  readonly #days: DayKeeper
  readonly #sender: Sender
  readonly #house: HousePlayer | null
  #extensions: readonly Extension[]
  readonly #knownResults = new KnownResults()
  /** Those of {@link reactionMessages}. */
  #lastMessages: Promise<unknown> = Promise.resolve()

  constructor(ports: Ports, settings: Settings, controls: Controls | null = null) {
    this.#operations = { ...operations, ...controls?.operations }
    // It does all due work itself, and reports it.
    const triggerDailyGames: OuterOperations['triggerDailyGames'] = async ({ days, now }) =>
      allow(await days.trigger(now))
    this.#outerOperations = { triggerDailyGames, ...controls?.outerOperations }
    this.#controls = controls
    this.ports = ports
    this.#settings = settings
    this.#ids = new Ids(ports.codecs, settings.seed)
    this.#tokens = new Tokens(ports.codecs, settings.tokenSecrets)
    this.#extensions = EXTENSIONS.filter((extension) => {
      const rows = endpointNames.filter((name) => endpoints[name].extension === extension)
      return rows.length > 0 && rows.every((name) => this.answers(name))
    })
    if (settings.housePlayer) this.offer('house-player')
    const run: Run = (work) => this.#inTransaction({ origin: '' }, work)
    const onProblem = (problem: unknown) => this.onProblem(problem)
    this.#house = settings.housePlayer ? new HousePlayer(run) : null
    this.#days = new DayKeeper(run, { timeZone: settings.timeZone, onProblem })
    this.#sender = new Sender(run, ports.push, onProblem)
  }

  get settings(): Settings {
    return this.#settings
  }

  /** Whether {@link dispatch} answers the row. It answers no sockets, and controls only on a server that has them. */
  answers(name: EndpointName): boolean {
    return name in this.#operations || name in this.#outerOperations
  }

  /**
   * Answers one call, usually in one transaction. A refusal becomes an error reply.
   *
   * @throws any other error, for the door to log.
   */
  async dispatch(call: Call): Promise<Reply> {
    if (!this.answers(call.name)) return notFound()
    const log = this.#controls?.log
    const key = this.#keyOf(call)
    if (!log || key === null) return this.#dispatch(call)
    if (endpoints[call.name].listed === 'hourly') {
      const reply = await this.#dispatch(call)
      await this.listAnswered(call, reply.status)
      return reply
    }
    const finish = await log.begin(call, key)
    const finished = (status: number) => finish(status).catch((problem) => this.onProblem(problem))
    try {
      const reply = await this.#dispatch(call)
      await finished(reply.status)
      return reply
    } catch (error) {
      await finished(faultReply(error).status)
      throw error
    }
  }

  /** Adds a call that was answered to the list of admin calls, if it has a key. */
  async listAnswered(call: Call, status: number): Promise<void> {
    const key = this.#keyOf(call)
    if (key !== null)
      await this.#controls?.log?.addFirst(call, key, status).catch((problem) => this.onProblem(problem))
  }

  /** Whether the key in these headers, which may have been replaced meanwhile, is enough for a row. */
  hasKeyFor(name: EndpointName, headers: Call['headers']): boolean {
    const needed = neededKey(endpoints[name].auth)
    return needed === null || keyRefusal(needed, headers, this.settings) === null
  }

  async #dispatch(call: Call): Promise<Reply> {
    const intercepted = this.#controls?.intercept(call, () => this.#userIdOf(call)) ?? null
    const fault = intercepted && (await intercepted)
    if (fault && !fault.isAfterWork) return fault
    const reply = await this.#process(call)
    return fault ?? reply
  }

  async #process(call: Call): Promise<Reply> {
    try {
      const outer = this.#outerOperations[call.name] as AnyOuterOperation | undefined
      await this.#doDueWork(call)
      return await (outer
        ? answerOutside(call, this.#outerContext(call), outer)
        : this.#inTransaction({ ...call, owner: this.#ownerOf(call) }, (context) =>
            this.#answer(call, context),
          ))
    } catch (error) {
      if (error instanceof OwnerBusyError) return ownerBusy()
      if (error instanceof UnreadableDataError && this.#keyOf(call) === 'admin')
        throw new ExplainedFault(error)
      const mayRead = error instanceof StoreUnavailableError && !error.isUnreachable
      if (!mayRead || endpoints[call.name].method !== 'GET') throw error
      return this.#withoutStoring(call, (context) => this.#answer(call, context))
    }
  }

  /** Reads in a transaction, for what a door shows without a call. */
  async read<T>(work: (context: Context) => Promise<T>): Promise<T> {
    try {
      return await this.#inTransaction({ origin: '' }, work)
    } catch (error) {
      if (error instanceof StoreUnavailableError && !error.isUnreachable)
        return this.#withoutStoring({ origin: '' }, work)
      throw error
    }
  }

  #answer(call: Call, context: Context): Promise<Reply> {
    const make = () => answer(call, context, this.#operations[call.name] as AnyOperation)
    return call.name === 'getPublicResults' ? this.#knownResults.answer(call, context, make) : make()
  }

  async #doDueWork({ name }: Call): Promise<void> {
    const { dueWork } = endpoints[name]
    if (dueWork !== 'none') await this.#days.startIfDue(this.ports.clock.now(), dueWork)
  }

  /**
   * The result of a read while writes fail. Turns that expired and days that ended are up to date in it; a later call stores
   * these changes.
   */
  async #withoutStoring<T>(caller: CallOrigin, work: (context: Context) => Promise<T>): Promise<T> {
    const rolledBack = this.ports.store.transaction<T>(async (tx) => {
      throw new ReadOnlyRollback(await work(this.#context(tx, caller, () => {})))
    })
    return rolledBack.catch((end) => {
      if (end instanceof ReadOnlyRollback) return end.result as T
      throw end
    })
  }

  /** Authenticates the caller only. Returns the error reply, or null if the call may continue. */
  async refusalOf(call: Call): Promise<Reply | null> {
    return this.#inTransaction(call, async (context) => {
      const caller = await authenticate(endpoints[call.name].auth, call, context)
      return caller.ok ? null : refused(caller.refusal)
    })
  }

  /** Whether the caller of a socket row may watch its game. */
  async admit(call: Call): Promise<Ruling<{ gameId: string; userId: string }>> {
    return this.#inTransaction(call, async (context) => {
      const caller = await authenticate(endpoints[call.name].auth, call, context)
      if (!caller.ok) return caller
      const { player, device } = caller.value
      const gameId = call.params.gameId ?? ''
      if (!player) return refuse('AUTH_REQUIRED', 'Authentication required')
      const suspension = suspensionAt(player, context.now)
      if (suspension?.until === null) return refuse('FORBIDDEN', suspensionMessage(suspension, this.settings))
      const game = await visibleGame({ ...context, player, device }, gameId)
      return game.ok ? allow({ gameId, userId: player.id }) : game
    })
  }

  /**
   * The message about a reaction for each of these listeners who may see its game, by their ids. Resolves in the order of
   * the calls, so that each listener gets the messages in the order of the events.
   */
  reactionMessages(
    event: GameReaction,
    listenerIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReactionMessage>> {
    const messages = this.#lastMessages.then(() =>
      this.#inTransaction({ origin: '' }, (context) => reactionMessages(context, event, listenerIds)),
    )
    this.#lastMessages = messages.catch(() => {})
    return messages
  }

  /** Adds an extension that a door provides without a call of the table. */
  offer(extension: Extension): void {
    this.#extensions = [...new Set([...this.#extensions, extension])]
  }

  /** Does all due work of the day. For the server's timer; every call also starts it, but not the turns of the house. */
  async rollOverIfDue(): Promise<void> {
    const now = this.ports.clock.now()
    await this.#days.rollOverIfDue(now)
    await this.#house?.playIfDue(now)
  }

  /** Sends all notifications that are due. For the server's timer. */
  sendDue(): Promise<void> {
    return this.#sender.sendDue()
  }

  /** Counts of this process. */
  get sentFigures(): SentFigures {
    return this.#sender.figures
  }

  /** Processes an event from another process over the same store. */
  receiveEvent(event: TimedEvent): void {
    if (event.type === 'world-replaced') this.#days.recheck()
    this.events.publish(event, false)
  }

  /** Replaces the token secrets after another process has changed them. @param secrets newest first */
  useTokenSecrets(secrets: readonly string[]): void {
    this.#tokens.useSecrets(secrets)
  }

  /** Replaces the admin key. Calls with the old one are refused from now on. */
  async useAdminKey(adminKey: string): Promise<void> {
    const { adminKey: before } = this.settings
    // A read that began before the change may bring the old key back.
    if (adminKey === before || this.#retiredKeys.has(adminKey)) return
    if (before !== null) this.#retiredKeys.add(before)
    this.#settings = { ...this.settings, adminKey }
    this.events.publish({ type: 'admin-key-replaced', at: this.ports.clock.now() }, false)
    await this.onAdminKey(adminKey)
  }

  /** Stops a roll-over after its current batch. Another process or a later call continues it. */
  stopRollOver(): void {
    this.#days.stop()
  }

  /** Resolves when the messages on their way are stored as sent. Others are sent by another process or after a restart. */
  stopSending(): Promise<void> {
    return this.#sender.stop()
  }

  #outerContext(call: Call): OuterContext {
    return {
      now: this.ports.clock.now(),
      settings: this.settings,
      days: this.#days,
      sendDue: () => this.#sender.sendDue(),
      transaction: (work) => this.#inTransaction(call, work),
    }
  }

  /** Runs work in one transaction and publishes its events after the commit. */
  async #inTransaction<T>(caller: CallOrigin, work: (context: Context) => Promise<T>): Promise<T> {
    const { result, events, forgotten } = await this.ports.store.transaction(async (tx) => {
      const published: DomainEvent[] = []
      const context = this.#context(tx, caller, (event) => published.push(event))
      const result = await work(context)
      if (this.#house) await joinEndedGames(context)
      const events = [...(await followChanges(context)), ...published].map(
        (event): TimedEvent => ({ ...event, at: context.now }),
      )
      return { result, events, forgotten: context.forgotten }
    }, caller.owner)
    if (forgotten.size > 0)
      await this.#controls?.log?.forget([...forgotten]).catch((problem) => this.onProblem(problem))
    if (events.some(({ type }) => type === 'world-replaced')) this.#days.recheck()
    for (const event of events) this.events.publish(event)
    return result
  }

  /** The player of the token in an Authorization header; null if it is not valid. */
  playerIdOf(authorization: string): string | null {
    return this.#holderOf(bearerToken(authorization))
  }

  #userIdOf(call: Call): string | null {
    return this.#holderOf(tokenOf(endpoints[call.name].auth, call))
  }

  #holderOf(token: string | undefined): string | null {
    return (token && this.#tokens.read(token, this.ports.clock.now())?.userId) || null
  }

  /** The player whose data a call may change. A sign-in may add the first player of its device. */
  #ownerOf(call: Call): string | null {
    const { auth, method } = endpoints[call.name]
    if (call.name === 'signInDevice') {
      const { deviceId } = Object(call.body)
      return typeof deviceId === 'string' ? this.#ids.user(this.ports.codecs.sha256(deviceId)) : null
    }
    return auth === 'player' && method !== 'GET' ? this.#userIdOf(call) : null
  }

  /** The key of a call that needs one, though perhaps another one; null for other calls, and without a key. */
  #keyOf({ name, headers }: Call): KeyName | null {
    return neededKey(endpoints[name].auth) && keyIn(headers, this.settings)
  }

  #context(tx: Transaction, caller: CallOrigin, publish: Context['publish']): Context {
    const now = this.ports.clock.now()
    const { ports, settings } = this
    const day = dayAt(now, settings.timeZone)
    return {
      tx,
      changedGames: new Map(),
      forgotten: new Set(),
      now,
      day,
      ports,
      settings,
      ids: this.#ids,
      tokens: this.#tokens,
      extensions: this.#extensions,
      publish,
      readLater: (later) => this.read(later),
      origin: caller.origin,
      address: caller.address ?? null,
      key: keyIn(caller.headers ?? {}, this.settings),
      adminName: adminNameIn(caller.headers ?? {}),
      userAgent: caller.headers?.[HEADER.userAgent] ?? null,
      mayCreateAccount: caller.mayCreateAccount ?? true,
      maintenance: this.#controls?.maintenance?.() ?? null,
      eveningsOff: () => this.#controls?.eveningsOff?.(now) ?? [],
    }
  }
}
