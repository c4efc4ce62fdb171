import { blobNamesOf, type Game } from '../../../core/rules/game/game.ts'
import { userIdsIn } from '../../../core/rules/players/people.ts'
import type { User } from '../../../core/rules/players/user.ts'
import type { GameDay } from '../../../core/rules/time/day.ts'
import { type CollectionName, type Collections, playerDay } from '../../../engine/collections.ts'
import { changedLists, keyOf, listKey } from '../shared/document-keys.ts'
import type { RecordedTransaction, Seen, SeenList, Written } from '../shared/recorded-transaction.ts'
import { lockLists } from './advisory-locks.ts'
import { Changed } from './connection/database-error.ts'
import type { Query } from './connection/statement.ts'
import * as selections from './selections.ts'
import { collectionNames, columnsOf, tables } from './tables.ts'

/* The statements of a commit. */

/** One statement, or a few that depend on each other. */
type Statement = (query: Query) => Promise<unknown>

const LARGE = 1000

/**
 * Checks and writes a transaction. Everything that it depends on must be unchanged, and stay so until the commit: rows that
 * were only read are locked for share, written and removed rows must match the version that was read, new rows are guarded
 * by unique keys, and lists and missing documents by locks on their keys. Blobs never change, and their uses and the players
 * of each day follow from the written games and players. A statement throws {@link Changed} if something has changed.
 * @returns `isLarge` for a commit, for example of an import, that may exceed the usual timeouts.
 */
export function checksAndWrites(transaction: RecordedTransaction): {
  isLarge: boolean
  statements: Statement[]
} {
  const { newBlobs, checkedDocuments, lists } = transaction
  const isLarge = transaction.changes.length > LARGE || newBlobs.size > LARGE
  const written = inOrder(transaction.written)
  const isWritten = new Set(written.map(({ collection, id }) => keyOf(collection, id)))
  const onlyRead = inOrder(
    checkedDocuments.filter(({ collection, id }) => !isWritten.has(keyOf(collection, id))),
  )
  const players = changedPlayers(written)
  const locked = locksOf(written, onlyRead, lists, players)
  // The locks come first: each later statement sees what was committed before it got them. Removals and updates come before
  // insertions, which may take a unique key that they release.
  const statements = [
    ...(isLarge ? [run('set local statement_timeout = 0')] : []),
    ...(locked.size > 0 ? [(query: Query) => lockLists(query, locked)] : []),
    ...lists.map(listCheck),
    ...onlyRead.map(check),
    ...written.filter(({ after }) => after === null).map(removal),
    ...written.filter(({ before, after }) => after !== null && before.version !== null).map(update),
    ...written.filter(({ before }) => before.version === null).map(insertion),
    ...blobStatements(newBlobs, written),
    ...playerStatements(players),
  ]
  return { isLarge, statements }
}

/** Statements that are sent together. Those of an import are not in memory at once. */
const AT_ONCE = 100

/**
 * Runs all statements of an open transaction. They are pipelined: the database runs them in this order.
 * @throws the first error when all that were sent have ended.
 */
