import { migrateStore } from '@inkling/mock-server/store-operations'
import { newSchema, sql } from '@inkling/mock-server/testing'
import { expect, test } from 'vitest'
import { programFixture } from '../program.fixture.ts'

/* `inkling store migrate --dry-run` on databases of each version. */

const { run } = programFixture({})

test('a dry run announces what the migration would do, and refuses what it would refuse', async () => {
  const url = await newSchema()
  const dryRun = () => run(['store', 'migrate', '--store', url, '--dry-run'])
  expect((await dryRun()).stdout).toMatch(/^To do: schema of .* from version 0 to \d+\.$/m)
  const { to } = await migrateStore(url)
  const nothing = /^Nothing to do: .* is already at schema version (\d+)\.$/m
  expect((await dryRun()).stdout).toMatch(nothing)
  await sql(url, `insert into schema_versions (version, oldest_program) values (${to + 1}, ${to})`)
  expect(nothing.exec((await dryRun()).stdout)?.[1]).toBe(String(to + 1))
  await sql(url, `insert into schema_versions (version, oldest_program) values (${to + 2}, ${to + 2})`)
  const refused = await dryRun()
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('Run a newer Inkling')
})
