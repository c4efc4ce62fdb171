import { blobNamesOf, type Game } from '../../../core/rules/game/game.ts'
import {
  type CollectionName,
  type Collections,
  collections,
  idOf,
  isKept,
} from '../../../engine/collections.ts'
import type { NewData } from '../../../engine/store.ts'
import { lockAllLists } from './advisory-locks.ts'
import { playersIn, rowsOf } from './commit.ts'
import type { Database } from './connection/database.ts'
import { OpenTransaction } from './connection/open-transaction.ts'
import type { Query } from './connection/statement.ts'
import { columnsOf, tables } from './tables.ts'

const replaced = (Object.keys(collections) as CollectionName[]).filter((name) => !isKept(name))

/** Waiting for the commits in progress to end, and for the tables. */
const LOCK_MS = 60_000

/**
 * Replaces all data in one transaction of the database. New documents wait in temporary tables, so that nobody waits for
 * locks while they arrive. At the end they take the place of the old ones: until the commit, others read the old data, and
 * their changes wait or fail.
 * @returns whether the data was replaced: not if `onlyIfEmpty` is set and there are users
 */
export async function replaceAll(
  database: Database,
  write: (data: NewData) => Promise<void>,
  onlyIfEmpty: boolean,
  unavailable: (error: unknown) => unknown,
): Promise<boolean> {
  const failed = (error: unknown) => {
    throw unavailable(error)
  }
  const transaction = await OpenTransaction.begin(database, database.longDeadline()).catch(failed)
  const query: Query = (text, values) => transaction.query<never>(text, values).catch(failed)
  try {
    await query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_MS}`,
    )
    for (const name of replaced) await query(CREATE(tables[name].name))
    await query('create temp table new_uses (sha256 text collate "C", uses int not null) on commit drop')
    await query('create temp table new_players (user_id text, day date, game_id text) on commit drop')
    await write({
      insert: async (collection, documents) => {
        await stage(query, collection, documents)
      },
      putBlobs: async (blobs) => {
        const bytes = [...blobs.values()].map((each) => Buffer.from(each))
        await query(PUT_BLOBS, [[...blobs.keys()], bytes])
      },
    })
    // Before others wait: most blobs are new, and each takes a new version of its row.
    await query(COUNT_NEW)
    await lockAllLists(query)
    if (onlyIfEmpty && (await query('select from users limit 1')).rowCount !== 0) return false
    await exchange(query)
    await transaction.commit().catch(failed)
    return true
  } finally {
    await transaction.rollback()
  }
}

/** Counts the uses of the blobs that this transaction has added. */
const COUNT_NEW = `update blobs b set uses = n.uses
  from (select sha256, sum(uses)::int as uses from new_uses group by sha256) n
  where n.sha256 = b.sha256 and b.uses = 0`

const CREATE = (table: string): string =>
  `create temp table new_${table} (like ${table} including defaults) on commit drop`

/** The row of one that is there already is locked, so that it is not removed meanwhile. */
const PUT_BLOBS = `insert into blobs (sha256, bytes, uses)
  select sha256, bytes, 0 from unnest($1::text[], $2::bytea[]) as x (sha256, bytes)
  on conflict (sha256) do update set uses = blobs.uses`

async function stage<C extends CollectionName>(
  query: Query,
  collection: C,
  documents: readonly Collections[C][],
): Promise<void> {
  const columns = columnsOf(collection)
  const into = `${isKept(collection) ? '' : 'new_'}${tables[collection].name}`
  const names = columns.map(({ name }) => `, ${name}`).join('')
  const lists = columns.map(({ type }, at) => `, $${at + 3}::${type}[]`).join('')
  await query(
    `insert into ${into} (id, doc${names}) select * from unnest($1::text[], $2::json[]${lists}) on conflict do nothing`,
    [
      documents.map((document) => idOf(collection, document)),
      documents.map((document) => JSON.stringify(document)),
      ...columns.map(({ of }) => documents.map((document) => of(document))),
    ],
  )
  const players = documents.flatMap((document) => [...playersIn(collection, document).values()])
  if (players.length > 0)
    await query(
      'insert into new_players select * from unnest($1::text[], $2::date[], $3::text[])',
      rowsOf(players),
    )
  if (collection !== 'games') return
  const uses = (documents as readonly Game[]).flatMap((game) => blobNamesOf([game]))
  await query(
    'insert into new_uses select sha256, count(*) from unnest($1::text[]) as x (sha256) group by sha256',
    [uses],
  )
}

async function exchange(query: Query): Promise<void> {
  for (const name of replaced) {
    const { name: table } = tables[name]
    const columns = ['id', 'doc', ...columnsOf(name).map((column) => column.name)].join(', ')
    await query(`delete from ${table}`)
    await query(`insert into ${table} (${columns}) select ${columns} from new_${table}`)
  }
  for (const table of ['game_players', 'day_counts']) await query(`delete from ${table}`)
  await query(
    'insert into game_players (user_id, day, game_id) select user_id, day, game_id from new_players',
  )
  await query(
    'insert into day_counts (day, players) select day, count(distinct user_id) from new_players group by day',
  )
  await query(`update blobs b set uses = coalesce(n.uses, 0) from (
    select b.sha256, sum(n.uses)::int as uses from blobs b left join new_uses n using (sha256) group by b.sha256
  ) n where n.sha256 = b.sha256 and b.uses <> coalesce(n.uses, 0)`)
  await query('delete from blobs where uses = 0')
}
