import { currentKey } from '@inkling/mock-server/contract/client/client'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { holds, Unreached } from './findings.ts'
import { draws, guesses, WRONG } from './plays.ts'
import { pointsOf } from './point.ts'

const [WRONG_1] = WRONG

const moderation = pointsOf('Moderation', 'admin', { extension: 'reports' })({
  'a decision about a version that is not the latest is CONFLICT, and reopen takes one back': async (
    probe,
  ) => {
    const { players, gameId } = await probe.circle(3)
    const [ann, ben, cat] = players
    await probe.replies('skipTurn', {}, ann)
    await draws(ben)
    await guesses(probe, cat, [WRONG_1])
    const report = { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' }
    const { reportId } = await probe.replies('report', report, ann)
    const versionNow = async () => (await probe.replies('inspectReport', { id: reportId })).report.version
    const version = await versionNow()
    await probe.replies('decide', { reportId, action: 'dismiss', version })
    await probe.refuses('CONFLICT', 'decide', { reportId, action: 'hide', version })
    await probe.refuses('CONFLICT', 'decide', { reportId, action: 'hide' })
    await probe.replies('decide', { reportId, action: 'reopen' })
    const { report: open } = await probe.replies('inspectReport', { id: reportId })
    holds(open.state === 'open', `after it was reopened, the report is ${open.state}`)
    holds(open.version === version + 2, `two decisions raise the version by ${open.version - version}`)
    const { chain } = await probe.replies('getGame', { id: gameId }, cat)
    holds(chain[0]?.hidden === 'all', 'it is not hidden again by the report of the host')
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
})

const decisions = pointsOf('Moderation', 'admin', { extension: 'reports' })({
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

const maintenance = pointsOf('Announcements', 'controls', { extension: 'announcements' })({
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

export const DECISION_POINTS = [...moderation, ...decisions]
export const TIMED_DECISION_POINTS = maintenance
