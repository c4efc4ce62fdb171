import { type Places, testDeletedAccounts } from '../../compose/deleted-account.suite.ts'
import { newSchema, serversOfDay, sql } from './schema.fixture.ts'

/** Every row of every table. */
const rowsOf =
  (url: string): Places =>
  async () => {
    const { rows: tables } = await sql(
      url,
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    )
    const selects = tables.map(({ name }) => `select '${name}' as place, t::text as row from ${name} t`)
    const { rows } = await sql(url, selects.join(' union all '))
    return rows.map(({ place, row }) => ({ place, bytes: Buffer.from(row) }))
  }

for (const server of serversOfDay)
  testDeletedAccounts(server.name, async () => {
    const url = await newSchema(server)
    return { stored: { data: null, database: url }, places: rowsOf(url) }
  })
