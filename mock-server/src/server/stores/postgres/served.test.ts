import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clientOf } from '../../../core/contract/client/client.ts'
import { StoreUnavailableError } from '../../../engine/store.ts'
import { createCrowd } from '../../compose/crowd.fixture.ts'
import { anyone, type Friend, inOneGroup, overHttp, playerOf } from '../../compose/friends.fixture.ts'
import { copyStore } from '../../compose/store-copy.ts'
import { migrateStore, storeStatus } from '../../compose/store-operations.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../main.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { EmbeddedStore } from '../embedded/embedded-store.ts'
import { ConnectionLost } from './connection/database-error.ts'
import { ProcessMessages } from './process-messages.ts'
import { newSchema, sql } from './schema.fixture.ts'

/* A server on a database, and the commands of `inkling store`. */

const CLOCK = '2026-03-07T12:00:00-05:00'

let database: string
let folder: string
/** A data folder with a player who has drawn, and a crowd. */
let source: string
let known: { ann: Friend; adminKey: string | null; profile: unknown; world: { users: unknown[] } }
let running: RunningServer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-copy-'))
  source = join(folder, 'source')
  const server = await start({ data: source, seed: '7' })
  const ann = await playerOf(overHttp(server), 'ann')
  await inOneGroup([ann])
  await ann.draw()
  await ann.registerToken({ body: { token: 'a phone', platform: 'ios' } })
  await createCrowd(server.engine.ports.store, {
    groups: 150,
    membersEach: 3,
    createdAt: '2026-03-01T12:00:00.000Z',
  })
  await admin(server).triggerDailyGames()
  const world = await worldOf(server)
  known = { ann, adminKey: server.adminKey, profile: await ann.getProfile(), world }
  await stop(server)
})
beforeEach(async () => {
  database = await newSchema()
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({ port: 0, data: null, clock: CLOCK, ...options })
  running.push(server)
  return server
}
async function stop(server: RunningServer): Promise<void> {
  running = running.filter((other) => other !== server)
  await server.close()
}
const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error) => {
      expect(error).toBeInstanceOf(StartupError)
      return error.message
    },
  )
/** A player of one server, with the same token, at another one. */
const at = (server: RunningServer, { token }: Friend) =>
  clientOf({ baseUrl: server.url, fetch }, { token: () => token })
const worldOf = async (server: RunningServer) =>
  (await admin(server).exportWorld()) as unknown as { users: unknown[] }
const admin = (server: RunningServer) => anyone(overHttp(server))

test('players, games, tokens and the admin key survive a restart', async () => {
  const first = await start({ database })
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  const ann = await playerOf(overHttp(first), 'ann')
  await inOneGroup([ann])
  await ann.startTurn()
  const today = await ann.getToday()
  expect(today).toMatchObject({ yourStatus: 'playing', gameType: 'group' })
  await stop(first)

  const second = await start({ database })
  expect(await at(second, ann).getToday()).toEqual(today)
  expect(second.adminKey).toBe(first.adminKey)
  expect(second.engine.settings.seed).toBe(first.engine.settings.seed)
  await stop(second)
  expect(await problemOf(start({ database, seed: 'another' }))).toContain('was created with a different seed')
})

test('a world is imported at the start, exported, replaced and reset', async () => {
  const world = known.world
  const server = await start({ database, seed: '7', world })
  expect(server.importedWorld?.documents.users).toBe(world.users.length)
  expect(await worldOf(server)).toEqual(world)
  const join = () => playerOf(overHttp(server), 'another')
  await join()
  expect((await worldOf(server)).users).toHaveLength(world.users.length + 1)
  await admin(server).restoreWorld({ body: world as never })
  expect(await worldOf(server)).toEqual(world)
  expect(await (await playerOf(overHttp(server), 'ann')).getProfile()).toEqual(known.profile)
  await join()
  await admin(server).resetWorld()
  expect((await worldOf(server)).users).toEqual(world.users)
  await join()
  await stop(server)
  expect((await start({ database, world })).importedWorld).toBeNull()
})

/** The content, permissions and time of each file and folder. */
async function stateOf(folder: string): Promise<unknown[]> {
  const entries = (await readdir(folder, { recursive: true })).sort()
  return Promise.all(
    ['.', ...entries].map(async (name) => {
      const { mode, mtimeMs } = await stat(join(folder, name))
      return [name, mode, mtimeMs, await readFile(join(folder, name), 'latin1').catch(() => null)]
    }),
  )
}

