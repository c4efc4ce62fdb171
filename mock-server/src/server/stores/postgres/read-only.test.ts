import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { PostgresStore } from './postgres-store.ts'
import { newDatabase, oneServer, sql } from './schema.fixture.ts'

/* A database that has become read-only. */

test('is named for every write, however many there are, and at the next start', async () => {
  const { url, name } = await newDatabase()
  const store = await PostgresStore.open(url)
  onTestFinished(() => store.close())
  await sql(oneServer().url, `alter database ${name} set default_transaction_read_only = on`)
  await sql(
    oneServer().url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
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
