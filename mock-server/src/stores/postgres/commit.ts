import type { CollectionName, Collections } from '../../engine/store.ts'
import type { GameDay } from '../../rules/day.ts'
import type { Game } from '../../rules/game.ts'
import type { Change } from '../documents.ts'
import type { Query } from './database.ts'
import { Changed } from './database-error.ts'
import { listLocks } from './list-locks.ts'
import { keyOf } from './own-writes.ts'
import { changePlayers, type PlayerOfGame } from './player-tables.ts'
import type { PostgresTransaction, Seen, SeenList } from './postgres-transaction.ts'
import * as selections from './selections.ts'
import { collectionNames, columnsOf, tables } from './tables.ts'

type AnyDocument = Collections[CollectionName]

interface Commit {
  readonly transaction: PostgresTransaction
  /** Players to store as active. */
  readonly active: readonly { readonly userId: string; readonly day: GameDay }[]
  readonly commitId: string
  /** Whether what was read is to be checked: not when nothing but activity is written. */
  readonly isChecked: boolean
}

/** A document before and after a transaction. */
export interface Written {
  readonly collection: CollectionName
  readonly id: string
  readonly before: Seen
  /** Null when it is removed. */
  readonly after: AnyDocument | null
}

const LARGE = 1000

/** More documents go into one statement after the other. */
const PER_STATEMENT = 500

/**
 * Writes all of a transaction, after it has made sure that what the transaction relies on is unchanged and stays so
 * until the commit: rows that were read are locked for share, rows that are written match the version that was read,
 * new ones are guarded by unique keys, and lists by locks on their keys (list-locks.ts).
 * @param query of an open transaction with the isolation level READ COMMITTED.
 * @throws {Changed}
 */
export async function writeCommit(
  query: Query,
  { transaction, active, commitId, isChecked }: Commit,
): Promise<void> {
  const written = await writesOf(transaction)
  const checked = isChecked ? [...transaction.checked].flatMap((key) => transaction.seen.get(key) ?? []) : []
  const lists = isChecked ? transaction.lists : []
  const { isCleared } = transaction.own
  const isWritten = new Set(isCleared ? [] : written.map(({ collection, id }) => keyOf(collection, id)))
  const onlyRead = [
    ...checked.filter(({ collection, id }) => !isWritten.has(keyOf(collection, id))),
    // What was not there and is removed must still be missing.
    ...written.flatMap(({ before, after }) => (after === null && before.version === null ? before : [])),
  ]
  await inOrder([
    ...(isLarge(transaction) ? [() => query('set local statement_timeout = 0')] : []),
    () => query('insert into commits (id) values ($1)', [commitId]),
    ...listLocks(query, { written, onlyRead, lists, active, isAlone: isCleared }),
    ...lists.map((list) => () => checkList(query, list)),
    ...collectionNames.flatMap((collection) => checks(query, collection, onlyRead)),
    ...(isCleared ? removeEverything(query) : []),
    ...collectionNames.flatMap((collection) => writes(query, collection, written)),
    ...changePlayers(query, { ...playersOf(written), active }),
    ...[...transaction.blobs].map(
      ([sha256, bytes]) =>
        () =>
          query('insert into blobs (sha256, bytes) values ($1, $2) on conflict do nothing', [
            sha256,
            Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          ]),
    ),
  ])
}

/** Whether a commit, an import for example, may take longer than a statement otherwise may. */
export const isLarge = ({ own, blobs }: PostgresTransaction): boolean =>
  own.isCleared || own.changes.length > LARGE || blobs.size > LARGE

type Step = () => Promise<unknown>

