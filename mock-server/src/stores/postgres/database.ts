import pg from 'pg'
import { CommitInDoubt, named, problemOf } from './database-error.ts'

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
  connectionTimeoutMillis: 5000,
  statement_timeout: STATEMENT_MS,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 5000,
  // A database that stands still does not count its own time.
  query_timeout: STATEMENT_MS + 1000,
  keepAlive: true,
} satisfies pg.ClientConfig

/** A pool of connections to one PostgreSQL database. */
export class Database {
  readonly #pool: pg.Pool

  /** @param onProblem called when an idle connection breaks: the next transaction opens another one. */
  constructor(url: string, onProblem: (problem: unknown) => void) {
    this.#pool = new pg.Pool({ ...SETTINGS, connectionString: url, max: CONNECTIONS, pipeline: true })
    this.#pool.on('error', onProblem)
    // While a connection is in use, its statements fail with the same error.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** A statement that is a transaction of its own. */
  readonly query: Query = async (text, values = []) =>
    this.#pool.query(statement(text, values)).catch(rethrow)

  /** Begins a transaction with the isolation level READ COMMITTED on a connection of its own. */
  async begin(): Promise<OpenTransaction> {
    const client = await this.#pool.connect().catch(rethrow)
    const transaction = new OpenTransaction(client)
    try {
      await transaction.query('begin isolation level read committed')
      return transaction
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

/** A transaction of the database. Statements of which nobody waits for the earlier ones go out together. */
export class OpenTransaction {
  readonly #client: pg.PoolClient
  #isLong = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  readonly query: Query = async (text, values = []) =>
    this.#client
      .query({ ...statement(text, values), ...(this.#isLong && { query_timeout: LONG_MS }) })
      .catch(rethrow)

  /** Its statements may take long from now on. */
  waitLong(): void {
    this.#isLong = true
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
      this.#client.release(true)
      throw problemOf(error) === 'away' ? new CommitInDoubt(commitId, error) : error
    }
    this.#client.release()
  }

  /** Ends it without a write; a broken connection has done that already. */
  async rollback(): Promise<void> {
    const isWell = await this.#client.query('rollback').then(
      () => true,
      () => false,
    )
    this.#client.release(!isWell)
  }
}

/** The statements of this store are few: each connection parses and plans each of them once. */
const names = new Map<string, string>()

function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  if (values.length === 0) return { text }
  const name = names.get(text) ?? `inkling_${names.size}`
  names.set(text, name)
  return { name, text, values: [...values] }
}

const rethrow = (error: unknown): never => {
  throw named(error)
}