test('copies move a data folder into a database, back and into another folder; tokens stay valid, the source unchanged', async () => {
  const before = await stateOf(source)
  const copied = await copyStore({ from: source, to: database })
  expect(copied.lostDrawings).toEqual([])
  const documents = known.world.users.length
  expect(copied.collections).toContainEqual({ collection: 'users', documents })
  const again = await copyStore({ from: source, to: database })
  expect(again).toEqual(copied)
  const data = join(folder, 'second')
  await copyStore({ from: database, to: data })
  const third = join(folder, 'third')
  await copyStore({ from: source, to: third })
  expect(await stateOf(source)).toEqual(before)

  for (const place of [{ database }, { data }, { data: third }]) {
    const server = await start(place)
    expect(await at(server, known.ann).getProfile()).toEqual(known.profile)
    expect(await worldOf(server)).toEqual(known.world)
    expect(server.adminKey).toBe(known.adminKey)
    await stop(server)
  }
})

test('an interrupted copy cannot be served, but can be resumed', async () => {
  const interrupted = copyStore({
    from: source,
    to: database,
    onProgress({ documents }) {
      if (documents > 300) throw new Error('the power went off')
    },
  })
  await expect(interrupted).rejects.toThrow('the power went off')
  expect(await storeStatus(database)).toMatchObject({ documents: { users: 0, games: 0 } })
  await copyStore({ from: source, to: database })
  // As after an interruption between the data and the secrets.
  await sql(database, 'delete from secrets')
  expect(await problemOf(start({ database }))).toContain('finish it with the same `inkling store copy`')
  expect(await storeStatus(database)).toMatchObject({ lacksSecrets: true })
  await copyStore({ from: source, to: database })
  expect(await storeStatus(database)).toMatchObject({ lacksSecrets: false })
  await start({ database })
})

test('a complete copy that has been used since is refused, and not changed', async () => {
  await copyStore({ from: source, to: database })
  const from = join(folder, 'grown')
  await cp(source, from, { recursive: true })
  for (const [place, name] of [
    [{ database }, 'there'],
    [{ data: from }, 'here'],
  ] as const) {
    const server = await start(place)
    await playerOf(overHttp(server), name)
    await stop(server)
  }
  const before = await storeStatus(database)
  expect(await problemOf(copyStore({ from, to: database }))).toMatch(
    /^The users of the target differ from the source: .* copy into an empty target\.$/,
  )
  expect(await storeStatus(database)).toEqual(before)
})

test('a copy refuses a target with another world', async () => {
  const from = join(folder, 'another')
  await stop(await start({ data: from, seed: 'one' }))
  await stop(await start({ database, seed: 'two' }))
  expect(await problemOf(copyStore({ from, to: database }))).toContain('already contains a different world')
})

test('a copy refuses a database that servers use, as source or as target', async () => {
  const server = await start({ database })
  const data = join(folder, 'of-served')
  for (const ends of [
    { from: database, to: data },
    { from: source, to: database },
  ])
    expect(await problemOf(copyStore(ends))).toMatch(
      /^A server process uses the database .*\. Stop all servers on it, and copy again\.$/,
    )
  await stop(server)
  await copyStore({ from: database, to: data })
})

test('a copy onto itself or into its source is refused', async () => {
  await stop(await start({ database }))
  const again = database.replace('127.0.0.1', 'localhost')
  expect(await problemOf(copyStore({ from: database, to: again }))).toBe(
    '--from and --to are the same database.',
  )
  expect(await problemOf(copyStore({ from: source, to: `${source}/.` }))).toBe(
    '--from and --to are the same folder.',
  )
  const inside = join(source, 'drawings', 'copy')
  expect(await problemOf(copyStore({ from: source, to: inside }))).toBe(
    `${inside} is inside the data folder ${source}. Choose another folder with --to.`,
  )
  expect(existsSync(inside)).toBe(false)
})

test('a copy refuses a folder with other files, and the URL of another kind of store', async () => {
  const to = join(folder, 'photos')
  await mkdir(to)
  await writeFile(join(to, 'cat.png'), '')
  expect(await problemOf(copyStore({ from: source, to }))).toBe(
    `${to} contains files and is not a data folder. Choose an empty or a new folder with --to.`,
  )
  expect(await readdir(to)).toEqual(['cat.png'])
  expect(await problemOf(copyStore({ from: source, to: 'mysql://host/inkling' }))).toMatch(/Correct --to\.$/)
})

