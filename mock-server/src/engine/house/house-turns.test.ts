import { deflateSync } from 'node:zlib'
import { drawWord, loadLibrary } from '@inkling/fixtures/drawings/library'
import { beforeEach, describe, expect, test } from 'vitest'
import { textOfWorld } from '../../core/contract/world-lines.ts'
import { rasterise } from '../../core/picture/painting/rasterise.ts'
import {
  type Friend,
  inOneGroup,
  inOnePublicGame,
  newServer,
  signIn,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import type { InProcessServer } from '../../server/compose/in-process-server.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { checkWorld } from '../world/check-world.ts'

async function* linesOf(world: object) {
  yield textOfWorld({ ...world })
}

/* Inky takes one turn in a game that would end with a single entry (API.md, House player). */

const MINUTE = 60_000
let server: InProcessServer

beforeEach(() => {
  server = newServer({ seed: 'house', housePlayer: true })
})

const library = loadLibrary()

/** Draws the word of the turn. @returns it */
async function draw(client: Friend): Promise<string> {
  const { word } = await client.startTurn()
  const png = rasterise(drawWord(library, word ?? '', 'ann'), deflateSync)
  const drawing = Buffer.from(png).toString('base64')
  await client.submitTurn({ body: { content: { drawing }, timeSpent: 9 } })
  return word ?? ''
}

const authors = async (client: Friend, id: string) =>
  (await client.getGame({ params: { id } })).chain.map(({ username }) => username)

describe('in a group', () => {
  let ann: Friend
  let ben: Friend
  let gameId: string

  beforeEach(async () => {
    ;[ann, ben] = await signInAll(server, ['ann', 'ben'])
    gameId = await inOneGroup([ann, ben])
  })

  test('it guesses the drawing half an hour before midnight, as the house and not as a player', async () => {
    const word = await draw(ann)
    server.clock.set('2026-03-07T23:29:59-05:00')
    await server.engine.rollOverIfDue()
    expect(await ben.getToday()).toMatchObject({ yourNextTurnType: 'guessing' })
    server.clock.set('2026-03-07T23:31:00-05:00')
    await server.engine.rollOverIfDue()
    const today = await ben.getToday()
    expect(today).toMatchObject({ canStartTurn: true, yourNextTurnType: 'drawing', status: 'active' })
    expect(today.participants.map(({ username }) => username)).toEqual(['ann', 'ben'])
    server.clock.set('2026-03-08T00:00:11-05:00')
    const results = await ann.getGame({ params: { id: gameId } })
    expect(results.chain).toMatchObject([
      { username: 'ann' },
      { username: 'Inky', house: true, type: 'guessing', content: { guess: word }, similarityScore: 100 },
    ])
    expect(results.chain[0]).not.toHaveProperty('house')
    expect(results.participants.map(({ username }) => username)).toEqual(['ann', 'ben'])
    expect(results).toMatchObject({ finalGuess: word, totalAttempts: 1 })
  })

  test('it waits for a turn that runs, and stays away if that adds an entry', async () => {
    await draw(ann)
    server.clock.set('2026-03-07T23:28:00-05:00')
    await ben.startTurn()
    server.clock.set('2026-03-07T23:31:00-05:00')
    await server.engine.rollOverIfDue()
    await ben.submitGuess({ body: { guess: 'cloud' } })
    await ben.submitTurn({ body: { content: { guess: 'cloud' }, timeSpent: 1 } })
    expect(await authors(ann, gameId)).toEqual(['ann', 'ben'])
  })

  test('it comes after a turn that ran out, also if others still wait', async () => {
    const cat = await signIn(server, 'cat')
    const { groupId } = await ann.getProfile()
    const { code } = await ann.getGroup({ params: { id: groupId ?? '' } })
    await cat.joinGroup({ body: { code } })
    await draw(ann)
    server.clock.set('2026-03-07T23:31:00-05:00')
    await ben.startTurn()
    server.clock.set('2026-03-07T23:37:00-05:00')
    await server.engine.rollOverIfDue()
    expect(await cat.getToday()).toMatchObject({ canStartTurn: true, yourNextTurnType: 'drawing' })
    await cat.skipTurn()
    expect(await authors(ann, gameId)).toEqual(['ann', 'Inky'])
  })

  test('it comes when midnight passes without a look at the clock', async () => {
    await draw(ann)
    server.clock.set('2026-03-08T09:00:00-05:00')
    expect((await ann.getYesterdayResults()).chain.map(({ username }) => username)).toEqual(['ann', 'Inky'])
    expect((await ann.getHistory({ query: {} })).summary).toMatchObject({ participated: 1 })
    expect((await ben.getHistory({ query: {} })).summary).toMatchObject({ participated: 0 })
  })

  test('it comes at once when the others pass', async () => {
    await draw(ann)
    await ben.skipTurn()
    expect(await authors(ann, gameId)).toEqual(['ann', 'Inky'])
  })

  test('a player who comes after it draws its guess', async () => {
    await draw(ann)
    server.clock.set('2026-03-07T23:31:00-05:00')
    await server.engine.rollOverIfDue()
    await ben.draw()
    expect(await authors(ann, gameId)).toEqual(['ann', 'Inky', 'ben'])
  })

  test('a day without players stays empty', async () => {
    server.clock.set('2026-03-08T09:00:00-05:00')
    expect((await ann.getYesterdayResults()).chain).toEqual([])
  })

  test('its guess cannot be reported, and it cannot be blocked', async () => {
    await draw(ann)
    await ben.skipTurn()
    const guess = { gameId, kind: 'guess', stepIndex: 1, reason: 'hurtful' } as const
    await expect(ann.report({ body: guess })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { chain } = await ann.getGame({ params: { id: gameId } })
    const userId = chain[1]?.userId ?? ''
    await expect(ann.block({ body: { userId } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('it draws if the only drawing is hidden', async () => {
  const [ann, ben, cat] = await signInAll(server, ['ann', 'ben', 'cat'])
  const gameId = await inOneGroup([ann, ben, cat])
  const word = await draw(ben)
  await ann.startTurn()
  await ann.report({
    body: { gameId, kind: 'drawing', stepIndex: 0, reason: 'hurtful', passTurn: true },
  })
  server.clock.set('2026-03-07T23:31:00-05:00')
  await server.engine.rollOverIfDue()
  await cat.startTurn()
  await cat.submitGuess({ body: { guess: word } })
  await cat.submitTurn({ body: { content: { guess: word }, timeSpent: 1 } })
  expect((await cat.getGame({ params: { id: gameId } })).chain).toMatchObject([
    { username: 'ben', hidden: 'all' },
    { username: 'Inky', house: true, type: 'drawing' },
    { username: 'cat', similarityScore: 100 },
  ])
})

test('a public game waits an hour for somebody', async () => {
  const ann = await signIn(server, 'ann')
  await inOnePublicGame([ann])
  await draw(ann)
  server.clock.advance(59 * MINUTE)
  await server.engine.rollOverIfDue()
  const ben = await signIn(server, 'ben')
  expect(await ben.jumpIn()).toMatchObject({ yourNextTurnType: 'guessing' })
  server.clock.advance(2 * MINUTE)
  await server.engine.rollOverIfDue()
  expect(await ben.getToday()).toMatchObject({ yourNextTurnType: 'drawing' })
})

test('its world can be exported and restored', async () => {
  const ann = await signIn(server, 'ann')
  const gameId = await inOneGroup([ann])
  await draw(ann)
  const world = await ann.exportWorld()
  const other = newServer({ clock: '2026-03-07T13:00:00-05:00' })
  const there = await signIn(other, 'ann')
  await there.restoreWorld({ body: world })
  expect(await authors(await signIn(other, 'ann'), gameId)).toEqual(['ann', 'Inky'])
  const { problems } = await checkWorld(linesOf(world), nodeCodecs)
  expect(problems).toEqual([])
})

test('its name is taken', async () => {
  const ann = await signIn(server, 'ann')
  for (const username of ['Inky', 'lnky', '1NKY', 'In-ky'])
    await expect(ann.updateProfile({ body: { username } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Username is that of the house player. Please choose another one',
    })
  await ann.updateProfile({ body: { username: 'Inky99' } })
})

test('a server without it lets games end alone, and Inky be a name', async () => {
  const off = newServer({ seed: 'house' })
  const ann = await signIn(off, 'Inky')
  const gameId = await inOneGroup([ann])
  await ann.draw()
  expect(await authors(ann, gameId)).toEqual(['Inky'])
  expect((await ann.getExtensions()).extensions).not.toContain('house-player')
  const on = await signIn(server, 'ann')
  expect((await on.getExtensions()).extensions).toContain('house-player')
})
