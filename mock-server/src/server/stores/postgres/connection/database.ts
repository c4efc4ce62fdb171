import pg from 'pg'
import type { StoreFigures } from '../../../../engine/store.ts'
import { clientsOf } from './client.ts'
import { convertError, moreTelling, NoConnectionFree, problemOf } from './database-error.ts'
import { Sockets } from './sockets.ts'
import { type Deadline, now, send, succeeds, within } from './statement.ts'

/** More connections did not increase the throughput. */
const CONNECTIONS = 8

export const STATEMENT_MS = 5000

/** Leaves time to wait for a lock twice. */
export const LOCK_MS = 1500

const LONG_MS = 3_600_000

const SETTINGS = {
  application_name: 'inkling',
  connectionTimeoutMillis: STATEMENT_MS,
  keepAlive: true,
} satisfies pg.ClientConfig

/** Settings of a database session. */
const SESSION = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: 5000,
} satisfies pg.ClientConfig

/** The same settings for one transaction. */
const LOCAL = Object.entries(SESSION).map(([name, value]) => `; set local ${name} = ${value}`)

/**
 * How long a transaction waits for an unresponsive database. Leaves time for the rest of a call, which is answered within
 * six seconds.
 */
const MAX_WAIT_MS = 4000

/** The minimum wait, once the database has been unresponsive for longer than {@link MAX_WAIT_MS}. */
const MIN_WAIT_MS = 800

/** A connection idle for longer is probed before use: a firewall may have dropped it. */
const QUIET_MS = 1000

interface DatabaseOptions {
  readonly isPooled: boolean
  readonly onProblem: (problem: unknown) => void
  readonly onReturn: (awayMs: number) => void
}

/** A pool of connections to one PostgreSQL database. */
export class Database {
  readonly #pool: pg.Pool
  readonly #sockets = new Sockets()
  /** When each connection last returned a result. */
  readonly #usedAt = new WeakMap<pg.ClientBase, number>()
  /** Connections unused since then are closed without a probe, because one of them was dead. */
  #suspectedAt = Number.NEGATIVE_INFINITY
  /** Since when the database has been unresponsive, and why; null if the latest statement was answered. */
  #away: { readonly since: number; readonly reason: unknown } | null = null
  readonly #onReturn: (awayMs: number) => void

  /** Whether each transaction may use another session, as with pgbouncer in transaction mode. */
  readonly isPooled: boolean