test('a copy adds no admin key to its source, and does not migrate it', async () => {
  const data = join(folder, 'without-key')
  await stop(await start({ data, makeAdminKey: false }))
  await copyStore({ from: data, to: database })
  expect(await readdir(data)).not.toContain('admin-key')

  await sql(database, 'delete from schema_versions where version > 13')
  expect(await problemOf(copyStore({ from: database, to: join(folder, 'of-old') }))).toContain(
    'Migrate it first with `inkling store migrate`',
  )
  expect(await storeStatus(database)).toMatchObject({ schema: 13 })
})

test('errors of a copy name its own options', async () => {
  const away = 'postgres://postgres@127.0.0.1:1/inkling'
  expect(await problemOf(copyStore({ from: away, to: database }))).toMatch(/correct the address in --from\.$/)
  expect(await problemOf(copyStore({ from: source, to: away }))).toMatch(/correct the address in --to\.$/)
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const to of [file, join(file, 'data')]) {
    expect(await problemOf(copyStore({ from: source, to }))).toMatch(/Choose another one with --to\.$/)
  }
})

test('the status of a database changes nothing', async () => {
  expect(await storeStatus(database)).toMatchObject({ schema: 0, documents: null })
  const { to } = await migrateStore(database)
  await stop(await start({ database }))
  expect(await storeStatus(database)).toMatchObject({ schema: to, knownSchema: to, documents: { users: 0 } })
})

const refuse = (code: string) => `create or replace function refuse() returns trigger language plpgsql as
  $$ begin raise exception 'refused' using errcode = '${code}'; end $$`

test('a failure of a database during a copy is explained', async () => {
  await migrateStore(database)
  await sql(database, refuse('disk_full'))
  for (const table of ['games', 'secrets']) {
    await sql(database, `create trigger refused before insert on ${table} execute function refuse()`)
    expect(await problemOf(copyStore({ from: source, to: database }))).toMatch(
      /^The database .* cannot be used: refused\. Free space on its disk\.$/,
    )
    await sql(database, `drop trigger refused on ${table}`)
  }
  await copyStore({ from: source, to: database })

  await sql(
    database,
    refuse('invalid_schema_name').replace('refuse() returns trigger', 'unread() returns json'),
  )
  await sql(database, 'alter table groups rename to stored_groups')
  await sql(database, 'create view groups as select id, version, code, unread() as doc from stored_groups')
  expect(await problemOf(copyStore({ from: database, to: join(folder, 'of-failed') }))).toMatch(
    /: refused\. .* correct the search_path in --from\.$/,
  )
})

test('a full data folder during a copy is explained', async () => {
  const full = new StoreUnavailableError(new Error('journal.log cannot be written: no space left'))
  await copyStore({ from: source, to: database })
  vi.spyOn(EmbeddedStore.prototype, 'transaction').mockRejectedValueOnce(full)
  const to = join(folder, 'of-full')
  expect(await problemOf(copyStore({ from: database, to }))).toBe(
    `journal.log cannot be written: no space left. Free space for ${to}, and copy again.`,
  )
})

test('a database that fails after it was opened is explained', async () => {
  await migrateStore(database)
  await sql(database, refuse('disk_full'))
  await sql(database, 'create trigger refused before insert on secrets execute function refuse()')
  expect(await problemOf(start({ database }))).toMatch(
    /^The database .*: refused\. Free space on its disk\.$/,
  )
  await sql(database, refuse('insufficient_privilege'))
  expect(await problemOf(start({ database }))).toMatch(/: refused\. Grant its user the right to create/)
  await sql(database, 'drop trigger refused on secrets')
  await start({ database })
})

test('an error of the connection for messages names the option that gave its URL', async () => {
  const errorOf = (direct: Partial<ServerOptions>) => {
    vi.spyOn(ProcessMessages, 'open').mockRejectedValueOnce(new ConnectionLost(new Error('refused')))
    return problemOf(start({ database, ...direct }))
  }
  expect(await errorOf({})).toMatch(/correct the address in --store\.$/)
  const directDatabase = database.replace('127.0.0.1', 'localhost')
  expect(await errorOf({ directDatabase })).toMatch(
    /^The database localhost.* correct the address in --direct-store\.$/,
  )
})
