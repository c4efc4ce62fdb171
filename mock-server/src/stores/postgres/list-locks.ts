import type { CollectionName } from '../../engine/store.ts'
import { collections, playerDay } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import { indexKeys } from '../shared/documents.ts'
import type { Written } from './document-statements.ts'
import type { Seen, SeenList } from './postgres-transaction.ts'
import type { Step } from './statements.ts'

interface Commit {
  readonly written: readonly Written[]
  /** Documents that must not have changed. */
  readonly onlyRead: readonly Seen[]
  readonly lists: readonly SeenList[]
  readonly active: readonly { readonly userId: string; readonly day: GameDay }[]
  /** Whether no other commit that locks anything may run meanwhile. */
  readonly isAlone: boolean
}

/** Above this a commit locks everything: the table of locks of a PostgreSQL server holds some thousands. */
const MOST_LOCKS = 2500

/** Indexes whose lists `find` does not read. */
const NOT_SEARCHED = new Set(['player'])

/**
 * Locks for what has no row that could be locked: a list that was found, and a document that was missing. A commit that
 * relies on one shares its lock; a commit that adds to it or removes from it has the lock alone. One statement takes all
 * of them, in one order.
 */
export function listLocks({ written, onlyRead, lists, active, isAlone }: Commit): Step[] {
  const shared = new Set<string>()
  const alone = new Set<string>()
  for (const { collection, index, key } of lists) shared.add(`${collection} ${index} ${key}`)
  for (const { collection, id, version } of onlyRead)
    if (version === null) shared.add(`${collection} id ${id}`)
  for (const { userId, day } of active) alone.add(`games playerDay ${playerDay(userId, day)}`)
  for (const write of written) for (const key of changedKeys(write)) alone.add(key)
  const names = [...new Set([...shared, ...alone])]
  if (names.length === 0 && !isAlone) return []
  const isForAll = isAlone || names.length > MOST_LOCKS
  // The lock of everything has no name.
  const locks = isForAll ? [''] : ['', ...names]
  return [
    (query) =>
      query(
        `select case when is_alone then pg_advisory_xact_lock(hash) else pg_advisory_xact_lock_shared(hash) end
         from (select hashtextextended(current_schema()::text || ' list ' || name, 0) as hash, is_alone
               from unnest($1::text[], $2::boolean[]) as l (name, is_alone) order by name <> '', 1) as ordered`,
        [locks, locks.map((name) => (name === '' ? isForAll : alone.has(name)))],
      ),
  ]
}

/** The lists that a write adds to or removes from, and the document itself when it comes or goes. */
function* changedKeys({ collection, id, before, after }: Written): Generator<string> {
  const { document } = before
  if ((document === undefined) !== (after === null)) yield `${collection} id ${id}`
  for (const index of searchedIndexes(collection)) {
    const was = document ? indexKeys(collection, index, document) : []
    const is = after ? indexKeys(collection, index, after) : []
    for (const key of was) if (!is.includes(key)) yield `${collection} ${index} ${key}`
    for (const key of is) if (!was.includes(key)) yield `${collection} ${index} ${key}`
  }
}

const searchedIndexes = (collection: CollectionName): string[] =>
  Object.keys(collections[collection].indexes).filter((index) => !NOT_SEARCHED.has(index))
