import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { CommitInDoubt, ConnectionLost, problemOf } from './database-error.ts'

/** Runs one statement. */
export type Query = <R extends pg.QueryResultRow = pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<pg.QueryResult<R>>

/** A step of an open transaction. */
export type Step = (query: Query) => Promise<unknown>

/** When a wait ends, as a value of `performance.now()`. Timeouts of the database do not fire while it is stopped. */
export type Deadline = number

/** What a transaction needs of its database. */
interface Session {
  statement(text: string, values: readonly unknown[]): pg.QueryConfig
  converted(error: unknown, startedAt: number): unknown
  release(client: pg.PoolClient, isWell: boolean): void
  longDeadline(): Deadline
}

interface Options {
  readonly begin: string
  /** How long it waits for each statement, if that ends before the deadline. */
  readonly statementMs?: number | undefined
}

/** A transaction of the database. Statements are pipelined if the caller does not await earlier ones. */
export class OpenTransaction {
  readonly #database: Session
  readonly #client: pg.PoolClient
  #deadline: Deadline
  readonly #statementMs: number
  #isLost = false
  #isOver = false
  readonly #begun: Promise<unknown>

  constructor(
    database: Session,
    client: pg.PoolClient,
    deadline: Deadline,
    { begin, statementMs = Number.POSITIVE_INFINITY }: Options,
  ) {
    this.#database = database
    this.#client = client
    this.#deadline = deadline
    this.#statementMs = statementMs
    this.#begun = this.#send(begin)
    // The statements report it.
    this.#begun.catch(() => {})
  }

  readonly query: Query = async <R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => {
    const [result] = await Promise.all([this.#send<R>(text, values), this.#begun])
    return result
  }

  readonly #send: Query = async (text, values = []) => {
    const startedAt = now()
    try {
      const deadline = Math.min(this.#deadline, startedAt + this.#statementMs)
      return await send(this.#client, this.#database.statement(text, values), deadline)
    } catch (error) {
      const reason = this.#database.converted(error, startedAt)
      if (problemOf(reason) === 'away') this.#isLost = true
      throw reason
    }
  }

  /** Extends the deadline for long statements. */
  waitLong(): void {
    this.#deadline = this.#database.longDeadline()
  }

  /**
   * Commits. Its row in `commits` shows later whether it has succeeded.
   * @throws {CommitInDoubt} if the connection breaks meanwhile.
   */
  async commit(): Promise<void> {
    const commitId = randomUUID()
    try {
      const noted = this.query('insert into commits (id) values ($1)', [commitId])
      const [, { command }] = await Promise.all([noted, this.query('commit')])
      if (command !== 'COMMIT') throw new Error('A transaction in which a statement has failed was committed')
    } catch (error) {
      this.#release(false)
      throw problemOf(error) === 'away' ? new CommitInDoubt(commitId, error) : error
    }
    this.#release(true)
  }

  /** Rolls back, unless it has been committed; a broken connection already has. */
  async rollback(): Promise<void> {
    if (this.#isOver) return
    this.#release(!this.#isLost && (await succeeds(this.#client, 'rollback')))
  }

  #release(isWell: boolean): void {
    this.#isOver = true
    this.#database.release(this.#client, isWell)
  }
}

export const now = (): number => performance.now()

/** How long a statement that only tests a connection may take. */
const PROBE_MS = 1000

/** Sends a statement. If the deadline passes, the client library closes the connection. */
export async function send<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
  deadline: Deadline,
): Promise<pg.QueryResult<R>> {
  const query_timeout = Math.ceil(deadline - now())
  if (query_timeout <= 0) throw new ConnectionLost(new Error('The database did not answer in time'))
  return client.query<R>({ ...statement, ...{ query_timeout } })
}

/** Whether the statement succeeds within PROBE_MS and before the deadline. If it does not, close the connection. */
export async function succeeds(client: pg.PoolClient, text: string, deadline = Infinity): Promise<boolean> {
  try {
    await send(client, { text }, Math.min(deadline, now() + PROBE_MS))
    return true
  } catch {
    return false
  }
}
