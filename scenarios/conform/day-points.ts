import { holds } from './findings.ts'
import { DAY, draws, guesses, HOUR, MINUTE, minutesUntil, SECOND, submitsGuess, WRONG_1 } from './plays.ts'
import { pointsOf } from './point.ts'

const day = pointsOf('The day', 'write', {
  'who joins the group during the day is added to its open game, and not to one that is over': async (
    probe,
  ) => {
    const { ann, ben, code, gameId } = await probe.circle(2)
    const [cat, dan] = await probe.strangers(2)
    await probe.replies('joinGroup', { code }, cat)
    const joined = await probe.replies('getToday', {}, cat)
    holds(
      joined.gameId === gameId && joined.yourStatus === 'pending',
      `the new member is ${joined.yourStatus}`,
    )
    const order = joined.participants.map(({ userId }) => userId).join()
    holds(order === [ann, ben, cat].map(({ user }) => user.id).join(), 'the players are not in join order')
    await draws(ann)
    for (const bot of [ben, cat]) await probe.replies('skipTurn', {}, bot)
    await probe.replies('joinGroup', { code }, dan)
    const { participants } = await probe.replies('getGame', { id: gameId }, ann)
    holds(
      participants.length === 3,
      `there are ${participants.length} players in a game that three have played`,
    )
  },
  'a game is waiting, active from its first turn on, and completed when all have played': async (probe) => {
    const { ann, ben } = await probe.circle(2)
    const statusFor = async (bot: typeof ann) => (await probe.replies('getToday', {}, bot)).status
    holds((await statusFor(ben)) === 'waiting', 'it is not waiting before the first turn')
    await probe.replies('startTurn', {}, ann)
    holds((await statusFor(ben)) === 'active', 'it is not active during the first turn')
    await probe.replies('skipTurn', {}, ann)
    holds((await statusFor(ben)) === 'active', 'it is over before all have played')
    await probe.replies('skipTurn', {}, ben)
    holds((await statusFor(ben)) === 'completed', 'it is not completed when all have played')
  },
  'a player with a public and a group game sees the group game': async (probe) => {
    const { code, gameId } = await probe.circle(2)
    const dan = await probe.stranger()
    const open = await probe.replies('jumpIn', {}, dan)
    await probe.replies('joinGroup', { code }, dan)
    const today = await probe.replies('getToday', {}, dan)
    holds(today.gameId === gameId, `today shows the ${today.gameType} game`)
    holds(open.gameType === 'public', `a player without a group gets a ${open.gameType} game`)
  },
  'a public game needs eight players to be completed': async (probe) => {
    const [dan, eve] = await probe.strangers(2)
    await probe.replies('jumpIn', {}, dan)
    await probe.replies('jumpIn', {}, eve)
    await probe.replies('skipTurn', {}, dan)
    const after = await probe.replies('skipTurn', {}, eve)
    const isFull = after.participants.length >= 8
    holds(isFull || after.status !== 'completed', `it is completed with ${after.participants.length} players`)
  },
  'a waiting player may skip': async (probe) => {
    const { ann, ben } = await probe.circle(2)
    await probe.replies('startTurn', {}, ann)
    const today = await probe.replies('skipTurn', {}, ben)
    holds(today.yourStatus === 'skipped', `the player is ${today.yourStatus}`)
  },
})

