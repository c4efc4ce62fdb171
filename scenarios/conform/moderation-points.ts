import type { Bot } from '../bots/bot.ts'
import { holds } from './findings.ts'
import { DAY, draws } from './plays.ts'
import { pointsOf } from './point.ts'
import { finished, reportOf } from './safety-points.ts'

const moderation = pointsOf('Moderation', 'admin', { extension: 'reports' })({
  'what a moderator has restored is not hidden again by reports, and taking back lowers the count': async (
    probe,
  ) => {
    const { players, gameId } = await finished(probe, 6)
    const [ann, ben, cat, dan, eve] = players
    const hidden = async () => (await probe.replies('getGame', { id: gameId }, ben)).chain[0]?.hidden
    const { reportId } = await reportOf(probe, gameId, 0, ann)
    holds((await hidden()) === 'all', 'the report of the host does not hide the step')
    await probe.replies('decide', { reportId, action: 'restore' })
    holds((await hidden()) === undefined, 'a restored step stays hidden')
    const second = await reportOf(probe, gameId, 0, cat)
    await reportOf(probe, gameId, 0, dan)
    holds((await hidden()) === undefined, 'reports hide again what was restored')
    await reportOf(probe, gameId, 1, eve)
    const { report } = await probe.replies('inspectReport', { id: reportId })
    await probe.replies('takeBackReport', { reportId: second.reportId }, cat)
    const after = await probe.replies('inspectReport', { id: reportId })
    const lowered = report.reporters - after.report.reporters
    holds(lowered === 1, `a report that is taken back lowers the count of ${report.reporters} by ${lowered}`)
  },
  'a suspended player reads and changes nothing, and holds up nobody': async (probe) => {
    const { players, gameId } = await finished(probe)
    const next = await probe.circle(2)
    const [, ben] = players
    const [fay, gus] = next.players
    await probe.replies('startTurn', {}, fay)
    for (const bot of [ben, fay])
      await probe.replies('decide', { userId: bot.user.id, action: 'suspend', days: 3, note: 'a note' })
    const { suspension } = await probe.replies('getProfile', {}, ben)
    holds(suspension !== undefined, 'the profile has no suspension')
    const reaction = { gameId, stepIndex: 0, reactionType: 'love' }
    await probe.refuses('FORBIDDEN', 'addReaction', reaction, ben)
    await probe.refuses('FORBIDDEN', 'updateProfile', { username: 'Suspended' }, ben)
    await probe.replies('getGame', { id: gameId }, ben)
    const { canStartTurn } = await probe.replies('getToday', {}, gus)
    holds(canStartTurn, 'the turn of the suspended player goes on')
    await probe.replies('decide', { userId: ben.user.id, action: 'lift' })
    await probe.replies('addReaction', reaction, ben)
  },
  'a warning stands until it is read, and goes when its thing is restored': async (probe) => {
    const { players, gameId } = await finished(probe)
    const [ann, ben, cat] = players
    const warning = async (bot: Bot) => (await probe.replies('getProfile', {}, bot)).warning
    const { reportId } = await reportOf(probe, gameId, 0, ann)
    await probe.replies('decide', { reportId, action: 'warn', note: 'please' })
    holds((await warning(ben))?.note === 'please', 'the profile has no warning')
    await probe.replies('decide', { reportId, action: 'restore' })
    holds((await warning(ben)) === undefined, 'the warning stays after its thing was restored')
    await probe.replies('decide', { userId: cat.user.id, action: 'warn' })
    const at = (await warning(cat))?.at
    await probe.replies('acknowledgeWarning', { at }, cat)
    holds((await warning(cat)) === undefined, 'the warning stays after it was read')
  },
  'the log has the latest decision first, and players are found whatever the case': async (probe) => {
    const ann = await probe.stranger()
    const username = `Zed${ann.user.username.slice(6)}`
    await probe.replies('updateProfile', { username }, ann)
    for (const action of ['warn', 'lift']) await probe.replies('decide', { userId: ann.user.id, action })
    const { decisions } = await probe.replies('getModerationLog', { limit: 2 })
    const latest = decisions.map(({ action }) => action).join()
    holds(latest === 'lift,warn', `the latest decisions are ${latest}`)
    const { players } = await probe.replies('findPlayers', { query: username.toUpperCase() })
    holds(
      players.some(({ userId }) => userId === ann.user.id),
      'a player is not found in capitals',
    )
  },
})

const suspension = pointsOf('Moderation', 'controls', { extension: 'reports' })({
  'a suspension lasts the days that were decided': async (probe) => {
    const ann = await probe.stranger()
    await probe.replies('decide', { userId: ann.user.id, action: 'suspend', days: 3 })
    await probe.wait(2 * DAY)
    await probe.refuses('FORBIDDEN', 'updateProfile', { avatar: 'A' }, ann)
    await probe.wait(DAY + 1000)
    await probe.replies('updateProfile', { avatar: 'A' }, ann)
  },
})

const admin = pointsOf(
  'Admin',
  'admin',
)({
  'a mock game is of the day that was asked for, and one of today ends': async (probe) => {
    const { players } = await probe.circle(3)
    const [ann, ben] = players
    const days: string[] = []
    for (const daysAgo of [3, 2]) {
      const { date } = await probe.replies('createMockGame', { userId: ann.user.id, daysAgo })
      days.push(date)
    }
    const between = (Date.parse(days[1] ?? '') - Date.parse(days[0] ?? '')) / DAY
    holds(between === 1, `games of three and two days ago are ${between} days apart`)
    const { entries } = await probe.replies('getHistory', {}, ann)
    const dates = entries.map(({ date }) => date).slice(1)
    holds(dates.join() === days.toReversed().join(), `the history has ${dates.join(', ')}`)
    await probe.replies('startTurn', {}, ann)
    await probe.replies('completeUserGame', {}, ben)
    const today = await probe.replies('getToday', {}, ben)
    holds(today.status === 'completed', `the game is ${today.status}`)
  },
})

const contact = pointsOf('Words', 'controls', { extension: 'reports' })({
  'guesses with contact details are refused in public games': async (probe) => {
    const [ann, ben] = await probe.strangers(2)
    await probe.nextDay()
    for (const bot of [ann, ben]) await probe.replies('jumpIn', {}, bot)
    await draws(ann)
    await probe.replies('startTurn', {}, ben)
    for (const guess of ['see example.com', 'call 555 0100 123', '@somebody on insta'])
      await probe.refuses('VALIDATION_FAILED', 'submitGuess', { guess }, ben)
  },
})

export const MODERATION_POINTS = [...moderation, ...admin]
export const TIMED_MODERATION_POINTS = [...suspension, ...contact]
