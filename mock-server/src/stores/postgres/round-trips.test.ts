import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCrowd, crowdDevice } from '../../compose/crowd.fixture.ts'
import { inProcessFetch } from '../../compose/in-process.ts'
import { createReferenceEngine, secretsOf } from '../../compose/reference-engine.ts'
import { createClient } from '../../contract/client.ts'
import { ControlledClock } from '../../control/clock.ts'
import { picture } from '../../picture/picture.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, servers } from './schema.fixture.ts'

const NOON = '2026-03-07T12:00:00-05:00'
const GUESS = 'a purple elephant'

describe.each(servers)('on $name', (server) => {
  test('a call about a game reads once and commits once', async () => {
    const store = await PostgresStore.open(await newSchema(server))
    onTestFinished(() => store.close())
    await createCrowd(store, { groups: 1, membersEach: 4, createdAt: '2026-03-01T12:00:00.000Z' })
    const clock = new ControlledClock()
    clock.freezeAt(NOON)
    const engine = createReferenceEngine(store, clock, {
      ...secretsOf('round trips'),
      timeZone: 'America/New_York',
      adminKey: null,
      everyoneIsAdmin: true,
      isProtected: false,
    })
    await engine.rollOverIfDue()
    const signedIn = async (member: number) => {
      let token: string | null = null
      const fetch = inProcessFetch(engine)
      const client = createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
      token = (await client.signInDevice({ body: { deviceId: crowdDevice(0, member) } })).token
      await client.registerToken({ body: { token: `${member}`, platform: 'web' } })
      return client
    }
    const [drawer, guesser, skipper] = [await signedIn(0), await signedIn(1), await signedIn(2)]
    await signedIn(3)

    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    const roundTrips: Record<string, number> = {}
    const count = async (name: string, call: () => Promise<unknown>) => {
      query.mockClear()
      await call()
      roundTrips[name] = query.mock.calls.length
    }
    await count('getToday', () => drawer.getToday())
    await count('startTurn', () => drawer.startTurn())
    await count('submitTurn with a drawing', () =>
      drawer.submitTurn({ body: { content: { drawing: picture(64) }, timeSpent: 5, strokeCount: 3 } }),
    )
    await count('startTurn, which shows a drawing', () => guesser.startTurn())
    await count('submitGuess', () => guesser.submitGuess({ body: { guess: GUESS } }))
    await count('submitTurn with a guess', () =>
      guesser.submitTurn({ body: { content: { guess: GUESS }, timeSpent: 5 } }),
    )
    await skipper.startTurn()
    await count('skipTurn', () => skipper.skipTurn())

    expect(roundTrips).toEqual({
      getToday: 1,
      startTurn: 2,
      'submitTurn with a drawing': 2,
      'startTurn, which shows a drawing': 3,
      submitGuess: 2,
      'submitTurn with a guess': 2,
      skipTurn: 2,
    })
    // The tokens of the waiting players, each time that the turn became free.
    const { items } = await drawer.getOutbox()
    expect(items.map(({ token }) => token)).toEqual(['1', '2', '3', '2', '3', '3'])
  })
})