  /**
   * @param options.onProblem called when an idle connection breaks: the next transaction opens another one.
   * @param options.onReturn called when the database responds again after an outage.
   */
  constructor(url: string, { isPooled, onProblem, onReturn }: DatabaseOptions) {
    this.isPooled = isPooled
    this.#onReturn = onReturn
    this.#pool = new pg.Pool({
      ...SETTINGS,
      ...(!isPooled && SESSION),
      Client: clientsOf(url) as new () => pg.Client,
      max: CONNECTIONS,
      pipeline: true,
      stream: this.#sockets.create,
    })
    this.#pool.on('error', (error: Error & { client?: unknown }) => {
      // The pool adds its client, which would fill the log.
      delete error.client
      onProblem(error)
    })
    this.#pool.on('connect', (client) => {
      this.#usedAt.set(client, now())
      // While a connection is in use, its statements fail with the same error.
      client.on('error', () => {})
    })
  }

  /** The deadline of work that starts now. It is sooner if the database is already unresponsive. */
  deadline(startedAt = now()): Deadline {
    const since = Math.min(startedAt, this.#away?.since ?? startedAt)
    return Math.max(since + MAX_WAIT_MS, startedAt + MIN_WAIT_MS)
  }

  /** Whether the latest statement was not answered. */
  get isAway(): boolean {
    return this.#away !== null
  }

  /** A deadline for work that is allowed to take long. */
  longDeadline(): Deadline {
    return now() + LONG_MS
  }

  /** Runs a statement as its own transaction. */
  async query<R extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    deadline: Deadline = this.deadline(),
  ): Promise<pg.QueryResult<R>> {
    const startedAt = now()
    try {
      const client = await this.#checkOut(deadline)
      try {
        const result = await send<R>(client, this.statement(text, values), deadline)
        this.#noteUse(client)
        client.release()
        return result
      } catch (error) {
        client.release(!(error instanceof pg.DatabaseError))
        throw error
      }
    } catch (error) {
      throw this.converted(error, startedAt)
    }
  }

  /** What `begin` must be followed by: behind a pool in transaction mode, settings of a session do not last. */
  get localSettings(): string {
    return this.isPooled ? LOCAL.join('') : ''
  }

  /**
   * Takes a connection that responds from the pool, for a transaction of several statements. Give it back with `release`.
   * @throws {ConnectionLost} if none responds before the deadline.
   */
  async checkOut(deadline: Deadline): Promise<pg.PoolClient> {
    const startedAt = now()
    try {
      return await this.#checkOut(deadline)
    } catch (error) {
      throw this.converted(error, startedAt)
    }
  }

  /**
   * An error of the client library, as `ConnectionLost` if it means that the connection is lost. During an outage, an error
   * that says less than an earlier one of another call is replaced by that one. Records whether the database is unresponsive.
   * @param startedAt when the failed work started
   */
  converted(error: unknown, startedAt: number): unknown {
    const reason = moreTelling(this.#away?.reason, convertError(error))
    // A wait for a free connection says nothing about the database.
    if (reason instanceof NoConnectionFree) return reason
    if (problemOf(reason) === 'away') this.#away = { since: this.#away?.since ?? startedAt, reason }
    else this.#noteResponse()
    return reason
  }

  /** Names a statement, so that each session parses and plans it once. The store has few different statements. */
  statement(text: string, values: readonly unknown[]): pg.QueryConfig {
    if (values.length === 0) return { text }
    if (this.isPooled) return { text, values: [...values] }
    const name = names.get(text) ?? `inkling_${names.size}`
    names.set(text, name)
    return { name, text, values: [...values] }
  }

  /** Gives a connection back to the pool. @param isWell false to close it instead: nobody knows what state it is in */
  release(client: pg.PoolClient, isWell: boolean): void {
    if (isWell) this.#noteUse(client)
    client.release(!isWell)
  }

  get connections(): NonNullable<StoreFigures['connections']> {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Closes the connections. Statements that still run then have a moment to finish. */
  close(): Promise<void> {
    this.#sockets.destroySoon()
    return this.#pool.end()
  }

  #noteUse(client: pg.PoolClient): void {
    this.#usedAt.set(client, now())
    this.#noteResponse()
  }

  #noteResponse(): void {
    if (this.#away === null) return
    const awayMs = now() - this.#away.since
    this.#away = null
    this.#onReturn(awayMs)
  }

  async #checkOut(deadline: Deadline): Promise<pg.PoolClient> {
    // Work that may take long would not notice a dead connection, so its connection is always probed, and soon.
    const isLong = deadline > now() + MAX_WAIT_MS
    const until = isLong ? this.deadline() : deadline
    for (;;) {
      const client = await this.#connection(until)
      const usedAt = this.#usedAt.get(client) ?? 0
      if (usedAt > now() - QUIET_MS && !isLong) return client
      if (usedAt > this.#suspectedAt) {
        const probedAt = now()
        if (await succeeds(client, 'select', until)) {
          this.#noteUse(client)
          return client
        }
        this.#suspectedAt = probedAt
      }
      client.release(true)
    }
  }

  async #connection(deadline: Deadline): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect().catch((error) => {
      throw convertError(error, { isOpening: true })
    })
    const client = await within(deadline - now(), connecting)
    if (client) return client
    connecting.then(
      (late) => late.release(),
      () => {},
    )
    throw new NoConnectionFree()
  }
}

const names = new Map<string, string>()
