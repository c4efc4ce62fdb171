import type { Selection } from './selections.ts'

/** The name of a lock that stands for all lists and missing documents. */
const EVERYTHING = 'list '

/** The lock table of a PostgreSQL server has space for a few thousand. */
const MAX_LOCKS = 2500

/** Exclusive locks that transactions of all processes take by these names. */
export const lockNamed = (names: readonly string[]): Selection =>
  advisoryLocks(new Map(names.map((name) => [`lock ${name}`, true])))

/**
 * The locks of a commit on lists and missing documents, which have no row to lock.
 * Every commit shares one lock that stands for everything. It is taken alone, exclusively, instead of very many locks.
 * @param keys of the lists and documents: false for a shared lock, true for an exclusive one
 * @param isEverything whether all lists and documents change
 */
export function lockLists(keys: ReadonlyMap<string, boolean>, isEverything: boolean): Selection {
  const isExclusive = isEverything || keys.size > MAX_LOCKS
  const each = [...keys].map(([key, exclusive]) => [`list ${key}`, exclusive] as const)
  return advisoryLocks(new Map([[EVERYTHING, isExclusive], ...(isExclusive ? [] : each)]))
}

/** One statement takes all locks, in a fixed order. They end with the transaction. Each schema has its own. */
const advisoryLocks = (names: ReadonlyMap<string, boolean>): Selection => ({
  text: `select case when is_exclusive then pg_advisory_xact_lock(hash) else pg_advisory_xact_lock_shared(hash) end
    from (select hashtextextended(current_schema()::text || ' ' || name, 0) as hash, is_exclusive
          from unnest($1::text[], $2::boolean[]) as x (name, is_exclusive) order by name <> '${EVERYTHING}', 1) as ordered`,
  values: [[...names.keys()], [...names.values()]],
})