/** Sends all statements without waiting for each other's results. All have ended when it throws what the first threw. */
async function inOrder(steps: readonly Step[]): Promise<void> {
  const results = await Promise.allSettled(steps.map((step) => step()))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** What is written, with what was there before: that decides how. */
async function writesOf(transaction: PostgresTransaction): Promise<Written[]> {
  const { own, seen } = transaction
  if (own.isCleared) {
    return own.changes
      .filter(({ document }) => document !== null)
      .map((change) => ({ ...change, before: absent(change), after: change.document }))
  }
  for (const collection of collectionNames) {
    const removed = own.changes.filter((change) => change.collection === collection && !change.document)
    await transaction.seeBeforeWrite(
      collection,
      removed.map(({ id }) => id),
    )
  }
  return own.changes.map((change) => ({
    ...change,
    before: seen.get(keyOf(change.collection, change.id)) ?? absent(change),
    after: change.document,
  }))
}

const absent = ({ collection, id }: Change): Seen => ({ collection, id, version: null, document: undefined })

async function checkList(query: Query, { collection, index, key, ids }: SeenList): Promise<void> {
  const { text, values } = selections.idsUnder(collection, index as never, key)
  const { rows } = await query<{ id: string }>(text, values)
  if (rows.length !== ids.length || rows.some(({ id }, at) => id !== ids[at])) throw new Changed()
}

/** Rows that are only read stay as they are until the commit. */
function checks(query: Query, collection: CollectionName, onlyRead: readonly Seen[]): Step[] {
  const here = onlyRead.filter((seen) => seen.collection === collection)
  const there = here.filter(({ version }) => version !== null)
  const missing = here.filter(({ version }) => version === null)
  const { name } = tables[collection]
  const steps: Step[] = []
  if (there.length > 0) {
    steps.push(() =>
      exactly(
        there.length,
        query(
          `select from ${name} t join unnest($1::text[], $2::bigint[]) as x (id, version)
             on t.id = x.id and t.version = x.version order by t.id for share of t`,
          [idsOf(there), there.map(({ version }) => version)],
        ),
      ),
    )
  }
  if (missing.length > 0) {
    steps.push(() =>
      exactly(0, query(`select from ${name} where id = any($1::text[]) limit 1`, [idsOf(missing)])),
    )
  }
  return steps
}

function writes(query: Query, collection: CollectionName, written: readonly Written[]): Step[] {
  const here = written.filter((each) => each.collection === collection).sort((a, b) => (a.id < b.id ? -1 : 1))
  const put = here.filter(({ after }) => after !== null)
  return [
    ...inParts(
      here.filter(({ before, after }) => after === null && before.version !== null),
      (part) => removal(query, collection, part),
    ),
    ...inParts(
      put.filter(({ before }) => before.version !== null),
      (part) => update(query, collection, part),
    ),
    ...inParts(
      put.filter(({ before }) => before.version === null),
      (part) => insertion(query, collection, part),
    ),
  ]
}

function inParts<T>(all: readonly T[], step: (part: readonly T[]) => Promise<unknown>): Step[] {
  const parts: Step[] = []
  for (let from = 0; from < all.length; from += PER_STATEMENT) {
    parts.push(() => step(all.slice(from, from + PER_STATEMENT)))
  }
  return parts
}

const removal = (query: Query, collection: CollectionName, part: readonly Written[]): Promise<void> =>
  exactly(
    part.length,
    query(
      `delete from ${tables[collection].name} t using unnest($1::text[], $2::bigint[]) as x (id, version)
       where t.id = x.id and t.version = x.version`,
      [idsOf(part), versionsOf(part)],
    ),
  )

function update(query: Query, collection: CollectionName, part: readonly Written[]): Promise<void> {
  const columns = columnsOf(collection)
  const names = columns.map(({ name }) => name)
  const text = `update ${tables[collection].name} t set ${[
    "version = nextval('versions')",
    'doc = x.doc::json',
    ...columns.map(({ name, type }) => `${name} = x.${name}::${type}`),
  ].join(', ')} from unnest(${[
    '$1::text[]',
    '$2::bigint[]',
    ...names.concat('doc').map((_, at) => `$${at + 3}::text[]`),
  ].join(', ')}) as x (id, version, doc${names.map((name) => `, ${name}`).join('')})
    where t.id = x.id and t.version = x.version`
  return exactly(part.length, query(text, [idsOf(part), versionsOf(part), ...valuesOf(collection, part)]))
}

function insertion(query: Query, collection: CollectionName, part: readonly Written[]): Promise<void> {
  const columns = columnsOf(collection)
  const names = ['id', 'doc', ...columns.map(({ name }) => name)]
  const text = `insert into ${tables[collection].name} (${names.join(', ')})
    select ${['x.id', 'x.doc::json', ...columns.map(({ name, type }) => `x.${name}::${type}`)].join(', ')}
    from unnest(${names.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as x (${names.join(', ')})`
  return exactly(part.length, query(text, [idsOf(part), ...valuesOf(collection, part)]))
}

/** The documents, then each column. */
function valuesOf(collection: CollectionName, part: readonly Written[]): unknown[] {
  const documents = part.flatMap(({ after }) => after ?? [])
  return [
    documents.map((document) => JSON.stringify(document)),
    ...columnsOf(collection).map(({ of }) => documents.map((document) => of(document as never))),
  ]
}

const versionsOf = (part: readonly Written[]): (string | null)[] => part.map(({ before }) => before.version)

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id)

/** @throws {Changed} when another number of rows was found. */
async function exactly(count: number, result: ReturnType<Query>): Promise<void> {
  if ((await result).rowCount !== count) throw new Changed()
}

const removeEverything = (query: Query): Step[] =>
  [
    ...collectionNames.map((collection) => tables[collection].name),
    'game_players',
    'day_players',
    'day_counts',
    'blobs',
  ].map((name) => () => query(`delete from ${name}`))

/** Who comes into games and who drops out of them. */
function playersOf(written: readonly Written[]): { added: PlayerOfGame[]; removed: PlayerOfGame[] } {
  const added: PlayerOfGame[] = []
  const removed: PlayerOfGame[] = []
  for (const { collection, before, after } of written) {
    if (collection !== 'games') continue
    const was = playersIn(before.document as Game | undefined)
    const is = playersIn(after as Game | null)
    for (const [key, player] of is) if (!was.has(key)) added.push(player)
    for (const [key, player] of was) if (!is.has(key)) removed.push(player)
  }
  return { added, removed }
}

function playersIn(game: Game | null | undefined): Map<string, PlayerOfGame> {
  if (!game) return new Map()
  const { id: gameId, day } = game
  return new Map(game.players.map(({ userId }) => [`${userId} ${day}`, { userId, day, gameId }]))
}
