import type { Bot } from '../bots/bot.ts'
import { holds, Unreached } from './findings.ts'
import { draws, HOUR, MINUTE } from './plays.ts'
import { pointsOf } from './point.ts'
import type { Probe } from './probe.ts'

/** Registers phones in the zone of the game, whose day the points use. */
async function withPhones(probe: Probe, bots: readonly Bot[], timeZone?: string): Promise<void> {
  const { timeZone: own } = await probe.replies('getControlStatus')
  for (const bot of bots) {
    const phone = { token: phoneOf(bot), platform: 'ios', timeZone: timeZone ?? own }
    await probe.replies('registerToken', phone, bot)
  }
}

const phoneOf = (bot: Bot): string => `phone of ${bot.user.id}`

/** The kinds of the messages that a player has got since the last look. */
const kindsFor = (sent: readonly { token: string; kind: string }[], bot: Bot): string =>
  sent
    .filter(({ token }) => token === phoneOf(bot))
    .map(({ kind }) => kind)
    .join()

const push = pointsOf('Notification times', ['push-times', 'controls'], {
  'a free turn is told at once by day and at 9:00 otherwise': async (probe) => {
    const { ann, ben, cat } = await probe.circle(3)
    await withPhones(probe, [cat])
    await probe.sent()
    await draws(ann)
    holds(kindsFor(await probe.sent(), cat) === 'turn', 'a free turn is not told at once at noon')
    await probe.nextDay(3)
    // It also waits for the announcement of all results.
    await probe.replies('triggerDailyGames')
    await draws(ben)
    const night = kindsFor(await probe.sent(), cat)
    holds(night === '', `at 3:00 the phone gets ${night}`)
    await probe.wait(6 * HOUR + MINUTE)
    const morning = kindsFor(await probe.sent(), cat)
      .split(',')
      .sort()
      .join()
    holds(morning === 'results,turn', `at 9:00 the phone gets ${morning}`)
  },
  'who has not played is reminded at 18:00, and who has is not': async (probe) => {
    const { ann, ben, cat } = await probe.circle(3)
    await withPhones(probe, [ann, ben, cat])
    await draws(ann)
    await probe.replies('startTurn', {}, ben)
    await probe.replies('skipTurn', {}, ben)
    await probe.sent()
    await probe.wait(6 * HOUR + MINUTE)
    const sent = await probe.sent()
    holds(kindsFor(sent, cat).includes('reminder'), 'a waiting player is not reminded')
    for (const bot of [ann, ben])
      holds(!kindsFor(sent, bot).includes('reminder'), 'a player who has had a turn is reminded')
  },
  "results arrive at 9:00 of the player's day, and nobody gets more than two messages a day": async (
    probe,
  ) => {
    const { ann, ben, cat, dan } = await probe.circle(4)
    await withPhones(probe, [dan])
    await withPhones(probe, [cat], 'Europe/Berlin')
    await draws(ann)
    await probe.replies('skipTurn', {}, ben)
    await probe.nextDay(4)
    await probe.replies('triggerDailyGames')
    const early = kindsFor(await probe.sent(), cat)
    const { timeZone } = await probe.replies('getControlStatus')
    if (timeZone === 'America/New_York')
      holds(early.includes('results'), 'at 10:00 in Berlin the results of a game in New York are not told')
    let count = 0
    for (let at = 0; at < 3; at++) {
      await probe.wait(5 * HOUR + MINUTE)
      if (at === 0) await draws(ann)
      if (at === 1) await probe.replies('nudge', {}, ann)
      count += (await probe.sent()).filter(({ token }) => token === phoneOf(dan)).length
    }
    holds(count <= 2, `a player gets ${count} messages on one day`)
  },
})

const off = pointsOf('Notifications', 'controls', {
  'with pushNotifications off nothing is sent': async (probe) => {
    const { ann, ben } = await probe.circle(2)
    await withPhones(probe, [ben])
    await probe.replies('updateNotificationSettings', { pushNotifications: false }, ben)
    await probe.sent()
    await draws(ann)
    const got = kindsFor(await probe.sent(), ben)
    holds(got === '', `the phone gets ${got}`)
  },
})

const nudges = pointsOf('Nudges', ['nudges', 'controls'], {
  'a nudge notifies once per player and turn': async (probe) => {
    const { ann, cat } = await probe.circle(3)
    await draws(ann)
    await withPhones(probe, [cat])
    await probe.sent()
    await probe.replies('nudge', {}, ann)
    await probe.sent()
    await probe.wait(MINUTE)
    await probe.replies('nudge', {}, ann)
    const again = kindsFor(await probe.sent(), cat)
    holds(again === '', `a second nudge sends ${again}`)
  },
  'a nudge reaches no player who is blocked': async (probe) => {
    const { ann, ben, cat } = await probe.circle(3)
    await draws(ann)
    const { error } = await probe.ask('block', { userId: ann.user.id }, ben.token)
    if (error) throw new Unreached('the server has no blocks')
    await withPhones(probe, [ben, cat])
    await probe.sent()
    await probe.replies('nudge', {}, ann)
    const sent = await probe.sent()
    holds(kindsFor(sent, cat) !== '', 'a waiting player is not nudged')
    holds(kindsFor(sent, ben) === '', `a player who has blocked the caller gets ${kindsFor(sent, ben)}`)
  },
})

const operator = pointsOf('Announcements', ['announcements', 'controls'], {
  'an announcement is told, and under maintenance players can only read': async (probe) => {
    const ann = await probe.stranger()
    const { id } = await probe.replies('announce', { text: 'News for all' })
    try {
      const told = await probe.replies('getAnnouncements')
      holds(JSON.stringify(told).includes('News for all'), 'the announcement is not told')
      await probe.replies('startMaintenance', { message: 'Back soon' })
      await probe.refuses('UNAVAILABLE', 'updateProfile', { avatar: 'A' }, ann)
      await probe.replies('getProfile', {}, ann)
    } finally {
      // A restored world keeps both.
      await probe.replies('endMaintenance')
      await probe.replies('removeAnnouncement', { id })
    }
    await probe.replies('updateProfile', { avatar: 'A' }, ann)
  },
  'an announcement reaches phones': async (probe) => {
    const ann = await probe.stranger()
    await withPhones(probe, [ann])
    await probe.sent()
    const { id } = await probe.replies('announce', { text: 'More news for all' })
    try {
      const sent = (await probe.sent()).filter(({ token }) => token === phoneOf(ann))
      holds(sent.length === 1, `${sent.length} messages arrive`)
    } finally {
      await probe.replies('removeAnnouncement', { id })
    }
  },
  'under maintenance a change is refused with the message and Retry-After, and signing in works': async (
    probe,
  ) => {
    const ann = await probe.stranger()
    await probe.replies('startMaintenance', { message: 'Back at noon' })
    try {
      const { error, headers } = await probe.ask('updateProfile', { avatar: 'A' }, ann.token)
      holds(error?.message.includes('Back at noon') === true, `the message is '${error?.message}'`)
      holds(Number(headers['retry-after']) > 0, `Retry-After is ${headers['retry-after']}`)
      await probe.replies('signInDevice', { deviceId: ann.deviceId })
    } finally {
      await probe.replies('endMaintenance')
    }
  },
})

export const PUSH_POINTS = [...push, ...off, ...nudges, ...operator]
