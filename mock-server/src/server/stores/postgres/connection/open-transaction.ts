import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Database, STATEMENT_MS } from './database.ts'
import { CommitInDoubt, problemOf } from './database-error.ts'
import { type Deadline, now, type Query, send, succeeds } from './statement.ts'

const BEGIN = {
  /** Each statement sees what is committed when it begins. A commit checks what its transaction has read. */
  write: 'begin isolation level read committed',
  /** All its statements read one snapshot. */
  snapshot: 'begin isolation level repeatable read read only',
}

/**
 * A transaction of the database, on a connection of its own from `begin` to `commit` or `rollback`. Statements are pipelined
 * if the caller does not await earlier ones: the database runs them in the order of the calls.
 */
export class OpenTransaction {
  readonly #database: Database
  readonly #client: pg.PoolClient
  #deadline: Deadline
  readonly #statementMs: number
  #isLost = false
  #isOver = false
  readonly #begun: Promise<unknown>

  /** Begins a transaction: its first statement is sent together with `begin`. */
  static async begin(
    database: Database,
    deadline: Deadline,
    kind: keyof typeof BEGIN = 'write',
  ): Promise<OpenTransaction> {
    return new OpenTransaction(database, await database.checkOut(deadline), deadline, kind)
  }

  private constructor(
    database: Database,
    client: pg.PoolClient,
    deadline: Deadline,
    kind: keyof typeof BEGIN,
  ) {
    this.#database = database
    this.#client = client
    this.#deadline = deadline
    // A snapshot is read by many statements, none of which may take long.
    this.#statementMs = kind === 'snapshot' ? STATEMENT_MS : Number.POSITIVE_INFINITY
    this.#begun = this.#send(BEGIN[kind] + database.localSettings)
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
   * Commits, together with a row in `commits`: if the connection breaks meanwhile, a search for the row shows whether the
   * commit has succeeded (`Retries.settle`).
   * @throws {CommitInDoubt} in this case.
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
