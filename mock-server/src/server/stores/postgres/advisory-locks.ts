import type { Query } from './connection/statement.ts'

/** The name of a lock that stands for all lists and missing documents. */
const EVERYTHING = 'list '

/** The lock table of a PostgreSQL server has space for a few thousand. */
const MAX_LOCKS = 2500

/** Takes exclusive locks with these names. */
export const lockNames = (query: Query, names: readonly string[]): Promise<unknown> =>
  lock(query, new Map(names.map((name) => [`lock ${name}`, true])))

/**
 * Takes the locks of a commit on lists and missing documents, which have no row to lock. Every commit shares one more lock
 * that stands for everything; instead of very many locks, only this one is taken, exclusively.
 * @param keys of the lists and documents: false for a shared lock, true for an exclusive one
 */
export function lockLists(query: Query, keys: ReadonlyMap<string, boolean>): Promise<unknown> {
  if (keys.size > MAX_LOCKS) return lockAllLists(query)
  const each = [...keys].map(([key, exclusive]) => [`list ${key}`, exclusive] as const)
  return lock(query, new Map([[EVERYTHING, false], ...each]))
}

/** Waits for the commits in progress, and lets others wait until the transaction ends. */
export const lockAllLists = (query: Query): Promise<unknown> => lock(query, new Map([[EVERYTHING, true]]))

/** One statement takes all locks, in a fixed order. They end with the transaction. Each schema has its own. */
const lock = (query: Query, names: ReadonlyMap<string, boolean>): Promise<unknown> =>
  query(
    `select case when is_exclusive then pg_advisory_xact_lock(hash) else pg_advisory_xact_lock_shared(hash) end
     from (select hashtextextended(current_schema()::text || ' ' || name, 0) as hash, is_exclusive
           from unnest($1::text[], $2::boolean[]) as x (name, is_exclusive) order by name <> '${EVERYTHING}', 1) as ordered`,
    [[...names.keys()], [...names.values()]],
  )
