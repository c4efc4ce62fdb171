import { describe, expect, test, vi } from 'vitest'
import type { Client } from '../../../core/contract/client/client.ts'
import { picture } from '../../../core/picture/picture.fixture.ts'
import type { Engine } from '../../../engine/engine.ts'
import { createCrowd, crowdGroupId } from '../../compose/crowd.fixture.ts'
import { crowdClient, engineOver } from '../../compose/crowd-client.fixture.ts'
import { ControlledClock } from '../../control/clock.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, serversOfDay, sql } from './schema.fixture.ts'

const GROUPS = 300
/** PostgreSQL may plan a prepared statement differently after its first five runs. */
const PLAYERS = 12
const TABLES = ['users', 'groups', 'games', 'game_players', 'push_tokens']

describe.each(serversOfDay)('on $name with default settings', (server) => {
  test('no call of a player reads a whole table', async () => {
    const url = await newSchema(server)
    const clock = new ControlledClock()
    clock.freezeAt('2026-03-07T12:00:00-05:00')

    /** Runs `work` over a new store: PostgreSQL counts what a session has read when it ends. */
    const withEngine = async (work: (engine: Engine) => Promise<unknown>) => {
      const store = await PostgresStore.open(url)
      await work(engineOver(store, clock))
      await store.close()
    }
    /** PostgreSQL reads a small table as a whole, so all players were active yesterday. */
    const rollOver = async (yesterday: string) => {
      await sql(
        url,
        `insert into game_players select id, '${yesterday}', '' from users on conflict do nothing`,
      )
      // On a busy machine, a batch may take longer than the store waits. The next attempt goes on from the last batch.
      await withEngine((engine) => vi.waitFor(() => engine.rollOverIfDue(), { timeout: 120_000 }))
      await sql(url, `analyze ${TABLES}`)
    }
    const rowsScanned: Record<string, number> = {}
    const measure = async (
      name: string,
      call: (client: Client, group: number) => Promise<unknown>,
      member = 0,
    ) => {
      const before = await scannedRows(url)
      await withEngine(async (engine) => {
        for (let at = 0; at < PLAYERS; at++) {
          const group = Math.floor((at * GROUPS) / PLAYERS)
          await call(await crowdClient(engine, group, member), group)
        }
      })
      rowsScanned[name] = (await scannedRows(url)) - before
    }

    const store = await PostgresStore.open(url)
    await createCrowd(store, { groups: GROUPS, membersEach: 5, createdAt: '2026-03-01T12:00:00.000Z' })
    await store.close()
    await sql(
      url,
      `insert into push_tokens (id, user_id, doc) select 'token ' || id, id, json_build_object(
         'token', 'token ' || id, 'platform', 'web', 'userId', id, 'deviceId', null, 'createdAt', now()) from users`,
    )
    await rollOver('2026-03-06')
    await measure('getToday', (client) => client.getToday())
    await measure('getGroup', (client, at) => client.getGroup({ params: { id: crowdGroupId(at) } }))
    await measure('lookupGroup', async (client, at) => {
      const { code } = await client.getGroup({ params: { id: crowdGroupId(at) } })
      await client.lookupGroup({ params: { code } })
    })
    await measure('updateProfile', (client, at) =>
      client.updateProfile({ body: { username: `Painter${at}` } }),
    )
    await measure('startTurn', (client) => client.startTurn())
    await measure('submitTurn', (client) =>
      client.submitTurn({ body: { content: { drawing: picture(64) }, timeSpent: 5, strokeCount: 3 } }),
    )
    await measure('skipTurn', (client) => client.skipTurn(), 1)
    await measure('pingActivity', (client) => client.pingActivity())
    await measure('getDailyStats', (client) => client.getDailyStats())
    await measure('leaveGroup', (client, at) => client.leaveGroup({ params: { id: crowdGroupId(at) } }))
    await measure('jumpIn', (client) => client.jumpIn())
    clock.set('2026-03-08T00:00:10-05:00')
    await rollOver('2026-03-07')
    await measure('getYesterdayResults', (client) => client.getYesterdayResults())
    await measure('getHistory', (client) => client.getHistory({ query: {} }))

    expect(rowsScanned).toEqual(Object.fromEntries(Object.keys(rowsScanned).map((name) => [name, 0])))
  })
})

/** Rows of the tables that were read without an index. */
async function scannedRows(url: string): Promise<number> {
  const { rows } = await sql(
    url,
    `select sum(seq_tup_read)::int as rows from pg_stat_user_tables
     where schemaname = current_schema() and relname in (${TABLES.map((name) => `'${name}'`)})`,
  )
  return rows[0].rows
}
