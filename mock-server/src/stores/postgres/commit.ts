import { type CollectionName, playerDay } from '../../engine/collections.ts'
import { changedLists, keyOf, listKey } from '../shared/document-keys.ts'
import {
  missing,
  type RecordedTransaction,
  type Seen,
  type SeenList,
  type Written,
} from '../shared/recorded-transaction.ts'
import { Changed } from './connection/database-error.ts'
import type { Query, Step } from './connection/open-transaction.ts'
import { type ChangedPlayers, changedPlayers, changePlayers } from './player-tables.ts'
import * as selections from './selections.ts'
import { collectionNames, columnsOf, tables } from './tables.ts'

const LARGE = 1000

/** Whether a commit, for example of an import, may exceed the usual statement timeout. */
export const isLarge = ({ isCleared, changes, newBlobs }: RecordedTransaction): boolean =>
  isCleared || changes.length > LARGE || newBlobs.size > LARGE

/**
 * The statements that check and write a transaction. Everything that it depends on must be unchanged, and stay so until the
 * commit: rows that were only read are locked for share, written rows must match the version that was read, new rows are
 * guarded by unique keys, and lists and missing documents by locks on their keys. A step throws {@link Changed} if something
 * has changed.
 */
export async function checksAndWrites(transaction: RecordedTransaction): Promise<Step[]> {
  const { isCleared, newBlobs, checkedDocuments, lists } = transaction
  const written = inOrder(await writesOf(transaction))
  const isWritten = new Set(isCleared ? [] : written.map(({ collection, id }) => keyOf(collection, id)))
  const players = changedPlayers(written)
  const removed = written.filter(({ after }) => after === null)
  const onlyRead = inOrder([
    ...checkedDocuments.filter(({ collection, id }) => !isWritten.has(keyOf(collection, id))),
    // A removed document that did not exist must still be missing.
    ...removed.flatMap(({ before }) => (before.version === null ? before : [])),
  ])
  return [
    ...(isLarge(transaction) ? [run('set local statement_timeout = 0')] : []),
    ...locks(locksOf(written, onlyRead, lists, players), isCleared),
    ...lists.map(listCheck),
    ...onlyRead.map(check),
    ...(isCleared ? removeEverything : []),
    ...removed.filter(({ before }) => before.version !== null).map(removal),
    ...written.filter(({ after }) => after !== null).map(write),
    ...[...newBlobs].map(blobInsertion),
    ...changePlayers(players),
  ]
}

/** Steps that are sent together. Those of an import are not in memory at once. */
const AT_ONCE = 100

/**
 * Runs all steps of an open transaction. They are pipelined: the database runs them in this order.
 * @throws the first error when all that were sent have ended.
 */
