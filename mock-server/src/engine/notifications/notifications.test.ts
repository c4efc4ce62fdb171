import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Friend,
  inOneGroup,
  newServer,
  signIn,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import type { InProcessServer } from '../../server/compose/in-process-server.ts'

/* Who is notified of what and when, as the outbox shows it. New York skips 2:00 on 8 March 2026, Berlin on 29 March. */

const BERLIN = 'Europe/Berlin'

let server: InProcessServer
let ann: Friend
let ben: Friend
let cat: Friend

/** A group of three at an instant. Ann's phone is in New York, Ben's in Berlin; Cat has none. */
async function groupAt(clock: string) {
  server = newServer({ clock })
  ;[ann, ben, cat] = await signInAll(server, ['Ann', 'Ben', 'Cat'])
  await inOneGroup([ann, ben, cat])
  await ann.registerToken({ body: { token: 'ann', platform: 'ios', timeZone: 'America/New_York' } })
  await ben.registerToken({ body: { token: 'ben', platform: 'web', timeZone: BERLIN } })
}

beforeEach(() => groupAt('2026-03-07T10:00:00-05:00'))

/** What the phones have got since the last look, as `phone: title`. */
const outbox = async () =>
  (await ann.getOutbox()).items as { token: string; title: string; body: string; path: string }[]
const got = async (from = 0) =>
  (await outbox())
    .slice(from)
    .map(({ token, title }) => `${token}: ${title}`)
    .sort()

const RESULTS = 'The results are in!'
const TURN = "It's your chance to play!"
const REMINDER = 'You have not played yet'

describe('a free turn', () => {
  test('is told at once by day, with the name, the time in their own zone and the screen', async () => {
    await cat.draw()
    expect((await outbox()).toSorted((a, b) => (a.token < b.token ? -1 : 1))).toMatchObject([
      {
        token: 'ann',
        title: TURN,
        body: 'Cat has drawn something. Guess it before midnight EST.',
        path: '/game/ready',
      },
      {
        token: 'ben',
        body: 'Cat has drawn something. Guess it before midnight EST (6:00 AM your time).',
        path: '/game/ready',
      },
    ])
  })

  test('is not told at night, and in the morning only while it is free', async () => {
    server.clock.set('2026-03-07T15:30:00-05:00')
    await cat.draw()
    // It is 21:30 in Berlin, and the day ends before Ben's morning.
    expect(await got()).toEqual([`ann: ${TURN}`])
    await groupAt('2026-03-08T08:00:00-04:00')
    await cat.draw()
    expect(await got()).toEqual([`ben: ${TURN}`])
    server.clock.set('2026-03-08T08:58:00-04:00')
    await ben.startTurn()
    server.clock.set('2026-03-08T09:00:00-04:00')
    expect(await got()).toEqual([`ben: ${TURN}`])
  })

  test('is told after a turn that nobody submits, though nobody opens the game', async () => {
    await cat.draw()
    await outbox()
    const dan = await signIn(server, 'Dan')
    const { code } = await cat.getGroup({ params: { id: (await cat.getProfile()).groupId ?? '' } })
    await dan.joinGroup({ body: { code } })
    await dan.registerToken({ body: { token: 'dan', platform: 'ios', timeZone: BERLIN, hourCycle: 'h23' } })
    await ben.startTurn()
    await ben.submitGuess({ body: { guess: 'a boat' } })
    server.clock.advance(5 * 60_000)
    expect(await got(2)).toEqual([])
    server.clock.advance(10_000)
    expect((await outbox()).slice(2)).toMatchObject([
      {
        token: 'dan',
        body: 'Ben has made a guess. Draw it before midnight EST (06:00 your time).',
      },
    ])
  })

  test('is told also if the next player takes it at once, and does not submit', async () => {
    await cat.draw()
    await ben.startTurn()
    expect(await got()).toEqual([])
    server.clock.advance(5 * 60_000 + 10_000)
    expect(await got()).toEqual([`ann: ${TURN}`])
  })

  test('is told once for each game', async () => {
    await cat.draw()
    const both = [`ann: ${TURN}`, `ben: ${TURN}`]
    expect(await got()).toEqual(both)
    await ben.startTurn()
    await ben.skipTurn()
    expect(await got()).toEqual(both)
  })

  test('is told once for each game, though the night of the player is in between', async () => {
    // 19:00 in Tokyo.
    await groupAt('2026-03-07T05:00:00-05:00')
    await ben.registerToken({ body: { token: 'ben', platform: 'web', timeZone: 'Asia/Tokyo' } })
    await cat.draw()
    expect(await got()).toEqual([`ben: ${TURN}`])
    // 9:30 of the next morning there.
    server.clock.set('2026-03-07T19:30:00-05:00')
    await outbox()
    await ann.startTurn()
    await ann.skipTurn()
    expect((await got()).filter((line) => line.startsWith('ben'))).toEqual([`ben: ${TURN}`])
  })
})

