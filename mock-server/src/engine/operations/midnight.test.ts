import { beforeEach, expect, test } from 'vitest'
import { picture } from '../../core/picture/picture.fixture.ts'
import { type Friend, inOneGroup, newServer, signIn } from '../../server/compose/friends.fixture.ts'
import type { InProcessServer } from '../../server/compose/in-process-server.ts'

/* Turns that begin shortly before midnight. */

const MINUTE = 60_000
/** After midnight, in the grace period. */
const IN_GRACE = '2026-03-08T00:00:05-05:00'

let server: InProcessServer
let ann: Friend
let ben: Friend

beforeEach(async () => {
  server = newServer()
  ann = await signIn(server, 'Ann')
  ben = await signIn(server, 'Ben')
})

/** Ann's turn, one minute before midnight, in the game of a group with Ben. */
async function annsTurn() {
  await inOneGroup([ann, ben])
  server.clock.set('2026-03-07T23:59:00-05:00')
  return ann.startTurn()
}

const drawn = { body: { content: { drawing: picture(40) }, timeSpent: 5 } }

test('a submission in the grace period after midnight completes the game, also when it is repeated', async () => {
  const { gameId } = await annsTurn()
  server.clock.set(IN_GRACE)
  const reply = await ann.submitTurn(drawn)
  expect(reply).toEqual({ success: true, gameCompleted: true, validationError: null })
  expect((await ben.getGame({ params: { id: gameId } })).chain).toHaveLength(1)
  expect(await ann.submitTurn(drawn)).toEqual(reply)
})

test.each([1, 6, 22 * 60])('a submission is repeated %i minutes after midnight', async (minutes) => {
  await annsTurn()
  const reply = await ann.submitTurn(drawn)
  expect(reply).toEqual({ success: true, gameCompleted: false, validationError: null })
  server.clock.set(IN_GRACE)
  server.clock.advance(minutes * MINUTE)
  expect(await ann.submitTurn(drawn)).toEqual(reply)
  const another = { body: { content: { drawing: picture(41) }, timeSpent: 5 } }
  await expect(ann.submitTurn(another)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a submission to a public game is repeated on the next day, without a game of that day', async () => {
  await ann.jumpIn()
  await ann.startTurn()
  const reply = await ann.submitTurn(drawn)
  server.clock.advance(24 * 60 * MINUTE)
  expect(await ann.submitTurn(drawn)).toEqual(reply)
})

test("a turn of yesterday that is skipped in the grace period is answered with today's game", async () => {
  const { gameId } = await annsTurn()
  server.clock.set(IN_GRACE)
  const today = await ann.skipTurn()
  expect(today).toMatchObject({ hasGame: true, yourStatus: 'pending', canStartTurn: true })
  expect(today).toEqual(await ann.getToday())
  expect(today.gameId).not.toBe(gameId)
  const yesterday = await ann.getYesterdayResults()
  expect(yesterday).toMatchObject({ gameId, participants: [{ status: 'skipped' }, { status: 'skipped' }] })
})

test("yesterday's results are announced as seconds away in the grace period, and are there after it", async () => {
  const { gameId } = await annsTurn()
  server.clock.set(IN_GRACE)
  const response = await server.fetch('http://in-process/api/game/yesterday/results', {
    headers: { authorization: `Bearer ${ben.token}` },
  })
  expect(response.status).toBe(404)
  expect(response.headers.get('retry-after')).toBe('5')
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  expect(error).toEqual({
    code: 'NOT_FOUND',
    message: "Yesterday's game is just ending. Its results are here in a few seconds.",
  })
  server.clock.advance(6000)
  expect(await ben.getYesterdayResults()).toMatchObject({ gameId })
  const cat = await signIn(server, 'Cat')
  await expect(cat.getYesterdayResults()).rejects.toMatchObject({
    message: 'You were not in a game yesterday',
  })
})

test('a turn of a public game that is skipped in the grace period is answered without a game', async () => {
  server.clock.set('2026-03-07T23:59:00-05:00')
  await ann.jumpIn()
  await ann.startTurn()
  server.clock.set(IN_GRACE)
  expect(await ann.skipTurn()).toMatchObject({ hasGame: false, gameId: null })
})

test("a guess after a missed turn is refused, even if it equals yesterday's", async () => {
  await inOneGroup([ann, ben])
  const guess = { body: { content: { guess: 'a cat' }, timeSpent: 5 } }
  const drawAndStart = async () => {
    await ben.draw()
    await ann.startTurn()
  }
  await drawAndStart()
  await ann.submitGuess({ body: { guess: 'a cat' } })
  const reply = await ann.submitTurn(guess)
  server.clock.advance(24 * 60 * MINUTE)
  expect(await ann.submitTurn(guess)).toEqual(reply)
  await drawAndStart()
  server.clock.advance(6 * MINUTE)
  await expect(ann.submitTurn(guess)).rejects.toMatchObject({ code: 'CONFLICT' })
})
