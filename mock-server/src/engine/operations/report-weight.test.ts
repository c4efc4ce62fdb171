import { describe, expect, test } from 'vitest'
import {
  type Friend,
  groupGame,
  inOnePublicGame,
  newServer,
  playedGroupGame,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import type { InProcessServer } from '../../server/compose/in-process-server.ts'

/* Whose reports count, for how long, and what becomes of a thing when they no longer do. */

const DAY_MS = 86_400_000

/** Anna, the host of the group, draws and Bella guesses. Carla and Dora pass. */
const played = () => playedGroupGame('Anna', 'Bella', 'Carla', 'Dora')

const results = (client: Friend, gameId: string) => client.getGame({ params: { id: gameId } })
const hiddenFor = async (viewer: Friend, gameId: string) =>
  (await results(viewer, gameId)).chain.map(({ hidden }) => hidden)

const reportDrawing = (client: Friend, gameId: string) =>
  client.report({ body: { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' } })

const takeBack = (client: Friend, reportId: string) => client.takeBackReport({ params: { reportId } })

describe('reports of two players of the game', () => {
  test('hide a guess until it is reviewed, and change no score', async () => {
    const { anna, bella, carla, dora, gameId } = await played()
    const before = await results(bella, gameId)
    const body = { gameId, kind: 'guess', stepIndex: 1, reason: 'hurtful' } as const
    const { reportId } = await carla.report({ body })
    expect(await results(bella, gameId)).toEqual(before)
    await dora.report({ body })
    const hidden = await results(anna, gameId)
    expect(JSON.stringify(hidden)).not.toContain('zebra')
    expect(hidden.chain[1]).toMatchObject({ hidden: 'all', content: { guess: 'removed' } })
    expect(hidden.chain[1]).not.toHaveProperty('review')
    for (const field of ['similarityScore', 'matchType', 'matchedWord', 'totalAttempts'] as const)
      expect(hidden[field]).toEqual(before[field])
    expect(hidden.chain[1]?.similarityScore).toBe(before.chain[1]?.similarityScore)
    expect((await results(bella, gameId)).chain[1]).toMatchObject({ hidden: 'all', review: 'waiting' })

    await anna.decide({ body: { reportId, action: 'dismiss' } })
    const after = await results(bella, gameId)
    expect(after.chain[1]).toMatchObject({ content: { guess: 'zebra' }, review: 'kept' })
    expect(after).toMatchObject(before)
  })

  test('tell the author when a moderator removes it', async () => {
    const { anna, bella, carla, gameId } = await played()
    const body = { gameId, kind: 'guess', stepIndex: 1, reason: 'hurtful' } as const
    const { reportId } = await carla.report({ body })
    await anna.decide({ body: { reportId, action: 'hide' } })
    expect((await results(bella, gameId)).chain[1]).toMatchObject({ hidden: 'all', review: 'removed' })
    expect((await results(carla, gameId)).chain[1]).not.toHaveProperty('review')
  })

  test('hide nothing in the results of a member who joined the group later', async () => {
    const { server, anna, gameId } = await played()
    server.clock.advance(DAY_MS)
    const { groupId } = await anna.getProfile()
    const { code } = await anna.inviteToGroup({ params: { id: groupId ?? '' } })
    const late = await signInAll(server, ['Emma', 'Flora'])
    for (const friend of late) {
      await friend.joinGroup({ body: { code } })
      await reportDrawing(friend, gameId)
    }
    expect(await hiddenFor(anna, gameId)).toEqual([undefined, undefined])
  })
})

describe('a report that is taken back', () => {
  test('shows the thing again, also to its reporter', async () => {
    const { anna, bella, carla, dora, gameId } = await played()
    const { reportId } = await reportDrawing(bella, gameId)
    await reportDrawing(carla, gameId)
    expect(await hiddenFor(dora, gameId)).toEqual(['all', undefined])
    expect(await takeBack(bella, reportId)).toEqual({ reports: [] })
    expect(await hiddenFor(dora, gameId)).toEqual([undefined, undefined])
    expect(await hiddenFor(bella, gameId)).toEqual([undefined, undefined])
    expect(await hiddenFor(carla, gameId)).toEqual(['you', undefined])
    expect((await results(anna, gameId)).chain[0]).not.toHaveProperty('review')
    expect(await anna.listReports({ query: {} })).toMatchObject({
      open: 1,
      reports: [{ reporters: 1, hidden: false, reports: [{ by: { username: 'Carla' } }] }],
    })
    // A lost reply is repeated, and the same report can be made again.
    expect(await takeBack(bella, reportId)).toEqual({ reports: [] })
    expect(await reportDrawing(bella, gameId)).toMatchObject({ reportId })
    expect(await hiddenFor(dora, gameId)).toEqual(['all', undefined])
  })

  test('leaves nothing to decide if it was the only one', async () => {
    const { anna, carla, gameId } = await played()
    const { reportId } = await reportDrawing(carla, gameId)
    await takeBack(carla, reportId)
    for (const state of ['open', 'closed'] as const)
      expect(await anna.listReports({ query: { state } })).toMatchObject({ open: 0, reports: [] })
    expect((await anna.inspectPlayer({ params: { id: carla.id } })).reportsMade).toEqual([])
  })

  test('shows nothing that a moderator has removed', async () => {
    const { anna, carla, gameId } = await played()
    const { reportId } = await reportDrawing(carla, gameId)
    await anna.decide({ body: { reportId, action: 'hide' } })
    await takeBack(carla, reportId)
    expect(await hiddenFor(carla, gameId)).toEqual(['all', undefined])
  })

  test('must be their own', async () => {
    const { bella, carla, dora, gameId } = await played()
    const { reportId } = await reportDrawing(carla, gameId)
    await reportDrawing(dora, gameId)
    await expect(takeBack(bella, reportId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await hiddenFor(bella, gameId)).toEqual(['all', undefined])
  })
})

test('the same report again is answered the same, also when the thing is out of sight', async () => {
  const { anna, bella, carla, gameId } = await groupGame('Anna', 'Bella', 'Carla')
  await anna.draw()
  await bella.startTurn()
  const body = { gameId, kind: 'drawing', reason: 'hurtful', passTurn: true } as const
  const first = await bella.report({ body })
  expect(await bella.report({ body })).toEqual(first)
  await carla.skipTurn()
  expect(await bella.report({ body })).toEqual(first)
  expect((await bella.getReports()).reports).toHaveLength(1)
  expect((await anna.listReports({ query: {} })).reports[0]?.reporters).toBe(1)
  await expect(carla.report({ body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

/** A public game of a day with a drawing by `drawer`, which `others` have joined. Over on the next day. */
async function publicDrawing(server: InProcessServer, drawer: Friend, others: readonly Friend[]) {
  const gameId = await inOnePublicGame([drawer, ...others])
  await drawer.draw()
  server.clock.advance(DAY_MS)
  return gameId
}

describe('a player with three reports dismissed within 30 days', () => {
  async function dismissedThrice() {
    const server = newServer()
    const signIn = async () => await signInAll(server, ['Anna', 'Bella', 'Carla'])
    let [anna, bella, carla] = await signIn()
    const play = () => publicDrawing(server, anna, [bella, carla])
    /** @returns for whom the drawing is hidden in the eyes of its author */
    const reportBoth = async (gameId: string) => {
      const reports = [await reportDrawing(bella, gameId), await reportDrawing(carla, gameId)]
      return { hidden: (await hiddenFor(anna, gameId))[0], reports }
    }
    const wait = async (ms: number) => {
      server.clock.advance(ms)
      // Tokens expire.
      const again = await signIn()
      anna = again[0]
      bella = again[1]
      carla = again[2]
    }
    const open = await play()
    expect(await reportBoth(open)).toMatchObject({ hidden: 'all' })
    for (let count = 0; count < 3; count++) {
      const { reportId } = await reportDrawing(bella, await play())
      await anna.decide({ body: { reportId, action: 'dismiss' } })
    }
    return { anna, bella, play, reportBoth, wait, open }
  }

  test('hides nothing with others for 30 days, and what still waits is shown again', async () => {
    const { anna, play, reportBoth, wait, open } = await dismissedThrice()
    expect(await hiddenFor(anna, open)).toEqual([undefined])
    const { hidden, reports } = await reportBoth(await play())
    expect(hidden).toBeUndefined()
    expect(await anna.inspectReport({ params: { id: reports[0]?.reportId ?? '' } })).toMatchObject({
      report: { reporters: 2, hidden: false, state: 'open' },
    })
    await wait(30 * DAY_MS)
    expect(await reportBoth(await play())).toMatchObject({ hidden: 'all' })
  })

  test('counts again if a moderator decides otherwise', async () => {
    const { anna, bella, play, reportBoth } = await dismissedThrice()
    const [latest] = (await bella.getReports()).reports
    await anna.decide({ body: { reportId: latest?.reportId ?? '', version: 1, action: 'hide' } })
    expect(await reportBoth(await play())).toMatchObject({ hidden: 'all' })
  })

  test('does not get the weight back by taking a report back', async () => {
    const { bella, play, reportBoth } = await dismissedThrice()
    for (const { reportId } of (await bella.getReports()).reports) await takeBack(bella, reportId)
    expect((await reportBoth(await play())).hidden).toBeUndefined()
  })
})

describe('a turn passed with a report', () => {
  /** The host, whose own report hides the drawing, passes a turn in today's game of the group. */
  async function dailyPass() {
    const { server, anna: host, bella: drawer } = await groupGame('Anna', 'Bella')
    const day = async (pass: (gameId: string) => Promise<unknown>) => {
      await drawer.draw()
      await host.startTurn()
      await pass((await host.getToday()).gameId ?? '')
      const { entries } = await host.getHistory({ query: { limit: 1 } })
      server.clock.advance(DAY_MS)
      await host.triggerDailyGames()
      return entries[0]?.excused === true
    }
    const report = (gameId: string, passTurn: boolean) =>
      host.report({
        body: { gameId, kind: 'drawing', reason: 'other', ...(passTurn && { passTurn }) },
      })
    return { server, host, day, report }
  }

  test('is excused once in seven days', async () => {
    const { day, report } = await dailyPass()
    const excused: boolean[] = []
    for (let count = 0; count < 9; count++) excused.push(await day((gameId) => report(gameId, true)))
    expect(excused).toEqual([true, false, false, false, false, false, false, true, false])
  })

  test('is not excused more often by hiding the drawing first', async () => {
    const { day, report, host, server } = await dailyPass()
    /** For whom the drawing was hidden: the client promises an excuse only if it is for everybody. */
    const hidden: unknown[] = []
    const hideAndSkip = async (gameId: string) => {
      await report(gameId, false)
      hidden.push((await host.getToday()).yourPreviousEntry?.hidden)
      await host.skipTurn()
    }
    const hideAndWait = async (gameId: string) => {
      await report(gameId, false)
      server.clock.advance(600_000)
    }
    const hideAndPass = async (gameId: string) => {
      await report(gameId, false)
      await report(gameId, true)
    }
    expect(await day(hideAndSkip)).toBe(true)
    expect(await day(hideAndSkip)).toBe(false)
    expect(await day(hideAndWait)).toBe(false)
    expect(await day(hideAndPass)).toBe(false)
    expect(hidden).toEqual(['all', 'you'])
  })
})