export async function runInOrder(query: Query, steps: readonly Step[]): Promise<void> {
  for (let from = 0; from < steps.length; from += AT_ONCE) {
    const results = await Promise.allSettled(steps.slice(from, from + AT_ONCE).map((each) => each(query)))
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

const run =
  (text: string, values: readonly unknown[] = []): Step =>
  (query) =>
    query(text, values)

/** Runs a statement that must find or write a row. @throws {Changed} if it does not. */
const runOnOne = async (query: Query, text: string, values: readonly unknown[]): Promise<void> => {
  const { rowCount } = await query(text, values)
  if (rowCount !== 1) throw new Changed()
}

/** In the order in which all commits lock rows. */
const inOrder = <D extends { readonly collection: CollectionName; readonly id: string }>(
  documents: readonly D[],
): D[] =>
  collectionNames.flatMap((name) =>
    documents.filter(({ collection }) => collection === name).sort((a, b) => (a.id < b.id ? -1 : 1)),
  )

/** The written documents with their previous states, which decide between insert, update and delete. */
async function writesOf(transaction: RecordedTransaction): Promise<Written[]> {
  const { changes, isCleared, seen } = transaction
  if (isCleared) {
    return changes
      .filter(({ document }) => document !== null)
      .map((change) => ({ ...change, before: missing(change.collection, change.id), after: change.document }))
  }
  for (const collection of collectionNames) {
    const removed = changes.filter((change) => change.collection === collection && !change.document)
    await transaction.see(
      collection,
      removed.map(({ id }) => id),
    )
  }
  return changes.map((change) => ({
    ...change,
    before: seen.get(keyOf(change.collection, change.id)) ?? missing(change.collection, change.id),
    after: change.document,
  }))
}

/**
 * The locks of a commit on lists and missing documents, which have no row to lock: shared on those that it depends on, and
 * exclusive (true) on those that it changes.
 */
function locksOf(
  written: readonly Written[],
  onlyRead: readonly Seen[],
  lists: readonly SeenList[],
  { added, removed }: ChangedPlayers,
): Map<string, boolean> {
  const shared = [
    ...lists.map(({ collection, index, key }) => listKey(collection, index, key)),
    ...onlyRead.flatMap(({ collection, id, version }) =>
      version === null ? listKey(collection, 'id', id) : [],
    ),
  ]
  const exclusive = [
    ...[...added, ...removed].map(({ userId, day }) => listKey('games', 'playerDay', playerDay(userId, day))),
    ...written.flatMap(({ collection, id, before: { document }, after }) => [
      ...((document === undefined) !== (after === null) ? [listKey(collection, 'id', id)] : []),
      ...changedLists(collection, document, after),
    ]),
  ]
  return new Map([
    ...shared.map((name) => [name, false] as const),
    ...exclusive.map((name) => [name, true] as const),
  ])
}

/** A commit with more locks locks everything: the lock table of a PostgreSQL server has space for a few thousand. */
const MAX_LOCKS = 2500

/** One statement takes all locks, in a fixed order. */
function locks(names: ReadonlyMap<string, boolean>, isForAll: boolean): Step[] {
  if (names.size === 0 && !isForAll) return []
  const isExclusive = isForAll || names.size > MAX_LOCKS
  // The empty name is the lock of everything.
  const taken = [['', isExclusive] as const, ...(isExclusive ? [] : names)]
  return [
    run(
      `select case when is_exclusive then pg_advisory_xact_lock(hash) else pg_advisory_xact_lock_shared(hash) end
       from (select hashtextextended(current_schema()::text || ' list ' || name, 0) as hash, is_exclusive
             from unnest($1::text[], $2::boolean[]) as x (name, is_exclusive) order by name <> '', 1) as ordered`,
      [taken.map(([name]) => name), taken.map(([, exclusive]) => exclusive)],
    ),
  ]
}

const listCheck =
  ({ collection, index, key, ids }: SeenList): Step =>
  async (query) => {
    const { text, values } = selections.withKeys(collection, index as never, [key])
    const { rows } = await query<{ id: string }>(text, values)
    if (rows.length !== ids.length || rows.some(({ id }, at) => id !== ids[at])) throw new Changed()
  }

const removeEverything: Step[] = [
  ...collectionNames.map((collection) => tables[collection].name),
  'game_players',
  'day_players',
  'day_counts',
  'blobs',
].map((name) => run(`delete from ${name}`))

/** Checks a document that was only read. Its row is locked until the commit. */
const check =
  ({ collection, id, version }: Seen): Step =>
  async (query) => {
    const text = `select 1 from ${tables[collection].name} where id = $1`
    if (version !== null) return runOnOne(query, `${text} and version = $2::bigint for share`, [id, version])
    const { rowCount } = await query(text, [id])
    if (rowCount !== 0) throw new Changed()
  }

const removal =
  ({ collection, id, before }: Written): Step =>
  (query) =>
    runOnOne(query, `delete from ${tables[collection].name} where id = $1 and version = $2::bigint`, [
      id,
      before.version,
    ])

/** Inserts or updates a document. */
const write =
  ({ collection, id, before, after }: Written): Step =>
  (query) => {
    const { name } = tables[collection]
    const columns = columnsOf(collection)
    const values = [id, JSON.stringify(after), ...columns.map(({ of }) => of(after as never))]
    if (before.version === null) {
      const names = columns.map((column) => `, ${column.name}`).join('')
      const parameters = columns.map(({ type }, at) => `, $${at + 3}::${type}`).join('')
      return runOnOne(
        query,
        `insert into ${name} (id, doc${names}) values ($1, $2::json${parameters}) on conflict do nothing`,
        values,
      )
    }
    const set = columns.map((column, at) => `, ${column.name} = $${at + 3}::${column.type}`).join('')
    const text = `update ${name} set version = nextval('versions'), doc = $2::json${set}
      where id = $1 and version = $${columns.length + 3}::bigint`
    return runOnOne(query, text, [...values, before.version])
  }

const blobInsertion =
  ([sha256, bytes]: [string, Uint8Array]): Step =>
  (query) =>
    query('insert into blobs (sha256, bytes) values ($1, $2) on conflict do nothing', [
      sha256,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ])
