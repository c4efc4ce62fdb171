import { beforeEach, describe, expect, test } from 'vitest'
import { type Friend, groupGame, newServer, signIn } from '../../server/compose/friends.fixture.ts'

let client: Friend
let userId: string

beforeEach(async () => {
  client = await signIn(newServer(), 'Ann')
  userId = client.id
})

describe('a mock game', () => {
  test('is a completed game of an earlier day with an entry of the user, and is in their history', async () => {
    const { gameId, date } = await client.createMockGame({ body: { userId } })
    expect(date).toBe('2026-03-06')
    const results = await client.getGame({ params: { id: gameId } })
    expect(results.chain.length).toBeGreaterThanOrEqual(4)
    expect(results.chain.map(({ type }) => type).slice(0, 3)).toEqual(['drawing', 'guessing', 'drawing'])
    expect(results.chain.some((step) => step.userId === userId)).toBe(true)
    expect(results.chain[0]?.strokes?.length).toBeGreaterThan(0)
    const history = await client.getHistory({ query: {} })
    expect(history.entries).toMatchObject([{ gameId, completed: true, word: results.word, myEntries: [{}] }])
    expect((await client.getYesterdayResults()).gameId).toBe(gameId)
  })

  test.each(['00:00:01', '00:20:00', '06:00:00', '12:00:00', '23:59:59'])(
    'of today has no turn that ends after now, at %s',
    async (time) => {
      const { now } = await client.changeClock({ body: { set: `2026-03-07T${time}-05:00` } })
      const { gameId } = await client.createMockGame({ body: { userId, daysAgo: 0 } })
      const { createdAt, entries, completedAt } = await client.inspectGame({ params: { id: gameId } })
      const instants = [createdAt, ...(entries as { at: string }[]).map(({ at }) => at), completedAt, now]
      expect(instants).toEqual([...instants].sort())
    },
  )

  test('can be created once per day, on any day, for existing users', async () => {
    await client.createMockGame({ body: { userId, daysAgo: 3650 } })
    await client.createMockGame({ body: { userId, daysAgo: 0 } })
    await expect(client.createMockGame({ body: { userId, daysAgo: 0 } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(client.createMockGame({ body: { userId: 'nobody' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(client.createMockGame({ body: { userId, daysAgo: 3651 } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe("completing a user's game", () => {
  test('plays it to its end from any state', async () => {
    const { ann } = await groupGame('Ann', 'Ben')
    await ann.startTurn()
    const { gameId, turnsFilled } = await ann.completeUserGame()
    expect(turnsFilled).toBe(2)
    expect(await ann.getToday()).toMatchObject({ gameId, status: 'completed', yourStatus: 'completed' })
    await expect(ann.completeUserGame()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('fills a public game with simulated players', async () => {
    await client.jumpIn()
    expect((await client.completeUserGame()).turnsFilled).toBe(8)
    const { participants } = await client.getToday()
    expect(new Set(participants.map((each) => each.username)).size).toBe(8)
  })

  test('ends within the day, even just before midnight and with a turn that is about to expire', async () => {
    await client.changeClock({ body: { set: '2026-03-07T23:58:00-05:00' } })
    await client.jumpIn()
    await client.startTurn()
    await client.changeClock({ body: { advanceMs: 119_000 } })
    const { gameId } = await client.completeUserGame()
    expect((await client.getGame({ params: { id: gameId } })).chain.length).toBe(8)
    const { games } = await client.exportWorld()
    expect(games).toMatchObject([{ id: gameId, completedAt: '2026-03-08T05:00:00.000Z' }])
  })

  test('needs an open game', async () => {
    await expect(client.completeUserGame()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('regenerating a correct history changes nothing', async () => {
  await client.createMockGame({ body: { userId, daysAgo: 2 } })
  await client.createMockGame({ body: { userId, daysAgo: 1 } })
  const before = await client.exportWorld()
  expect(await client.regenerateHistory({ body: { userId } })).toEqual({ userId, entries: 2 })
  expect(await client.exportWorld()).toEqual(before)
  await expect(client.regenerateHistory({ body: { userId: 'nobody' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