export async function runInOrder(query: Query, statements: readonly Statement[]): Promise<void> {
  for (let from = 0; from < statements.length; from += AT_ONCE) {
    const results = await Promise.allSettled(
      statements.slice(from, from + AT_ONCE).map((each) => each(query)),
    )
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

const run =
  (text: string, values: readonly unknown[] = []): Statement =>
  (query) =>
    query(text, values)

/** Runs a statement that must find or write a row. @throws {Changed} if it does not. */
const runOnOne = async (query: Query, text: string, values: readonly unknown[]): Promise<void> => {
  const { rowCount } = await query(text, values)
  if (rowCount !== 1) throw new Changed()
}

/** In the order in which all commits check or write rows of one kind. */
const inOrder = <D extends { readonly collection: CollectionName; readonly id: string }>(
  documents: readonly D[],
): D[] =>
  collectionNames.flatMap((name) =>
    documents.filter(({ collection }) => collection === name).sort((a, b) => (a.id < b.id ? -1 : 1)),
  )

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

const listCheck =
  ({ collection, index, key, ids }: SeenList): Statement =>
  async (query) => {
    const { text, values } = selections.withKeys(collection, index as never, [key])
    const { rows } = await query<{ id: string }>(text, values)
    if (rows.length !== ids.length || rows.some(({ id }, at) => id !== ids[at])) throw new Changed()
  }

/** Checks a document that was only read. Its row is locked until the commit. */
const check =
  ({ collection, id, version }: Seen): Statement =>
  async (query) => {
    const text = `select 1 from ${tables[collection].name} where id = $1`
    if (version !== null) return runOnOne(query, `${text} and version = $2::bigint for share`, [id, version])
    const { rowCount } = await query(text, [id])
    if (rowCount !== 0) throw new Changed()
  }

const removal =
  ({ collection, id, before }: Written): Statement =>
  (query) =>
    runOnOne(query, `delete from ${tables[collection].name} where id = $1 and version = $2::bigint`, [
      id,
      before.version,
    ])

const update =
  ({ collection, id, before, after }: Written): Statement =>
  (query) => {
    const columns = columnsOf(collection)
    const set = columns.map(({ name, type }, at) => `, ${name} = $${at + 3}::${type}`).join('')
    const text = `update ${tables[collection].name} set version = nextval('versions'), doc = $2::json${set}
      where id = $1 and version = $${columns.length + 3}::bigint`
    return runOnOne(query, text, [...valuesOf(collection, id, after), before.version])
  }

const insertion =
  ({ collection, id, after }: Written): Statement =>
  (query) => {
    const columns = columnsOf(collection)
    const names = columns.map(({ name }) => `, ${name}`).join('')
    const parameters = columns.map(({ type }, at) => `, $${at + 3}::${type}`).join('')
    const text = `insert into ${tables[collection].name} (id, doc${names}) values ($1, $2::json${parameters})
      on conflict do nothing`
    return runOnOne(query, text, valuesOf(collection, id, after))
  }

const valuesOf = (collection: CollectionName, id: string, document: Written['after']): unknown[] => [
  id,
  JSON.stringify(document),
  ...columnsOf(collection).map(({ of }) => of(document as never)),
]

/**
 * Writes blobs, counts by how many games each is used, and removes those that are used no more. Who stores a blob again
 * locks its row, so that it is not removed meanwhile.
 */
function blobStatements(newBlobs: ReadonlyMap<string, Uint8Array>, written: readonly Written[]): Statement[] {
  const uses = changedUses(written)
  const changed = [...uses].filter(([sha256, more]) => more !== 0 && !newBlobs.has(sha256))
  const unused = changed.flatMap(([sha256, more]) => (more < 0 ? sha256 : []))
  return [
    ...[...newBlobs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([sha256, bytes]) => run(PUT_BLOB, [sha256, bytesOf(bytes), uses.get(sha256) ?? 0])),
    ...(changed.length > 0
      ? [run(COUNT_USES, [changed.map(([sha256]) => sha256), changed.map(([, more]) => more)])]
      : []),
    ...(unused.length > 0 ? [run(REMOVE_UNUSED, [unused])] : []),
  ]
}

const PUT_BLOB = `insert into blobs (sha256, bytes, uses) values ($1, $2, $3)
  on conflict (sha256) do update set uses = blobs.uses + excluded.uses`
const COUNT_USES = `update blobs b set uses = b.uses + x.more
  from unnest($1::text[], $2::int[]) as x (sha256, more) where b.sha256 = x.sha256`
const REMOVE_UNUSED = 'delete from blobs where sha256 = any($1::text[]) and uses <= 0'

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** By how many games more each blob is used; fewer are negative. */
function changedUses(written: readonly Written[]): Map<string, number> {
  const uses = new Map<string, number>()
  const count = (document: Written['after'] | undefined, more: number) => {
    if (document)
      for (const sha256 of blobNamesOf([document as Game])) uses.set(sha256, (uses.get(sha256) ?? 0) + more)
  }
  for (const { collection, before, after } of written) {
    if (collection !== 'games') continue
    count(before.document, -1)
    count(after, 1)
  }
  return uses
}

/** A row of `game_players`. */
interface GamePlayer {
  readonly userId: string
  readonly day: GameDay
  /** Empty for a player who was active on the day. */
  readonly gameId: string
}

/** The rows of `game_players` that a commit adds and removes. */
interface ChangedPlayers {
  readonly added: readonly GamePlayer[]
  readonly removed: readonly GamePlayer[]
}

/** The rows that follow from the players of written games, and from the written players' latest active days. */
function changedPlayers(written: readonly Written[]): ChangedPlayers {
  const added: GamePlayer[] = []
  const removed: GamePlayer[] = []
  for (const { collection, before, after } of written) {
    const was = playersIn(collection, before.document)
    const is = playersIn(collection, after)
    for (const [key, player] of is) if (!was.has(key)) added.push(player)
    for (const [key, player] of was) if (!is.has(key)) removed.push(player)
  }
  return { added, removed }
}

export function playersIn(
  collection: CollectionName,
  document: Collections[CollectionName] | null | undefined,
): Map<string, GamePlayer> {
  const players: GamePlayer[] = []
  if (document && collection === 'games') {
    const { id: gameId, day, players: all } = document as Game
    for (const { userId } of all) players.push({ userId, day, gameId })
  }
  if (document && collection === 'users') {
    const { id: userId, activeOn: day } = document as User
    if (day !== undefined) players.push({ userId, day, gameId: '' })
  }
  return new Map(players.map((player) => [`${player.userId} ${player.day}`, player]))
}

/**
 * Updates `game_players`, and the number of different players of each day. The locks on the players' lists keep other commits
 * from counting them too.
 */
function playerStatements({ added, removed }: ChangedPlayers): Statement[] {
  const statements: Statement[] = []
  if (removed.length > 0) {
    const rows = rowsOf(removed)
    statements.push(run(REMOVE_PLAYERS, rows), run(COUNT_OUT, rows))
  }
  for (let from = 0; from < added.length; from += PER_STATEMENT)
    statements.push(run(ADD_PLAYERS, rowsOf(added.slice(from, from + PER_STATEMENT))))
  return statements
}

/** Maximum players per statement that adds them: an import adds many. */
const PER_STATEMENT = 1000

const ROWS = 'unnest($1::text[], $2::date[], $3::text[]) as x (user_id, day, game_id)'

export const rowsOf = (players: readonly GamePlayer[]): unknown[] => [
  userIdsIn(players),
  players.map(({ day }) => day),
  players.map(({ gameId }) => gameId),
]

/**
 * Whether a player `x` of a day is not counted. A statement does not see the rows that it adds itself. Without `offset 0`,
 * PostgreSQL may join them with the whole table, because it does not know how many rows an array has.
 */
const IS_NEW =
  'not exists (select from game_players p where p.user_id = x.user_id and p.day = x.day offset 0)'

const addToCount = (sign: '' | '-', from: string): string =>
  `insert into day_counts (day, players)
   select day, ${sign}count(distinct user_id) from ${from} x where ${IS_NEW} group by day order by day
   on conflict (day) do update set players = day_counts.players + excluded.players`

const REMOVE_PLAYERS = `delete from game_players p using ${ROWS}
  where p.user_id = x.user_id and p.day = x.day and p.game_id = x.game_id`

/** Removes players from the count who have no row of the day any more. */
const COUNT_OUT = addToCount('-', `(select * from ${ROWS})`)

/**
 * Counts those who had no row of the day. If another transaction has added a row, it has changed the game or player too, so
 * this one fails.
 */
const ADD_PLAYERS = `with added as (
    insert into game_players (user_id, day, game_id) select user_id, day, game_id from ${ROWS}
    on conflict do nothing returning user_id, day)
  ${addToCount('', 'added')}`
