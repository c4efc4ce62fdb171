import type { Database } from './connection/database.ts'
import { CommitInDoubt } from './connection/database-error.ts'
import { OpenTransaction } from './connection/open-transaction.ts'
import type { Retries } from './connection/retries.ts'
import type { Deadline } from './connection/statement.ts'

/** A table of JSON values by name. */
export class NamedValues {
  readonly #table: 'secrets' | 'controls'
  readonly #database: Database
  readonly #retries: Retries

  constructor(table: 'secrets' | 'controls', database: Database, retries: Retries) {
    this.#table = table
    this.#database = database
    this.#retries = retries
  }

  /**
   * @returns null if there is no value.
   * @throws {StoreUnavailableError} if the database is unreachable.
   */
  get(name: string): Promise<unknown> {
    return this.#retries.run(async (deadline) => {
      const { rows } = await this.#database.query(this.#select, [name], deadline)
      return rows[0]?.value ?? null
    })
  }

  /**
   * Changes a value, one process at a time.
   * @param change gets null if there is no value, and may run several times. If it throws, the value does not change.
   * @returns the new value.
   * @throws {StoreUnavailableError} if the database is unreachable or cannot write.
   */
  change<T>(name: string, change: (stored: unknown) => T): Promise<T> {
    return this.#retries.run((deadline) => this.#changeOnce(name, change, deadline))
  }

  get #select(): string {
    return `select value from ${this.#table} where name = $1`
  }

  async #changeOnce<T>(name: string, change: (stored: unknown) => T, deadline: Deadline): Promise<T> {
    const transaction = await OpenTransaction.begin(this.#database, deadline)
    let changed: { readonly value: T } | null = null
    try {
      // Fails at once in a read-only database, in which the lock would be granted, and others would wait for it.
      await transaction.query("select nextval('versions')")
      await transaction.query(`lock table ${this.#table} in exclusive mode`)
      const { rows } = await transaction.query(this.#select, [name])
      changed = { value: change(rows[0]?.value ?? null) }
      await transaction.query(
        `insert into ${this.#table} (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
        [name, JSON.stringify(changed.value)],
      )
      await transaction.commit()
      return changed.value
    } catch (error) {
      await transaction.rollback()
      if (changed && error instanceof CommitInDoubt && (await this.#retries.isCommitted(error)))
        return changed.value
      throw error
    }
  }
}