describe('results', () => {
  test('are told at 9:00 of each player, on the night on which the clocks change', async () => {
    await ann.draw()
    await cat.guess('a boat')
    const before = (await outbox()).length
    server.clock.set('2026-03-08T03:59:59-04:00')
    expect(await got(before)).toEqual([])
    server.clock.set('2026-03-08T04:00:00-04:00')
    expect(await got(before)).toEqual([`ben: ${RESULTS}`])
    server.clock.set('2026-03-08T08:59:59-04:00')
    expect(await got(before)).toEqual([`ben: ${RESULTS}`])
    server.clock.set('2026-03-08T09:00:00-04:00')
    const { gameId } = await ann.getYesterdayResults()
    expect((await outbox()).slice(before)).toMatchObject([
      { token: 'ben', body: "See what became of yesterday's word." },
      {
        token: 'ann',
        body: 'Cat guessed your drawing. See the chain.',
        path: `/game/results?gameId=${gameId}`,
      },
    ])
  })

  test('name nobody whom the player has blocked', async () => {
    await ann.draw()
    await cat.guess('a boat')
    await ann.block({ body: { userId: cat.id } })
    server.clock.set('2026-03-08T09:00:00-04:00')
    expect((await outbox()).at(-1)).toMatchObject({
      token: 'ann',
      body: "See what became of yesterday's word.",
    })
  })
})

describe('a nudge', () => {
  const conflict = expect.objectContaining({ code: 'CONFLICT' })

  test('tells the waiting players who waits for them, once in each turn', async () => {
    await cat.draw()
    await outbox()
    await cat.nudge()
    expect((await outbox()).slice(2).toSorted((a, b) => (a.token < b.token ? -1 : 1))).toMatchObject([
      {
        token: 'ann',
        title: 'Your turn, Ann!',
        body: 'Cat is waiting. Guess before midnight EST.',
        path: '/game/ready',
      },
      { token: 'ben', title: 'Your turn, Ben!' },
    ])
    await cat.nudge()
    server.clock.advance(60 * 60_000)
    expect(await got(4)).toEqual([])
  })

  test('reaches nobody who has blocked or is blocked, is suspended, or wants none', async () => {
    await cat.draw()
    await outbox()
    await ann.block({ body: { userId: cat.id } })
    await ben.updateNotificationSettings({ body: { turn: false } })
    await cat.nudge()
    expect(await got(2)).toEqual([])
    await ben.updateNotificationSettings({ body: { turn: true } })
    await ann.decide({ body: { userId: ben.id, action: 'suspend', days: 1 } })
    await cat.nudge()
    expect(await got(2)).toEqual([])
  })

  test('is refused before the own turn, while somebody plays, and when nobody waits', async () => {
    await expect(ann.nudge()).rejects.toEqual(conflict)
    await cat.draw()
    await ann.startTurn()
    await expect(cat.nudge()).rejects.toEqual(conflict)
    await ann.skipTurn()
    await ben.skipTurn()
    await expect(cat.nudge()).rejects.toEqual(conflict)
  })
})

