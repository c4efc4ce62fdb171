import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Query } from './connection/statement.ts'
import { migrate } from './migrations.ts'
import { removeOldRows } from './old-rows.ts'
import { newSchema, serversOfDay, sql } from './schema.fixture.ts'

const NEVER = new AbortController().signal

describe.each(serversOfDay)('the removal of old rows on $name', (server) => {
  let url: string
  let clients: pg.Client[]

  beforeEach(async () => {
    url = await newSchema(server)
    await migrate(url)
    clients = []
  })
  afterEach(async () => {
    for (const client of clients) await client.end()
  })

  async function connected(): Promise<Query> {
    const client = new pg.Client({ connectionString: url })
    clients.push(client)
    await client.connect()
    return (text, values) => client.query(text, values && [...values])
  }
  const count = async (table: string) =>
    (await sql(url, `select count(*)::int as rows from ${table}`)).rows[0].rows
  const commits = (rows: number, age: string) =>
    sql(
      url,
      `insert into commits (id, at) select gen_random_uuid(), now() - ${age} from generate_series(1, ${rows}) n`,
    )

  test('keeps what is still needed, and removes more than one chunk', async () => {
    await commits(2500, "interval '2 hours'")
    await commits(7, "interval '59 minutes'")
    await sql(
      url,
      `insert into call_counts values ('ended', 1, now() - interval '1 second'), ('open', 1, now() + interval '1 hour')`,
    )
    await removeOldRows(await connected(), NEVER)
    expect([await count('commits'), await count('call_counts')]).toEqual([7, 1])
  })

  test('stops when the store closes', async () => {
    await commits(3000, "interval '2 hours'")
    const query = await connected()
    const stop = new AbortController()
    await removeOldRows((text, values) => {
      stop.abort()
      return query(text, values)
    }, stop.signal)
    expect(await count('commits')).toBe(2000)
  })
})
