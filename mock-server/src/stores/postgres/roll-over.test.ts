import { describe, expect, test } from 'vitest'
import { createCrowd, crowdDevice } from '../../compose/crowd.fixture.ts'
import { inProcessFetch } from '../../compose/in-process.ts'
import { createReferenceEngine, secretsOf } from '../../compose/reference-engine.ts'
import { createClient } from '../../contract/client.ts'
import { ControlledClock } from '../../control/clock.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, servers } from './schema.fixture.ts'

/** More than one batch. */
const GROUPS = 120

describe.each(servers)('the roll-over on $name', (server) => {
  test('closes games whose turn was in its grace period when other games of the day were closed', async () => {
    const store = await PostgresStore.open(await newSchema(server))
    await createCrowd(store, { groups: GROUPS, membersEach: 2, createdAt: '2026-03-01T12:00:00.000Z' })
    const clock = new ControlledClock()
    clock.freezeAt('2026-03-07T12:00:00-05:00')
    const settings = { timeZone: 'America/New_York', adminKey: null, everyoneIsAdmin: true }
    const engine = createReferenceEngine(store, clock, {
      ...secretsOf('roll-over'),
      ...settings,
      isProtected: false,
    })
    await engine.rollOverIfDue()
    clock.set('2026-03-07T23:59:00-05:00')
    for (let group = 0; group < GROUPS; group += 40) {
      let token: string | null = null
      const client = createClient({
        baseUrl: 'http://in-process',
        fetch: inProcessFetch(engine),
        token: () => token,
      })
      token = (await client.signInDevice({ body: { deviceId: crowdDevice(group, 0) } })).token
      await client.startTurn()
    }
    const openAfterRollOver = async () => {
      await engine.rollOverIfDue()
      const games = await store.transaction((tx) => tx.search('gamesOfDay', '2026-03-07'))
      expect(games).toHaveLength(GROUPS)
      return games.filter(({ completedAt }) => completedAt === null).length
    }
    clock.set('2026-03-08T00:00:05-05:00')
    expect(await openAfterRollOver()).toBe(3)
    clock.set('2026-03-08T00:05:10-05:00')
    expect(await openAfterRollOver()).toBe(0)
    await store.close()
  })
})
