import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newServer, playerOf } from '../compose/friends.fixture.ts'
import type { StageRequest } from './stage-plan.ts'

/** Changes daily (.config/vitest.config.ts). */
const dailySeed = Number(process.env.INKLING_TEST_SEED)

async function open() {
  const server = newServer()
  const client = await playerOf(server, 'ann')
  return { server, client, userId: client.id }
}

const requests = fc.record({
  turnType: fc.constantFrom('drawing' as const, 'guess' as const, 'random' as const),
  gameStatus: fc.constantFrom('waiting' as const, 'active' as const, 'completed' as const),
  turnStatus: fc.constantFrom(
    'pending' as const,
    'playing' as const,
    'completed' as const,
    'skipped' as const,
  ),
  inGroup: fc.boolean(),
  groupSize: fc.integer({ min: 1, max: 10 }),
  difficulty: fc.constantFrom('easy' as const, 'hard' as const),
})
type FullRequest = typeof requests extends fc.Arbitrary<infer W> ? W : never

test('the requested state is reached, or refused with the field to change', async () => {
  const { client, userId } = await open()
  let staged = 0
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const today = await client.stage({ body: { userId, ...request } }).catch((error: unknown) => {
        expect(error).toMatchObject({
          code: 'VALIDATION_FAILED',
          message: expect.stringMatching(/turnStatus|turnType|groupSize/),
        })
      })
      if (!today) return
      staged++
      expectState(today, request)
      expect(await client.getToday()).toEqual(today)
    }),
    { seed: dailySeed, numRuns: 50 },
  )
  expect(staged).toBeGreaterThan(5)
})

type Today = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['client']['getToday']>>

function expectState(today: Today, request: FullRequest): void {
  expect(today).toMatchObject({
    hasGame: true,
    status: request.gameStatus,
    yourStatus: request.turnStatus,
    gameType: request.inGroup ? 'group' : 'public',
  })
  const isFull = !request.inGroup && (request.groupSize > 8 || request.gameStatus === 'completed')
  expect(today.participants).toHaveLength(isFull ? 8 : request.groupSize)
  const type = request.turnType
  if (type === 'random') return
  const shown = type === 'guess' ? 'guessing' : type
  if (request.turnStatus === 'pending') expect(today.yourNextTurnType).toBe(shown)
  if (request.turnStatus === 'playing') expect(today.currentTurn?.type).toBe(shown)
  if (request.turnStatus === 'completed') expect(today.yourSubmission).toHaveProperty(type)
}

test('by default the player can start a turn in an active group of five', async () => {
  const { client, userId } = await open()
  const today = await client.stage({ body: { userId } })
  expect(today).toMatchObject({ status: 'active', canStartTurn: true, gameType: 'group' })
  expect(today.participants).toHaveLength(5)
  const turn = await client.startTurn()
  expect(turn.gameId).toBe(today.gameId)
})

test('a staged guess can be played like any other', async () => {
  const { client, userId } = await open()
  await client.stage({ body: { userId, turnType: 'guess', turnStatus: 'playing', groupSize: 2 } })
  await client.submitGuess({ body: { guess: 'bridge' } })
  await client.submitTurn({ body: { content: { guess: 'bridge' }, timeSpent: 3 } })
  expect(await client.getToday()).toMatchObject({ status: 'completed', yourStatus: 'completed' })
})

test.each([true, false])(
  'staging again creates another game with another turn, inGroup: %s',
  async (inGroup) => {
    const { client, userId } = await open()
    const stageTurn = async () => {
      await client.stage({ body: { userId, turnType: 'drawing', turnStatus: 'playing', inGroup } })
      return client.startTurn()
    }
    const turns = [await stageTurn(), await stageTurn(), await stageTurn()]
    expect(new Set(turns.map(({ turnId }) => turnId)).size).toBe(3)
    expect(new Set(turns.map(({ gameId }) => gameId)).size).toBe(3)
    const { entries } = await client.getHistory({ query: {} })
    expect(entries.map(({ gameId }) => gameId)).toEqual([turns[2]?.gameId])
  },
)

test.each(['pending', 'completed'] as const)(
  'no turn of a staged game ends in the future: %s',
  async (turnStatus) => {
    const { client, userId } = await open()
    const gameStatus = turnStatus === 'pending' ? 'active' : 'completed'
    const request = { turnType: 'guess', turnStatus, gameStatus } as const
    const { gameId } = await client.stage({ body: { userId, ...request } })
    const { now } = await client.getClock()
    const { createdAt, entries } = await client.inspectGame({ params: { id: String(gameId) } })
    const times = [String(createdAt), ...(entries as { at: string }[]).map(({ at }) => at), now]
    expect(times.length).toBeGreaterThan(2)
    for (const time of times) {
      expect(time <= now).toBe(true)
      expect(time >= String(createdAt)).toBe(true)
    }
  },
)

test('a smaller group keeps real members before simulated ones', async () => {
  const { server, client, userId } = await open()
  await client.stage({ body: { userId, groupSize: 4, gameStatus: 'waiting' } })
  const { groupId } = await client.getProfile()
  if (groupId === null) throw new Error('The player is not in a group')
  const { code } = await client.getGroup({ params: { id: groupId } })
  const friend = await playerOf(server, 'ben')
  await friend.joinGroup({ body: { code } })
  await client.stage({ body: { userId, groupSize: 3 } })
  const { members } = await client.getGroup({ params: { id: groupId } })
  expect(members).toHaveLength(3)
  expect(members.map((member) => member.userId)).toEqual(expect.arrayContaining([userId, friend.id]))
})

test("the group's difficulty is set", async () => {
  const { client, userId } = await open()
  await client.stage({ body: { userId, difficulty: 'hard' } })
  const { groupId } = await client.getProfile()
  expect(await client.getGroup({ params: { id: groupId ?? '' } })).toMatchObject({
    settings: { difficulty: 'hard' },
  })
})

test('an unknown player is not found', async () => {
  const { client } = await open()
  await expect(client.stage({ body: { userId: 'nobody' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each<[string, Partial<StageRequest>, string]>([
  ['a waiting game with a turn', { gameStatus: 'waiting', turnStatus: 'playing' }, "turnStatus is 'pending'"],
  ['a first turn that guesses', { gameStatus: 'waiting', turnType: 'guess' }, "'drawing' turnType"],
  [
    'a pending turn in a completed game',
    { gameStatus: 'completed', turnStatus: 'pending' },
    'completed game',
  ],
  ['a guess in a group of one', { turnType: 'guess', groupSize: 1 }, 'groupSize of at least 2'],
  [
    'an active game after its only player has played',
    { turnStatus: 'completed', groupSize: 1 },
    'groupSize of at least 2',
  ],
])('%s is refused', async (_, request, message) => {
  const { client, userId } = await open()
  const before = await client.exportWorld()
  await expect(client.stage({ body: { userId, ...request } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(message),
  })
  expect(await client.exportWorld()).toEqual(before)
})
