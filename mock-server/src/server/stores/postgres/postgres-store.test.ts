import { describe } from 'vitest'
import { storeSuite } from '../shared/store.suite.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, serversOfDay, sql } from './schema.fixture.ts'

describe.each(serversOfDay)('$name', (server) => {
  let url: Promise<string> | undefined
  const schema = () => {
    url ??= newSchema(server)
    return url
  }

  const openEmpty = async () => {
    const store = await PostgresStore.open(await schema())
    await store.replaceAll(async () => {})
    return store
  }

  storeSuite(
    'the PostgreSQL store',
    openEmpty,
    async () => PostgresStore.open(await schema()),
    async (work) => {
      const tables = ['users', 'blobs']
      const on = tables.map(
        (table) => `create trigger full_disk before insert on ${table} execute function full_disk();`,
      )
      const off = tables.map((table) => `drop trigger full_disk on ${table};`)
      await sql(
        await schema(),
        `create or replace function full_disk() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$; ${on.join('')}`,
      )
      try {
        await work()
      } finally {
        await sql(await schema(), off.join(''))
      }
    },
  )
})
