import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from '@inkling/fixtures/words'
import pg from 'pg'
import { crowdGroup } from '../src/compose/crowd.fixture.ts'
import { Ids } from '../src/engine/ids.ts'
import type { CollectionName, Collections } from '../src/engine/store.ts'
import { nodeCodecs } from '../src/platform/node-codecs.ts'
import type { GameDay } from '../src/rules/day.ts'
import { createGame } from '../src/rules/game.ts'
import type { Instant } from '../src/rules/instant.ts'
import { columnsOf, tables } from '../src/stores/postgres/tables.ts'
import { idOf } from '../src/stores/shared/document-keys.ts'
import { SEED } from './engine-callers.ts'

interface PostgresCrowd {
  readonly groups: number
  readonly membersEach: number
  /** When all players signed up and created their groups. */
  readonly createdAt: Instant
  /** The day of the games, none of which has started. */
  readonly day: GameDay
  readonly dayStart: Instant
}

/** Groups per file of rows. */
const PER_FILE = 20_000

/**
 * Fills the empty tables of a database with groups, their members and their games of one day. The database is then
 * checkpointed, vacuumed and analysed, as it is long after a bulk load. PostgreSQL reads the rows from files by COPY,
 * so it must run on this machine, and the database user must be allowed to read files.
 */
export async function seedPostgres(url: string, crowd: PostgresCrowd): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-seed-'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // PostgreSQL may run as another user.
    await chmod(folder, 0o711)
    const file = join(folder, 'rows')
    for (let first = 0; first < crowd.groups; first += PER_FILE) {
      const end = Math.min(first + PER_FILE, crowd.groups)
      for (const { table, columns, rows } of loads(crowd, first, end)) {
        await writeFile(file, rows.join(''), { mode: 0o644 })
        await client.query(`copy ${table} (${columns.join(', ')}) from '${file}'`)
      }
    }
    const { day } = crowd
    await client.query('insert into day_counts (day, shard, players) values ($1, 0, $2)', [
      day,
      crowd.groups * crowd.membersEach,
    ])
    await client.query("insert into rollover (id, doc) values ('rollover', $1)", [
      JSON.stringify({ id: 'rollover', day }),
    ])
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Load {
  readonly table: string
  readonly columns: readonly string[]
  /** Lines in the format of COPY. */
  readonly rows: string[]
}

/** The rows of the groups from `first` up to, but not including, `end`. */
function loads(crowd: PostgresCrowd, first: number, end: number): Load[] {
  const ids = new Ids(nodeCodecs, SEED)
  const users = documents('users')
  const groups = documents('groups')
  const games = documents('games')
  const players: Load = { table: 'game_players', columns: ['user_id', 'day', 'game_id'], rows: [] }
  for (let at = first; at < end; at++) {
    const { group, members } = crowdGroup(at, crowd)
    const game = createGame({
      id: ids.groupGame(group.id, crowd.day),
      kind: 'group',
      groupId: group.id,
      day: crowd.day,
      word: words[at % words.length]?.word ?? '',
      now: crowd.dayStart,
      userIds: members.map(({ id }) => id),
    })
    groups.rows.push(row('groups', group))
    games.rows.push(row('games', game))
    for (const member of members) {
      users.rows.push(row('users', member))
      players.rows.push(line([member.id, crowd.day, game.id]))
    }
  }
  return [users, groups, games, players]
}

const documents = (collection: CollectionName): Load => ({
  table: tables[collection].name,
  columns: ['id', 'doc', ...columnsOf(collection).map(({ name }) => name)],
  rows: [],
})

const row = <C extends CollectionName>(collection: C, document: Collections[C]): string =>
  line([
    idOf(collection, document),
    JSON.stringify(document),
    ...columnsOf(collection).map(({ of }) => of(document)),
  ])

const line = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? '\\N' : value.replaceAll('\\', '\\\\'))).join('\t')}\n`