describe('the reminder', () => {
  test('comes at 18:00 of players of whose group others have played', async () => {
    await cat.draw()
    server.clock.set('2026-03-07T17:59:59+01:00')
    expect(await got(2)).toEqual([])
    server.clock.set('2026-03-07T18:00:00+01:00')
    expect((await outbox()).slice(2)).toMatchObject([
      {
        token: 'ben',
        title: REMINDER,
        body: 'Cat has played. It is your turn before midnight EST (6:00 AM your time).',
        path: '/',
      },
    ])
    await ann.skipTurn()
    server.clock.set('2026-03-07T18:00:00-05:00')
    expect(await got(3)).toEqual([])
  })

  test('comes also where 18:00 is midnight in the game, though the new day begins a moment later', async () => {
    await groupAt('2026-01-10T12:00:00-05:00')
    await ben.registerToken({ body: { token: 'ben', platform: 'web', timeZone: 'Pacific/Auckland' } })
    await ben.draw()
    const before = (await outbox()).length
    server.clock.set('2026-01-11T00:00:00.007-05:00')
    expect(await got(before)).toEqual([`ben: ${REMINDER}`])
  })

  const keep = ['ann', REMINDER, 'Keep your streak: play before midnight EST.']
  /** What the phones get by then. */
  const textsBy = async (time: string) => {
    const from = (await outbox()).length
    server.clock.set(time)
    return (await outbox()).slice(from).map(({ token, title, body }) => [token, title, body])
  }

  test('comes to players with a streak, and to nobody else', async () => {
    await ann.draw()
    expect(await textsBy('2026-03-08T18:00:00-04:00')).toEqual([
      // Ben's morning is over: it is 23:00 in Berlin.
      ['ann', RESULTS, "See what became of yesterday's word."],
      keep,
    ])
  })

  test('keeps a streak beyond a pass without a mark, but not beyond a missed day', async () => {
    await ann.draw()
    server.clock.set('2026-03-08T10:00:00-04:00')
    await ann.triggerDailyGames()
    await cat.draw()
    await ann.startTurn()
    const { gameId } = await ann.getToday()
    await ann.report({ body: { gameId: gameId ?? '', kind: 'drawing', reason: 'hurtful', passTurn: true } })
    expect(await textsBy('2026-03-09T18:00:00-04:00')).toContainEqual(keep)
    expect(await textsBy('2026-03-10T18:00:00-04:00')).not.toContainEqual(keep)
  })

  test('keeps no streak that a missed day has ended, though the reminders of both days are due together', async () => {
    await ann.draw()
    server.clock.set('2026-03-08T10:00:00-04:00')
    await ann.triggerDailyGames()
    // The server is down in the evening, when it could have said so.
    expect(await textsBy('2026-03-09T18:00:00-04:00')).not.toContainEqual(keep)
  })

  test('keeps a streak beyond a day on which the group had no game', async () => {
    await ann.draw()
    // The server is down all day on the eighth, and answers again on the ninth.
    server.clock.set('2026-03-09T09:00:00-04:00')
    await ann.triggerDailyGames()
    expect(await textsBy('2026-03-09T18:00:00-04:00')).toContainEqual(keep)
  })

  test('keeps a streak beyond an evening of maintenance', async () => {
    await ann.draw()
    server.clock.set('2026-03-08T17:00:00-04:00')
    await ann.triggerDailyGames()
    await ann.startMaintenance({ body: {} })
    server.clock.set('2026-03-09T09:00:00-04:00')
    await ann.endMaintenance()
    await ann.triggerDailyGames()
    expect(await textsBy('2026-03-09T18:00:00-04:00')).toContainEqual(keep)
  })
})

describe('a player', () => {
  test('gets two messages a day at most', async () => {
    await ann.draw()
    const before = (await outbox()).length
    server.clock.set('2026-03-08T10:00:00-04:00')
    await ann.triggerDailyGames()
    await cat.draw()
    expect(await got(before)).toEqual([`ann: ${TURN}`, `ann: ${RESULTS}`, `ben: ${TURN}`, `ben: ${RESULTS}`])
    server.clock.set('2026-03-08T19:00:00-04:00')
    expect(await got(before + 4)).toEqual([])
  })

  test('turns kinds off one by one, and sees which are on', async () => {
    const all = { pushNotifications: true, results: true, turn: true, reminder: true }
    expect(await ann.getNotificationSettings()).toEqual(all)
    await ann.updateNotificationSettings({ body: { turn: false } })
    expect(await ann.getNotificationSettings()).toEqual({ ...all, turn: false })
    await cat.draw()
    expect(await got()).toEqual([`ben: ${TURN}`])
    await ann.guess('a boat')
    await ann.updateNotificationSettings({ body: { turn: true, results: false } })
    server.clock.set('2026-03-08T09:00:00-04:00')
    expect((await got()).filter((line) => line.endsWith(RESULTS))).toEqual([`ben: ${RESULTS}`])
    await ann.updateNotificationSettings({ body: { results: true, pushNotifications: false } })
    expect(await ann.getNotificationSettings()).toEqual({ ...all, pushNotifications: false })
    await cat.draw()
    expect((await got()).filter((line) => line.startsWith('ann'))).toEqual([])
  })

  test('gets nothing while suspended, and the word of moderators otherwise', async () => {
    const userId = ann.id
    await cat.decide({ body: { userId, action: 'warn', note: 'Please be kind.' } })
    expect(await outbox()).toMatchObject([{ token: 'ann', body: 'Please be kind.' }])
    await cat.decide({ body: { userId, action: 'suspend', days: 3 } })
    await cat.draw()
    expect(await got(1)).toEqual([`ben: ${TURN}`])
    server.clock.set('2026-03-08T09:00:00-04:00')
    expect((await got(1)).filter((line) => line.startsWith('ann'))).toEqual([])
  })

  test('without a zone lives in that of the game', async () => {
    await ben.registerToken({ body: { token: 'ben', platform: 'web' } })
    server.clock.set('2026-03-08T08:59:59-04:00')
    expect(await got()).toEqual([])
    server.clock.set('2026-03-08T09:00:00-04:00')
    expect(await got()).toEqual([`ann: ${RESULTS}`, `ben: ${RESULTS}`])
  })
})

test('messages survive an export and a restore', async () => {
  await groupAt('2026-03-08T08:00:00-04:00')
  await cat.draw()
  const world = await ann.exportWorld()
  await ann.restoreWorld({ body: world })
  server.clock.set('2026-03-08T09:00:00-04:00')
  expect(await got()).toEqual([`ann: ${TURN}`, `ben: ${TURN}`])
})
