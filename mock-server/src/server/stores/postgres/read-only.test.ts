import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { PostgresStore } from './postgres-store.ts'
import { servers, sql } from './schema.fixture.ts'

/* A database that has become read-only. */

const [server] = servers
if (!server) throw new Error('No PostgreSQL server was started')
const postgres = server

async function newDatabase() {
  const name = `read_only_${randomBytes(8).toString('hex')}`
  await sql(postgres.url, `create database ${name}`)
  onTestFinished(async () => {
    await sql(postgres.url, `drop database ${name} with (force)`)
  })
  const url = new URL(postgres.url)
  url.pathname = name
  const becomeReadOnly = async () => {
    await sql(postgres.url, `alter database ${name} set default_transaction_read_only = on`)
    await sql(
      postgres.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
  }
  return { url: url.href, becomeReadOnly }
}

test('is named for every write, however many there are, and at the next start', async () => {
  const { url, becomeReadOnly } = await newDatabase()
  const store = await PostgresStore.open(url)
  onTestFinished(() => store.close())
  await becomeReadOnly()
  for (let round = 0; round < 4; round++) {
    const writes = Array.from({ length: 12 }, (_, at) => store.secrets.change(`${round} ${at}`, () => 'a'))
    for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected')
      expect(reason).toBeInstanceOf(StoreUnavailableError)
      expect(reason.explanation).toMatch(/read-only transaction\. Choose a database that accepts writes\.$/)
    }
  }
  const opening = PostgresStore.open(url)
  await expect(opening).rejects.toThrow(StartupError)
  await expect(opening).rejects.toThrow('is read-only. Choose a database that accepts writes with --store.')
})
