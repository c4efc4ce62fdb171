import type { ServerAccess } from '@inkling/mock-server/contract/client/client'
import { clientOf } from '@inkling/mock-server/contract/client/client'
import { startServer } from '@inkling/mock-server/server'
import type { LoadReport } from '@inkling/scenarios/load/figures/report'
import { planOf } from '@inkling/scenarios/load/file/plan'
import type { LoadShape } from '@inkling/scenarios/load/file/shape'
import { crowdOf } from '@inkling/scenarios/load/players/crowd'
import type { CheckedRule } from '@inkling/scenarios/runner/reports/rule-run'
import { httpTarget } from '@inkling/scenarios/runner/targets/http-target'
import { IN_PROCESS, type Settings } from '../../settings/settings.ts'
import { type LoadResult, runShapeOn } from '../load/load.ts'
import { restoreAfter } from '../scenarios/restored-server.ts'

/** A few players in several groups who come at the same time, and play much faster than people. */
const BURST: LoadShape = {
  version: 1,
  name: 'a burst of players',
  players: 40,
  profile: 'spike',
  duration: '15s',
  speed: 40,
  groups: { share: 0.75, size: 5 },
  newcomers: 0,
  personas: { steady: 2, careless: 1, spammer: 1 },
  limits: { calls: 6000, duration: '2m', errors: '50%' },
  thresholds: { errors: 0 },
}

/** @param share 0 to 1. */
type OnProgress = (share: number, text: string) => void

/** Sends a burst of players to the target; in process, to a server of its own. */
export async function runBurst(
  settings: Settings,
  access: (settings: Settings) => ServerAccess,
  onProgress: OnProgress,
): Promise<LoadResult> {
  if (settings.url.value !== IN_PROCESS) return burstOn(settings, access(settings), onProgress)
  const server = await startServer({ port: 0, data: null })
  try {
    const own: Settings = {
      ...settings,
      target: { value: server.url, source: 'flag' },
      url: { value: server.url, source: 'flag' },
      yes: true,
      adminKey: { value: server.adminKey ?? undefined, source: 'flag' },
    }
    return await burstOn(own, access(own), onProgress)
  } finally {
    await server.close()
  }
}

async function burstOn(
  settings: Settings,
  access: ServerAccess,
  onProgress: OnProgress,
): Promise<LoadResult> {
  const target = await httpTarget(access)
  const restore = await restoreAfter(target, 'check')
  try {
    const plan = planOf(BURST, settings.seed.value ?? '')
    // Before the load, so that each of them is noted, and a limit of new accounts is waited for.
    const crowd = crowdOf(plan)
    for (const [at, { deviceId }] of crowd.entries()) {
      onProgress(0, `signing in ${at + 1} of ${crowd.length} players`)
      await clientOf(access).signInDevice({ body: { deviceId } })
    }
    return await runShapeOn(settings, BURST, { workers: 1, report: [] }, (event) => {
      if (event.type === 'preparing') onProgress(0, `preparing ${event.done} of ${event.of} players`)
      if (event.type === 'checking') onProgress(1, 'checking what is stored')
      if (event.type !== 'slice') return
      const { seconds, ofSeconds, reached, turns } = event.view
      onProgress(
        seconds / ofSeconds,
        `${seconds} of ${ofSeconds} s, ${reached} calls a second, ${turns} turns`,
      )
    })
  } finally {
    await restore()
  }
}

/** What a burst says about the rules. Latency is not among them. */
export function burstRules({ summary, invariants, unanswered }: LoadReport): CheckedRule[] {
  const { calls, errors, errorsByCode, turns, voidBecause } = summary
  const played = `${calls} calls, ${turns} turns`
  const codes = Object.entries(errorsByCode).map(([code, times]) => `${code} ${times} times`)
  const isTried = turns > 0
  const without = {
    outcome: 'skipped',
    detail: voidBecause ?? `nobody finished a turn in ${calls} calls`,
  } as const
  const rule = (sentence: string, problems: readonly string[], isAsked = isTried): CheckedRule => {
    if (problems.length > 0) return { rule: sentence, outcome: 'failed', detail: problems.join('; ') }
    return isAsked ? { rule: sentence, outcome: 'passed', detail: '' } : { rule: sentence, ...without }
  }
  const noneFails = 'no call fails while many play at the same time'
  const stored = 'every turn that was acknowledged is stored'
  return [
    rule('the rules of the game hold while many play at the same time', invariants.broken),
    // A call without an answer for long has failed with a code; the latest ones say only that something is slow.
    unanswered > 0 && errors === 0
      ? {
          rule: noneFails,
          outcome: 'skipped',
          detail: `too slow: ${unanswered} of ${calls} calls were still not answered at the end`,
        }
      : rule(noneFails, errors > 0 ? codes : [], calls > 0),
    invariants.limited === null
      ? rule(stored, missing(invariants, played), invariants.acknowledged > 0)
      : { rule: stored, outcome: 'skipped', detail: invariants.limited },
  ]
}

const missing = ({ acknowledged, found }: LoadReport['invariants'], played: string): string[] =>
  found === acknowledged ? [] : [`${acknowledged - found} of ${acknowledged} turns are missing (${played})`]
