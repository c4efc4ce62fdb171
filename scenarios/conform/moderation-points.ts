import { currentKey } from '@inkling/mock-server/contract/client/client'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import type { Bot } from '../bots/bot.ts'
import { holds, Unreached } from './findings.ts'
import { DAY, draws, finished, firstStep, reportOf } from './plays.ts'
import { pointsOf } from './point.ts'

const moderation = pointsOf('Moderation', ['reports', 'admin'], {
  'what a moderator has restored is not hidden again by reports, and taking back lowers the count': async (
    probe,
  ) => {
    const { ann, ben, cat, dan, eve, gameId } = await finished(probe, 6)
    const hidden = async () => (await firstStep(probe, gameId, ben))?.hidden
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
    const { ben, gameId } = await finished(probe)
    const { ann: fay, ben: gus } = await probe.circle(2)
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
    const { ann, ben, cat, gameId } = await finished(probe)
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
  'a decision about a version that is not the latest is CONFLICT, and reopen takes one back': async (
    probe,
  ) => {
    const { ann, cat, gameId } = await finished(probe)
    const { reportId } = await reportOf(probe, gameId, 0, ann)
    const versionNow = async () => (await probe.replies('inspectReport', { id: reportId })).report.version
    const version = await versionNow()
    await probe.replies('decide', { reportId, action: 'dismiss', version })
    await probe.refuses('CONFLICT', 'decide', { reportId, action: 'hide', version })
    await probe.refuses('CONFLICT', 'decide', { reportId, action: 'hide' })
    await probe.replies('decide', { reportId, action: 'reopen' })
    const { report: open } = await probe.replies('inspectReport', { id: reportId })
    holds(open.state === 'open', `after it was reopened, the report is ${open.state}`)
    holds(open.version === version + 2, `two decisions raise the version by ${open.version - version}`)
    const shown = await firstStep(probe, gameId, cat)
    holds(shown?.hidden === 'all', 'it is not hidden again by the report of the host')
  },
  'a suspension outlives the account on its devices': async (probe) => {
    const [ann] = await probe.strangers(1)
    await probe.replies('decide', { userId: ann.user.id, action: 'suspend', days: 2 })
    const { username } = await probe.replies('getProfile', {}, ann)
    const { error } = await probe.ask('deleteAccount', { username }, ann.token)
    if (error) throw new Unreached('the account cannot be deleted')
    const again = await probe.ask('signInDevice', { deviceId: ann.deviceId })
    const { token } = (again.body ?? {}) as { token?: string }
    const isRefused = again.error?.code === 'FORBIDDEN'
    if (!isRefused) await probe.refuses('FORBIDDEN', 'updateProfile', { avatar: 'A' }, token)
  },
  'a decision has the name of who decided': async (probe) => {
    const ann = await probe.stranger()
    const { target } = probe
    const response = await target.fetch(`${target.baseUrl}/api/admin/moderation/decisions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [HEADER.adminKey]: currentKey(target.adminKey) ?? '',
        [HEADER.adminName]: encodeURIComponent('Zoë of the team'),
      },
      body: JSON.stringify({ userId: ann.user.id, action: 'warn' }),
    })
    const { by } = (await response.json()) as { by?: { name?: unknown } }
    holds(by?.name === 'Zoë of the team', `the name is '${by?.name}'`)
  },
  'the reports that wait longest come first with order=oldest': async (probe) => {
    const { reports } = await probe.replies('listReports', { order: 'oldest', limit: 50 })
    const times = reports.map(({ firstAt }) => firstAt)
    holds(times.join() === times.toSorted().join(), `they came at ${times.join(', ')}`)
  },
})

const suspension = pointsOf('Moderation', ['reports', 'controls'], {
  'a suspension lasts the days that were decided': async (probe) => {
    const ann = await probe.stranger()
    await probe.replies('decide', { userId: ann.user.id, action: 'suspend', days: 3 })
    await probe.wait(2 * DAY)
    await probe.refuses('FORBIDDEN', 'updateProfile', { avatar: 'A' }, ann)
    await probe.wait(DAY + 1000)
    await probe.replies('updateProfile', { avatar: 'A' }, ann)
  },
})

const admin = pointsOf('Admin', 'admin', {
  'a mock game is of the day that was asked for, and one of today ends': async (probe) => {
    const { ann, ben } = await probe.circle(3)
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

const contact = pointsOf('Words', ['reports', 'controls'], {
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

export const MODERATION_POINTS = [...moderation, ...admin, ...suspension, ...contact]
