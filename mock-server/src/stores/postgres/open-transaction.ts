import type pg from 'pg'
import { CommitInDoubt, problemOf } from './connection/database-error.ts'
import { type Deadline, now, type Query, send, succeeds } from './connection/query.ts'

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
   * @param commitId the row that this transaction has inserted into the table `commits`.
   * @throws {CommitInDoubt} if the connection breaks during the commit.
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

  /** Rolls back; a broken connection already has. */
  async rollback(): Promise<void> {
    const isWell = !this.#isLost && (await succeeds(this.#client, 'rollback'))
    this.#database.release(this.#client, isWell)
  }
}
