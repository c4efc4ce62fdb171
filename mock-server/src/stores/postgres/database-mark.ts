import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Query } from './query.ts'

/** Identifies the tables of a connection to other connections, as long as that connection is open. */
export interface DatabaseMark {
  readonly key: number
  readonly schema: string
}

/** Marks the tables of a connection by an advisory lock with a random key. It works on any server and for any user. */
export async function markDatabase(client: pg.Client): Promise<DatabaseMark> {
  const key = randomInt(1, 2 ** 31)
  const { rows } = await client.query<{ schema: string }>(
    'select current_schema()::text as schema from pg_advisory_lock_shared(0, $1)',
    [key],
  )
  return { key, schema: `${rows[0]?.schema}` }
}

/** Whether statements use the tables that a connection has marked. */
export async function isMarked(query: Query, { key, schema }: DatabaseMark): Promise<boolean> {
  const { rows } = await query<{ is_marked: boolean }>(
    `select current_schema()::text = $2 and exists (
       select from pg_locks where locktype = 'advisory' and classid = 0 and objid::bigint = $1::bigint and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())
     ) as is_marked`,
    [key, schema],
  )
  return rows[0]?.is_marked === true
}