const rolled = pointsOf('The day', 'controls', {
  'at midnight open games end, who has not played is skipped, and a new game begins': async (probe) => {
    const { ann, ben, cat, gameId } = await probe.circle(3)
    const { word } = await probe.replies('startTurn', {}, ann)
    await ann.draw(await ann.client.startTurn())
    await probe.nextDay(0)
    await probe.wait(11 * SECOND)
    const ended = await probe.replies('getYesterdayResults', {}, cat)
    const statuses = ended.participants.map(({ status }) => status).join()
    holds(ended.gameId === gameId, 'the results of yesterday are not those of the group')
    holds(statuses === 'completed,skipped,skipped', `the players of yesterday are ${statuses}`)
    const today = await probe.replies('getToday', {}, ben)
    holds(today.hasGame && today.gameId !== gameId, 'there is no new game')
    const next = await probe.replies('startTurn', {}, ben)
    holds(next.word !== word, `the group gets the word '${word}' again`)
    await probe.replies('triggerDailyGames')
    const same = await probe.replies('getToday', {}, cat)
    holds(same.gameId === today.gameId, 'another roll-over creates another game')
  },
  'a turn in its grace period outlives midnight': async (probe) => {
    await probe.nextDay(0)
    const { ann, ben, gameId } = await probe.circle(2)
    await draws(ann)
    await probe.wait(DAY - MINUTE)
    await probe.replies('startTurn', {}, ben)
    await probe.replies('submitGuess', { guess: WRONG_1 }, ben)
    await probe.wait(MINUTE + 5 * SECOND)
    await probe.refuses('NOT_FOUND', 'getYesterdayResults', {}, ann)
    const reply = await submitsGuess(probe, ben, WRONG_1)
    holds(reply.gameCompleted, 'the last turn of the day does not complete the game')
    const { chain, gameId: id } = await probe.replies('getYesterdayResults', {}, ben)
    holds(id === gameId && chain.length === 2, `the chain has ${chain.length} steps`)
  },
  'nine players who jump in are in two public games': async (probe) => {
    await probe.nextDay()
    const players = await probe.strangers(9)
    const games = new Map<string, number>()
    for (const [at, bot] of players.entries()) {
      const { gameId } = await probe.replies('jumpIn', {}, bot)
      games.set(gameId ?? '', (games.get(gameId ?? '') ?? 0) + 1)
      // A game whose players have all played waits for more.
      if (at === 1) for (const one of players.slice(0, 2)) await probe.replies('skipTurn', {}, one)
    }
    const sizes = [...games.values()].join()
    holds(sizes === '8,1', `their numbers are ${sizes}`)
  },
  'the number of players of today counts each player of a game or with activity once': async (probe) => {
    await probe.nextDay()
    // Otherwise the games of other groups may be created between two looks.
    await probe.replies('triggerDailyGames')
    const [dan, eve] = await probe.strangers(2)
    const count = async () => (await probe.replies('getDailyStats', {}, dan)).totalPlayers
    const before = await count()
    await probe.stranger()
    holds((await count()) === before, 'a player who has only signed in counts')
    await probe.replies('jumpIn', {}, dan)
    await probe.replies('pingActivity', {}, dan)
    await probe.replies('pingActivity', {}, eve)
    const after = await count()
    holds(after === before + 2, `one player and one who is active make ${after - before}`)
  },
  'a day of the change of the clocks has 23 or 25 hours': async (probe) => {
    const { timeZone } = await probe.replies('getControlStatus')
    if (timeZone !== 'America/New_York') return
    for (const [midnight, hours] of [
      ['2027-03-14T00:00:00-05:00', 23],
      ['2027-11-07T00:00:00-04:00', 25],
    ] as const) {
      await probe.replies('changeClock', { set: midnight })
      await probe.wait(hours * HOUR - 10 * MINUTE)
      const { ann, ben } = await probe.circle(2)
      await draws(ann)
      await probe.wait(6 * MINUTE)
      const { expiresAt } = await probe.replies('startTurn', {}, ben)
      const minutes = await minutesUntil(probe, expiresAt)
      holds(minutes === 4, `a turn four minutes before the end of ${midnight.slice(0, 10)} lasts ${minutes}`)
      await probe.replies('skipTurn', {}, ben)
    }
  },
  'a group does not get a word again within twelve days': async (probe) => {
    const { ann } = await probe.circle(1)
    const words = new Set<string | null>()
    for (let at = 1; at <= 12; at++) {
      words.add((await probe.replies('startTurn', {}, ann)).word)
      holds(words.size === at, `the word of day ${at} is one of the days before`)
      await probe.nextDay()
    }
  },
  'jumping in leads to a game that can be played at once, else to the shortest queue, else to a new game':
    async (probe) => {
      await probe.nextDay()
      const [ann, ben, cat, dan, eve, fay] = await probe.strangers(6)
      const gameOf = async (bot: typeof ann) => (await probe.replies('jumpIn', {}, bot)).gameId
      const first = await gameOf(ann)
      await probe.replies('startTurn', {}, ann)
      for (const bot of [ben, cat, dan])
        holds((await gameOf(bot)) === first, 'a queue with fewer than three players is not joined')
      const second = await gameOf(eve)
      holds(second !== first, 'a queue of three players is joined')
      const free = await gameOf(fay)
      holds(free === second, 'a game that can be played at once is not joined')
    },
  'the days are counted on which all members have played': async (probe) => {
    const { ann, ben, id } = await probe.circle(2)
    const days = async () => (await probe.replies('getGroup', { id }, ann)).daysTogether
    const isLeftOut = (await days()) === undefined
    for (const day of [1, 2]) {
      await draws(ann)
      if (day === 2) {
        const before = await days()
        holds(isLeftOut || before === 1, `before all have played on day 2, there are ${before} days`)
      }
      await guesses(probe, ben, [WRONG_1])
      const after = await days()
      holds(isLeftOut || after === day, `after day ${day} there are ${after} days`)
      await probe.nextDay()
    }
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    await probe.nextDay()
    const ended = await days()
    holds(isLeftOut || ended === 0, `after a day on which one has skipped, there are ${ended} days`)
  },
})

export const DAY_POINTS = [...day, ...rolled]
