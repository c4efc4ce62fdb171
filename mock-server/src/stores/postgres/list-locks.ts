import { collections, playerDay } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import { indexKeys } from '../shared/document-keys.ts'
import type { Written } from './document-statements.ts'
import type { Seen, SeenList } from './seen-documents.ts'
import type { Step } from './statements.ts'

interface Commit {
  readonly written: readonly Written[]
  /** Documents that must not have changed. */
  readonly onlyRead: readonly Seen[]
  readonly lists: readonly SeenList[]
  readonly active: readonly { readonly userId: string; readonly day: GameDay }[]
  /** Whether no other commit with locks may run at the same time. */
  readonly isExclusive: boolean
}

/** A commit with more locks locks everything: the lock table of a PostgreSQL server has space for a few thousand. */
const MAX_LOCKS = 2500

/**
 * Locks lists and missing documents, which have no row to lock. A commit that depends on one takes a shared lock; a commit
 * that adds to it or removes from it takes an exclusive lock. One statement takes all locks, in a fixed order.
 */
export function listLocks({ written, onlyRead, lists, active, isExclusive }: Commit): Step[] {
  const shared = new Set<string>()
  const exclusive = new Set<string>()
  for (const { collection, index, key } of lists) shared.add(`${collection} ${index} ${key}`)
  for (const { collection, id, version } of onlyRead)
    if (version === null) shared.add(`${collection} id ${id}`)
  for (const { userId, day } of active) exclusive.add(`games playerDay ${playerDay(userId, day)}`)
  for (const key of written.flatMap((write) => [...changedKeys(write)])) exclusive.add(key)
  const names = [...new Set([...shared, ...exclusive])]
  if (names.length === 0 && !isExclusive) return []
  const isForAll = isExclusive || names.length > MAX_LOCKS
  // The empty name is the lock of everything.
  const locks = isForAll ? [''] : ['', ...names]
  return [
    (query) =>
      query(
        `select case when is_exclusive then pg_advisory_xact_lock(hash) else pg_advisory_xact_lock_shared(hash) end
         from (select hashtextextended(current_schema()::text || ' list ' || name, 0) as hash, is_exclusive
               from unnest($1::text[], $2::boolean[]) as x (name, is_exclusive) order by name <> '', 1) as ordered`,
        [locks, locks.map((name) => (name === '' ? isForAll : exclusive.has(name)))],
      ),
  ]
}

/** The lists that a write adds to or removes from, and the document itself if it is added or removed. */
function* changedKeys({ collection, id, before, after }: Written): Generator<string> {
  const { document } = before
  if ((document === undefined) !== (after === null)) yield `${collection} id ${id}`
  for (const index of Object.keys(collections[collection].indexes)) {
    const was = document ? indexKeys(collection, index, document) : []
    const is = after ? indexKeys(collection, index, after) : []
    for (const key of was) if (!is.includes(key)) yield `${collection} ${index} ${key}`
    for (const key of is) if (!was.includes(key)) yield `${collection} ${index} ${key}`
  }
}
