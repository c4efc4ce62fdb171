import type { Database } from './connection/database.ts'
import { OpenTransaction } from './connection/open-transaction.ts'
import type { Retries } from './connection/retries.ts'
import type { Deadline } from './connection/statement.ts'

/** A table of JSON values by name. Its methods throw a {@link StoreUnavailableError} if the database fails. */
export type NamedValues = ReturnType<typeof namedValues>

export function namedValues(table: 'secrets' | 'controls', database: Database, retries: Retries) {
  const select = `select value from ${table} where name = $1`

  async function changeOnce<T>(name: string, change: (stored: unknown) => T, deadline: Deadline): Promise<T> {
    const transaction = await OpenTransaction.begin(database, deadline)
    let changed: { readonly value: T } | null = null
    try {
      // Fails at once in a read-only database, in which the lock would be granted, and others would wait for it.
      await transaction.query("select nextval('versions')")
      await transaction.query(`lock table ${table} in exclusive mode`)
      const { rows } = await transaction.query(select, [name])
      changed = { value: change(rows[0]?.value ?? null) }
      await transaction.query(
        `insert into ${table} (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
        [name, JSON.stringify(changed.value)],
      )
      await transaction.commit()
      return changed.value
    } catch (error) {
      await transaction.rollback()
      return retries.settle(error, changed)
    }
  }

  return {
    /** Null if there is no value. */
    get: (name: string): Promise<unknown> =>
      retries.run(async (deadline) => {
        const { rows } = await database.query(select, [name], deadline)
        return rows[0]?.value ?? null
      }),

    /**
     * Changes a value, one process at a time.
     * @param change gets null if there is no value, and may run several times. If it throws, the value does not change.
     * @returns the new value.
     */
    change: <T>(name: string, change: (stored: unknown) => T): Promise<T> =>
      retries.run((deadline) => changeOnce(name, change, deadline)),
  }
}
