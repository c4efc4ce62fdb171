import { expect, test } from 'vitest'
import { groupGame, inOneGroup, newServer, signIn } from '../../server/compose/friends.fixture.ts'

test('a history can be fetched without its drawings', async () => {
  const ann = await signIn(newServer(), 'Ann')
  for (let daysAgo = 1; daysAgo <= 6; daysAgo++)
    await ann.createMockGame({ body: { userId: ann.id, daysAgo } })
  const whole = await ann.getHistory({ query: {} })
  const bare = await ann.getHistory({ query: { drawings: 'omit' } })
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
  const server = newServer({ clock: '2026-03-02T12:00:00-05:00' })
  const ann = await signIn(server, 'Ann')
  const goTo = (text: string) => server.clock.set(new Date(text).toISOString())
  const daysOff = async () => (await ann.getHistory({ query: {} })).daysOff
  await inOneGroup([ann])
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
  const { server, ann, ben } = await groupGame('Ann', 'Ben')
  await ann.draw()
  await ben.startTurn()
  await ben.submitGuess({ body: { guess: 'a cat' } })
  server.clock.advance(6 * 60_000)
  const { entries, summary } = await ben.getHistory({ query: {} })
  expect(entries.map(({ myEntries }) => myEntries.map(({ content }) => content))).toEqual([['a cat']])
  expect(summary).toEqual({ daysPlayed: 1, participated: 1 })
})
