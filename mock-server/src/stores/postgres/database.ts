import pg from 'pg'
import type { StoreFigures } from '../../engine/store.ts'
import { CommitInDoubt, ConnectionLost, named, problemOf } from './database-error.ts'
import { clientsOf, Hosts } from './hosts.ts'
import type { Statement } from './statements.ts'

/** Runs one statement. */
export type Query = <R extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<pg.QueryResult<R>>

/** More connections than this gave no more calls a second. */
const CONNECTIONS = 8

const STATEMENT_MS = 5000

const LONG_MS = 3_600_000

const SETTINGS = {
  application_name: 'inkling',
  connectionTimeoutMillis: STATEMENT_MS,
  keepAlive: true,
} satisfies pg.ClientConfig

/** Of a session of the database. */
const SESSION = {
  statement_timeout: STATEMENT_MS,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 5000,
} satisfies pg.ClientConfig

const BEGIN = {
  write: 'begin isolation level read committed',
  /** All its statements read the state of one instant. */
  snapshot: 'begin isolation level repeatable read read only',
}

/** Follows where a session lasts as long as a transaction. */
const POOLED = Object.entries(SESSION).map(([name, value]) => `; set local ${name} = ${value}`)

/**
 * How long a transaction waits for a database that does not answer. With what follows it, a call is answered within six
 * seconds.
 */
const PATIENCE_MS = 4000

/** The same, for one that has not answered anybody for longer than that. */
const LAST_LOOK_MS = 800

/** A connection that has not been used for longer is asked for a sign of life first: a firewall may have forgotten it. */
const QUIET_MS = 1000
const SIGN_OF_LIFE_MS = 1000

const now = () => performance.now()

/** When a wait ends, on the clock of `performance.now()`: that of the database stands still when the database does. */
export type Deadline = number

interface DatabaseOptions {
  readonly isPooled: boolean
  readonly onProblem: (problem: unknown) => void
}

/** A pool of connections to one PostgreSQL database. */
export class Database {
  readonly #pool: pg.Pool
  /** When each connection last brought an answer. */
  readonly #heardAt = new WeakMap<pg.ClientBase, number>()
  /** Connections that have been silent since then are closed unasked: one of them was dead. */
  #suspectedAt = Number.NEGATIVE_INFINITY
  /** Since when the database has not answered; null when the latest statement was answered. */
  #awaySince: number | null = null

  /** Whether each transaction may go to another session, as pgbouncer does it in transaction mode. */
  readonly isPooled: boolean

