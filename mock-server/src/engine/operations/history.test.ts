import { expect, test } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer } from '../../server/compose/in-process-server.ts'

test('a history can be fetched without its drawings', async () => {
  const { fetch } = createInProcessServer({ seed: 'history', clock: '2026-03-07T12:00:00-05:00' })
  let token: string | null = null
  const client = createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
  const { user, ...signedIn } = await client.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })
  token = signedIn.token
  for (let daysAgo = 1; daysAgo <= 6; daysAgo++) {
    await client.createMockGame({ body: { userId: user.id, daysAgo } })
  }
  const whole = await client.getHistory({ query: {} })
  const bare = await client.getHistory({ query: { drawings: 'omit' } })
  const own = whole.entries.flatMap(({ myEntries }) => myEntries)
  expect(own.filter(({ type }) => type === 'drawing').length).toBeGreaterThan(0)
  expect(own.every(({ content }) => content !== '')).toBe(true)
  expect(bare).toEqual({
    ...whole,
    entries: whole.entries.map((entry) => ({
      ...entry,
      myEntries: entry.myEntries.map((one) => (one.type === 'drawing' ? { ...one, content: '' } : one)),
    })),
  })
})

test('a history names the days without a game of the group, and the evenings under maintenance', async () => {
  const { fetch, clock } = createInProcessServer({
    seed: 'history',
    clock: '2026-03-02T12:00:00-05:00',
  })
  let token: string | null = null
  const ann = createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
  token = (await ann.signInDevice({ body: { deviceId: 'device_ann_0123456789' } })).token
  const goTo = (text: string) => clock.set(new Date(text).toISOString())
  const daysOff = async () => (await ann.getHistory({ query: {} })).daysOff
  await ann.createGroup({ body: { name: 'Owls' } })
  await ann.triggerDailyGames()
  expect(await daysOff()).toBeUndefined()
  // The server is down all day on the third, and answers again on the fourth.
  goTo('2026-03-04T09:00:00-05:00')
  await ann.getToday()
  expect(await daysOff()).toEqual(['2026-03-03'])
  goTo('2026-03-04T17:00:00-05:00')
  await ann.startMaintenance({ body: {} })
  goTo('2026-03-05T09:00:00-05:00')
  expect(await daysOff()).toEqual(['2026-03-03', '2026-03-04'])
  await ann.endMaintenance()
  await ann.getToday()
  goTo('2026-03-06T09:00:00-05:00')
  await ann.getToday()
  expect(await daysOff()).toEqual(['2026-03-03', '2026-03-04'])
})

test('a history counts the guess with which it has just ended the turn of its reader', async () => {
  const { fetch, clock } = createInProcessServer({ seed: 'history', clock: '2026-03-07T12:00:00-05:00' })
  const join = async (deviceId: string) => {
    let token: string | null = null
    const client = createClient({ baseUrl: 'http://in-process', fetch, token: () => token })
    token = (await client.signInDevice({ body: { deviceId } })).token
    return client
  }
  const [ann, ben] = [await join('device_ann_0123456789'), await join('device_ben_0123456789')]
  const { code } = await ann.createGroup({ body: { name: 'Owls' } })
  await ben.joinGroup({ body: { code } })
  await ann.triggerDailyGames()
  await ann.startTurn()
  await ann.submitTurn({ body: { content: { drawing: picture(64) }, timeSpent: 9 } })
  await ben.startTurn()
  await ben.submitGuess({ body: { guess: 'a cat' } })
  clock.advance(6 * 60_000)
  const { entries, summary } = await ben.getHistory({ query: {} })
  expect(entries.map(({ myEntries }) => myEntries.map(({ content }) => content))).toEqual([['a cat']])
  expect(summary).toEqual({ daysPlayed: 1, participated: 1 })
})
