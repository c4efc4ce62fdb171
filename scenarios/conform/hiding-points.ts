import type { Bot } from '../bots/bot.ts'
import { holds } from './findings.ts'
import { DAY, draws, finished, firstStep, guesses, publicStep, reportOf, WRONG_1 } from './plays.ts'
import { pointsOf } from './point.ts'

const hiding = pointsOf('Reports and hiding', ['reports', 'write'], {
  'reports of players with only the public link do not hide': async (probe) => {
    const { cat, gameId } = await finished(probe)
    const [dan, eve] = await probe.strangers(2)
    for (const bot of [dan, eve]) await reportOf(probe, gameId, 0, bot)
    const open = await firstStep(probe, gameId, cat)
    holds(open?.hidden === undefined, `two reports of strangers hide the step for ${open?.hidden}`)
    const veiled = await publicStep(probe, gameId, dan)
    holds(veiled?.hidden === 'you', `for its reporter the step is hidden: ${veiled?.hidden ?? 'no'}`)
  },
  'a name is veiled for its reporter and hidden by no number of reports': async (probe) => {
    const { ann, ben, cat, dan, gameId } = await finished(probe, 5)
    const report = { gameId, kind: 'name', userId: ben.user.id, reason: 'other' }
    for (const bot of [ann, cat]) await probe.replies('report', report, bot)
    const nameFor = async (bot: Bot) => {
      const { members } = await probe.replies('getGroup', { id: (await profile(bot)).groupId }, bot)
      return members.find(({ userId }) => userId === ben.user.id)
    }
    const profile = (bot: Bot) => probe.replies('getProfile', {}, bot)
    holds((await nameFor(cat))?.hidden === 'you', 'the name is not veiled for its reporter')
    holds((await nameFor(dan))?.hidden === undefined, 'two reports hide a name for all')
  },
  'in an open game a hidden drawing counts as skipped': async (probe) => {
    const { ann, ben, cat, gameId } = await probe.circle(3)
    await draws(ben)
    await probe.replies('startTurn', {}, ann)
    await reportOf(probe, gameId, 0, ann)
    await probe.replies('skipTurn', {}, ann)
    const turn = await probe.replies('startTurn', {}, cat)
    holds(turn.type === 'drawing', `after a drawing that is hidden comes a ${turn.type}`)
  },
  'a report can be made and taken back again, and is listed for its reporter only': async (probe) => {
    const { ben, cat, dan, gameId } = await finished(probe, 4)
    const { reportId } = await reportOf(probe, gameId, 0, cat)
    for (let times = 0; times < 2; times++) await probe.replies('takeBackReport', { reportId }, cat)
    const { reports: left } = await probe.replies('getReports', {}, cat)
    holds(left.length === 0, `${left.length} reports are left of one that was taken back`)
    await reportOf(probe, gameId, 0, cat)
    for (const [bot, count] of [
      [cat, 1],
      [dan, 0],
      [ben, 0],
    ] as const) {
      const { reports: listed } = await probe.replies('getReports', {}, bot)
      holds(listed.length === count, `${listed.length} reports are listed instead of ${count}`)
    }
    const own = await firstStep(probe, gameId, ben)
    holds(own?.review === undefined, 'the author learns of a report that hides nothing')
  },
})

const decided = pointsOf('Reports and hiding', ['reports', 'admin'], {
  "a hidden name is 'Player' and a hidden avatar null, for all": async (probe) => {
    const { ann, ben, cat, gameId } = await finished(probe)
    await probe.replies('updateProfile', { username: 'Bennet', avatar: '🐝' }, ben)
    for (const kind of ['name', 'avatar']) {
      const report = { gameId, kind, userId: ben.user.id, reason: 'hurtful' }
      const { reportId } = await probe.replies('report', report, ann)
      await probe.replies('decide', { reportId, action: 'hide' })
    }
    const { username, avatar } = (await firstStep(probe, gameId, cat)) ?? {}
    holds(username === 'Player' && avatar === null, `they are '${username}' and ${avatar}`)
  },
  'what a moderator has hidden stays hidden when the report is taken back, and its author is told': async (
    probe,
  ) => {
    const { ben, cat, gameId } = await finished(probe, 4)
    const { reportId } = await reportOf(probe, gameId, 0, cat)
    await probe.replies('decide', { reportId, action: 'hide' })
    await probe.replies('takeBackReport', { reportId }, cat)
    const stepFor = (bot: Bot) => firstStep(probe, gameId, bot)
    holds((await stepFor(cat))?.hidden === 'all', 'it is shown again')
    const review = (await stepFor(ben))?.review
    holds(review === 'removed', `its author is told ${review ?? 'nothing'}`)
    holds((await stepFor(cat))?.review === undefined, 'others are told of the review')
    await probe.replies('decide', { gameId, stepIndex: 0, action: 'restore' })
    const after = (await stepFor(ben))?.review
    holds(after === 'kept', `after it was restored, its author is told ${after ?? 'nothing'}`)
  },
  'after three reports dismissed, those of a player do not count': async (probe) => {
    const { ann, ben, cat, gameId } = await probe.circle(3)
    for (let at = 0; at < 3; at++) {
      const other = await finished(probe)
      const { reportId } = await reportOf(probe, other.gameId, 0, ann)
      await probe.replies('decide', { reportId, action: 'dismiss' })
    }
    await probe.replies('skipTurn', {}, ann)
    await draws(ben)
    await guesses(probe, cat, [WRONG_1])
    await reportOf(probe, gameId, 0, ann)
    const shown = await firstStep(probe, gameId, cat)
    holds(shown?.hidden === undefined, 'the report of the host still hides')
  },
})

const excused = pointsOf('Reports and hiding', ['reports', 'controls'], {
  'a turn that is passed with a report is excused once in seven days': async (probe) => {
    const { ann, ben } = await probe.circle(3)
    const passes = async () => {
      const { gameId } = await probe.replies('getToday', {}, ann)
      await draws(ann)
      await probe.replies('startTurn', {}, ben)
      await probe.replies('report', { gameId, kind: 'drawing', reason: 'other', passTurn: true }, ben)
      const { participants } = await probe.replies('getToday', {}, ben)
      return participants.find(({ userId }) => userId === ben.user.id)?.excused === true
    }
    holds(await passes(), 'the first turn that is passed is not excused')
    await probe.nextDay()
    holds(!(await passes()), 'a second one on the next day is excused too')
    await probe.wait(7 * DAY)
    holds(await passes(), 'eight days after the first one, none is excused')
  },
})

export const HIDING_POINTS = [...hiding, ...decided, ...excused]
