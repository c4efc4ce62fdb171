import { clientOf } from '@inkling/mock-server/contract/client/client'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { conform } from '../conform/conform.ts'
import type { Point } from '../conform/point.ts'
import { POINTS } from '../conform/points.ts'
import { Recorder } from '../record/recorder.ts'
import type { Step } from '../runner/language/steps.ts'
import type { Target } from '../runner/targets/target.ts'
import { type Find, firstDifference, type ShrinkPlan, shrunkFind } from './find.ts'
import type { PlayedStep } from './played-step.ts'

export interface BrokenPointPlan extends ShrinkPlan {
  /** Whether the clock of both servers can be set. */
  readonly controls: boolean
}

const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal']
/** A day on which nothing changes but what a point changes. */
const CLOCK = '2026-05-18T00:00:00Z'
const clockOf = ({ controls }: BrokenPointPlan) => (controls ? CLOCK : null)

/**
 * The smallest scenario that shows a point of conform that a server breaks: the calls that the point makes on the
 * reference, up to the first whose replies differ.
 * @param rule the point's sentence.
 * @returns null if the point's calls show no difference, for example because it looks at a text that is not a reply.
 */
export async function findOfPoint(rule: string, plan: BrokenPointPlan): Promise<Find | null> {
  const at = POINTS.findIndex((point) => point.rule === rule)
  const point = POINTS[at]
  if (!point) return null
  // Some points go on from what earlier ones of the same heading have done.
  const earlier = POINTS.slice(0, at).filter(
    ({ area, needs }) => area === point.area && !needs.includes('limits'),
  )
  for (const [attempt, points] of [[point], [...earlier, point]].entries()) {
    const recorded = await recordedCalls(points, plan)
    if (recorded === null) continue
    const { steps, players } = recorded
    const both = { players, beginning: `point-${at}-${attempt}`, clock: clockOf(plan) }
    const found = await firstDifference(steps, { ...plan, ...both })
    if (found !== null) return shrunkFind({ ...found, ...both }, plan)
  }
  return null
}

/** What points do on the reference; null if the last one cannot be checked there alone. */
async function recordedCalls(
  points: readonly Point[],
  plan: BrokenPointPlan,
): Promise<{ readonly steps: readonly PlayedStep[]; readonly players: readonly string[] } | null> {
  const { servers, sketchbook, serverSeed, controls } = plan
  const reference = await servers.reference(clockOf(plan))
  const { now } = await clientOf(reference).getClock()
  const recorder = new Recorder({
    folder: 'drawings',
    startedAt: Date.parse(now),
    address: reference.baseUrl,
    world: null,
    now: 0,
  })
  const { points: results } = await conform({
    target: { ...watchedBy(recorder, reference), isShared: false, controls },
    seed: serverSeed,
    write: true,
    ...{ sketchbook, controls, points },
  })
  await reference.close()
  if (results.at(-1)?.outcome !== 'passed') return null
  const { scenario } = recorder.finish('')
  // A recorded bot may be called like a default name, which nobody may choose.
  const names = new Map(Object.keys(scenario.bots ?? {}).map((bot, at) => [bot, NAMES[at] ?? `guest-${at}`]))
  const renamed = (key: string, value: unknown) =>
    key === 'bot' || key === 'as' ? (names.get(String(value)) ?? value) : value
  const steps = scenario.steps.flatMap(playable).map((step) => JSON.parse(JSON.stringify(step, renamed)))
  return { steps, players: [...names.values()] }
}

/** The target, with its calls recorded. */
function watchedBy(recorder: Recorder, { transport: _, ...target }: Target): Target {
  return {
    ...target,
    fetch: async (input, init) => {
      const response = await target.fetch(input, init)
      const headers = new Headers(init?.headers)
      const { pathname, search } = new URL(String(input))
      recorder.call({
        method: init?.method ?? 'GET',
        path: pathname + search,
        token: headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
        body: typeof init?.body === 'string' ? init.body : '',
        status: response.status,
        reply: await response
          .clone()
          .json()
          // A reply that is not JSON is not looked at.
          .catch(() => null),
        renewed: response.headers.get(HEADER.tokenRenewed),
        at: 0,
      })
      return response
    },
  }
}

/** A recorded step as an exploration performs it: without expectations, and with a drawing that it has. */
function playable(step: Step): PlayedStep[] {
  const isSignIn = 'do' in step && step.do === 'sign-in-device'
  if (isSignIn || !('bot' in step || 'admin' in step || 'http' in step || 'clock' in step)) return []
  const { expect: _, ...bare } = step as Extract<Step, { bot: unknown }>
  const text = JSON.stringify(bare).replace(/\$\{asset\.[^}]+\}/g, () => `\${stripes}`)
  return [JSON.parse(text) as PlayedStep]
}
