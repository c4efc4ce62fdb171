import type { DailyGames } from '../core/contract/schemas/admin.ts'
import type { KeyName, ParsedInput, ReplyOf } from '../core/contract/table/endpoint.ts'
import type { EndpointName, Endpoints } from '../core/contract/table/endpoints.ts'
import type { Extension } from '../core/contract/table/extensions.ts'
import type { Game } from '../core/rules/game/game.ts'
import type { User } from '../core/rules/players/user.ts'
import type { Ruling } from '../core/rules/refusal.ts'
import type { GameDay } from '../core/rules/time/day.ts'
import type { Instant } from '../core/rules/time/instant.ts'
import type { Call, Reply } from './calls/call.ts'
import type { Tokens } from './calls/tokens.ts'
import type { DomainEvent } from './events.ts'
import type { Ids } from './ids.ts'
import type { Ports, Settings } from './ports.ts'
import type { Transaction } from './transaction.ts'
import type { WorldSource } from './world/read-world.ts'

/** Runs work in one transaction, perhaps several times, and publishes its events after the commit. */
export type Run = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** The environment of an operation: one transaction at one instant. */
export interface Context {
  readonly tx: Transaction
  /** By id. Games are stored with `putGame`, which notes the changes here. A new game has no state before. */
  readonly changedGames: Map<string, { readonly before: Game | undefined; readonly after: Game }>
  readonly now: Instant
  /** The game day at `now`. */
  readonly day: GameDay
  readonly ports: Ports
  readonly settings: Settings
  readonly ids: Ids
  readonly tokens: Tokens
  /** The extensions that the server answers. */
  readonly extensions: readonly Extension[]
  /** What the list of admin calls must not name after the commit, because it is deleted. */
  readonly forgotten: Set<string>
  /** Publishes an event after the commit. Events of games are published automatically. */
  readonly publish: (event: DomainEvent) => void
  /** Reads in a later transaction, for a reply that is sent in pieces. */
  readonly readLater: Run
  /** Scheme, host and port that the caller used. */
  readonly origin: string
  /** The address of the caller; null inside of the server's own process. */
  readonly address: string | null
  /** The key in `X-Admin-Key`; null for none or a wrong one. */
  readonly key: KeyName | null
  /** The name in `X-Admin-Name`; null for none. */
  readonly adminName: string | null
  /** What the caller's device and browser say they are; null if they say nothing. */
  readonly userAgent: string | null
  /** Whether a device without an account gets one. */
  readonly mayCreateAccount: boolean
  /** Why players can only read just now; null if they can play. */
  readonly maintenance: string | null
  /** The days whose whole evening was under maintenance. */
  readonly eveningsOff: () => readonly GameDay[]
}

/** The context of a call by a signed-in player. */
export interface PlayerContext extends Context {
  readonly player: User
  /** The id of the device that signed in. */
  readonly device: string
}

/** The context of a call by anyone. A token that is not valid is none. */
export interface VisitorContext extends Context {
  readonly player: User | null
}

type ContextOf<K extends EndpointName> = Endpoints[K]['auth'] extends 'none' | 'moderator' | 'admin'
  ? Context
  : Endpoints[K]['auth'] extends 'optional'
    ? VisitorContext
    : PlayerContext

/** Implements one row of the table. A refusal is returned as data; an exception is a bug. */
export type Operation<K extends EndpointName> = (
  context: ContextOf<K>,
  input: ParsedInput<Endpoints[K]>,
) => Promise<Ruling<K extends 'exportAccount' ? AsyncIterable<string> : ReplyOf<Endpoints[K]>>>

export type Operations = { readonly [K in EndpointName]?: Operation<K> }

/** The daily work: closing the games of earlier days, creating those of today, and announcing results. */
export interface DailyWork {
  /** Does all work that is due, and creates games for all groups that have none today. */
  trigger(now: Instant): Promise<DailyGames>
}

/** The environment of an operation outside of transactions. */
export interface OuterContext {
  readonly now: Instant
  readonly settings: Settings
  readonly days: DailyWork
  /** Sends all notifications that are due. */
  readonly sendDue: () => Promise<void>
  readonly transaction: Run
}

/**
 * Operations that take many transactions, or have effects outside of the store, which a retried transaction would repeat.
 * They run once, after a transaction that has authorised the caller.
 */
export type OuterOperations = {
  readonly [K in EndpointName]?: (
    context: OuterContext,
    input: K extends 'restoreWorld' ? { body: WorldSource } : ParsedInput<Endpoints[K]>,
  ) => Promise<Ruling<K extends 'exportWorld' ? AsyncIterable<string> : ReplyOf<Endpoints[K]>>>
}

/** Lists the calls with the admin key or the moderator key. */
export interface CallLog {
  /**
   * Lists a call before it runs.
   * @returns a function that adds its status.
   * @throws {StoreUnavailableError} if it cannot be stored. Then it must not run.
   */
  begin(call: Call, key: KeyName): Promise<(status: number) => Promise<void>>
  /** Lists a call that was answered, if it is the first one of its hour (`listed` of its row). */
  addFirst(call: Call, key: KeyName, status: number): Promise<void>
  /** Removes these texts from all calls. */
  forget(texts: readonly string[]): Promise<void>
}

/** The parts that only a reference server has. */
export interface Controls {
  readonly log?: CallLog
  /** Why players can only read just now; null if they can play. */
  readonly maintenance?: () => string | null
  /** The days whose whole evening was under maintenance until now. */
  readonly eveningsOff?: (now: Instant) => readonly GameDay[]
  /** Operations of rows that only a reference server answers. */
  readonly operations: Operations
  readonly outerOperations: OuterOperations
  /** A reply to send instead of the engine's; null lets the call continue. */
  intercept(call: Call, userIdOf: () => string | null): Promise<Reply | null> | null
}