  /** @param onProblem called when an idle connection breaks: the next transaction opens another one. */
  constructor(url: string, { isPooled, onProblem }: DatabaseOptions) {
    this.isPooled = isPooled
    this.#pool = new pg.Pool({
      ...SETTINGS,
      ...(!isPooled && SESSION),
      Client: clientsOf(new Hosts(url)) as new () => pg.Client,
      max: CONNECTIONS,
      pipeline: true,
    })
    this.#pool.on('error', onProblem)
    this.#pool.on('connect', (client) => {
      this.#heardAt.set(client, now())
      // While a connection is in use, its statements fail with the same error.
      client.on('error', () => {})
    })
  }

  /** Until when work that begins now may wait: less long while the database is away for others already. */
  deadline(begun = now()): Deadline {
    const since = Math.min(begun, this.#awaySince ?? begun)
    return Math.max(since + PATIENCE_MS, begun + LAST_LOOK_MS)
  }

  /** A deadline for work that is allowed to take long. */
  longDeadline(): Deadline {
    return now() + LONG_MS
  }

  /** A statement that is a transaction of its own. */
  async query<R extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    deadline: Deadline = this.deadline(),
  ): Promise<pg.QueryResult<R>> {
    const begun = now()
    try {
      const client = await this.#checkOut(deadline)
      try {
        const result = await send<R>(client, this.statement(text, values), deadline)
        this.#heard(client)
        client.release()
        return result
      } catch (error) {
        client.release(!(error instanceof pg.DatabaseError))
        throw error
      }
    } catch (error) {
      throw this.noted(error, begun)
    }
  }

  /**
   * Runs a statement that is a transaction of its own and inserts the row `commitId` into the table `commits`.
   * @throws {CommitInDoubt} when the connection breaks meanwhile.
   */
  async commitAlone(commitId: string, { text, values }: Statement, deadline: Deadline): Promise<void> {
    const begun = now()
    const client = await this.#checkOut(deadline).catch((error) => {
      throw this.noted(error, begun)
    })
    try {
      await send(client, this.statement(text, values, COMMIT_NAME), deadline)
    } catch (error) {
      const reason = this.noted(error, begun)
      const isAway = problemOf(reason) === 'away'
      client.release(isAway)
      throw isAway ? new CommitInDoubt(commitId, reason) : reason
    }
    this.release(client, true)
  }

  /** Begins a transaction on a connection of its own. */
  async begin(
    deadline: Deadline = this.deadline(),
    kind: keyof typeof BEGIN = 'write',
  ): Promise<OpenTransaction> {
    const begun = now()
    const client = await this.#checkOut(deadline).catch((error) => {
      throw this.noted(error, begun)
    })
    const transaction = new OpenTransaction(this, client, deadline)
    try {
      await transaction.query(`${BEGIN[kind]}${this.isPooled ? POOLED.join('') : ''}`)
      return transaction
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** An error of the client library with a name for the loss of a connection, which counts from `begun`. */
  noted(error: unknown, begun: number): unknown {
    const reason = named(error)
    if (problemOf(reason) === 'away') this.#awaySince ??= begun
    else this.#awaySince = null
    return reason
  }

  /** The statements of this store are few: each session parses and plans each of them once. */
  statement(text: string, values: readonly unknown[], kind = NAME): pg.QueryConfig {
    if (values.length === 0) return { text }
    if (this.isPooled) return { text, values: [...values] }
    const key = kind + text
    const name = names.get(key) ?? `${kind}${names.size}`
    names.set(key, name)
    return { name, text, values: [...values] }
  }

  release(client: pg.PoolClient, isWell: boolean): void {
    if (isWell) this.#heard(client)
    client.release(!isWell)
  }

  get connections(): NonNullable<StoreFigures['connections']> {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  #heard(client: pg.PoolClient): void {
    this.#heardAt.set(client, now())
    this.#awaySince = null
  }

  /** A connection that is alive. */
  async #checkOut(deadline: Deadline): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#connection(deadline)
      const heardAt = this.#heardAt.get(client) ?? 0
      if (heardAt > now() - QUIET_MS) return client
      if (heardAt > this.#suspectedAt) {
        const asked = now()
        const answer = send(client, { text: 'select' }, Math.min(deadline, asked + SIGN_OF_LIFE_MS))
        if (await answer.then(isTrue, isFalse)) {
          this.#heard(client)
          return client
        }
        this.#suspectedAt = asked
      }
      client.release(true)
    }
  }

  #connection(deadline: Deadline): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(
        () => {
          isLate = true
          reject(new ConnectionLost(new Error('No connection to the database was free in time')))
        },
        Math.max(0, deadline - now()),
      )
      const done = () => clearTimeout(timer)
      this.#pool.connect().then(
        (client) => {
          done()
          if (isLate) client.release()
          else resolve(client)
        },
        (error) => {
          done()
          reject(error)
        },
      )
    })
  }
}

/** A transaction of the database. Statements of which nobody waits for the earlier ones go out together. */
export class OpenTransaction {
  readonly #database: Database
  readonly #client: pg.PoolClient
  #deadline: Deadline
  #isLost = false

  constructor(database: Database, client: pg.PoolClient, deadline: Deadline) {
    this.#database = database
    this.#client = client
    this.#deadline = deadline
  }

  readonly query: Query = async (text, values = []) => {
    const begun = now()
    try {
      return await send(this.#client, this.#database.statement(text, values), this.#deadline)
    } catch (error) {
      const reason = this.#database.noted(error, begun)
      if (problemOf(reason) === 'away') this.#isLost = true
      throw reason
    }
  }

  /** Its statements may take long from now on. */
  waitLong(): void {
    this.#deadline = this.#database.longDeadline()
  }

  /**
   * @param commitId the row of the table `commits` that this transaction has inserted.
   * @throws {CommitInDoubt} when the connection breaks meanwhile.
   */
  async commit(commitId: string): Promise<void> {
    try {
      const { command } = await this.query('commit')
      if (command !== 'COMMIT') throw new Error('A transaction in which a statement has failed was committed')
    } catch (error) {
      this.#database.release(this.#client, false)
      throw problemOf(error) === 'away' ? new CommitInDoubt(commitId, error) : error
    }
    this.#database.release(this.#client, true)
  }

  /** Ends it without a write; a broken connection has done that already. */
  async rollback(): Promise<void> {
    const isWell =
      !this.#isLost &&
      (await send(this.#client, { text: 'rollback' }, now() + SIGN_OF_LIFE_MS).then(isTrue, isFalse))
    this.#database.release(this.#client, isWell)
  }
}

const names = new Map<string, string>()

/** How names of prepared statements begin; a proxy in a test recognises whole commits by it. */
const NAME = 'inkling_'
const COMMIT_NAME = 'inkling_commit_'

/** Sends a statement. When the deadline passes, the client library closes the connection. */
async function send<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
  deadline: Deadline,
): Promise<pg.QueryResult<R>> {
  const query_timeout = Math.ceil(deadline - now())
  if (query_timeout <= 0) throw new ConnectionLost(new Error('The database did not answer in time'))
  return client.query<R>({ ...statement, ...{ query_timeout } })
}

const isTrue = () => true
const isFalse = () => false
