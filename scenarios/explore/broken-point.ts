import { clientOf } from '@inkling/mock-server/contract/client/client'
import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { conform } from '../conform/conform.ts'
import type { Point } from '../conform/point.ts'
import { POINTS } from '../conform/points.ts'
import { Recorder } from '../record/recorder.ts'
import type { Step } from '../runner/language/steps.ts'
import type { Target } from '../runner/targets/target.ts'
import { beginningOf, botsFor, type RawFind } from './explore.ts'
import { type Find, firstDifference, kindIn, type ShrinkPlan, shrunkFind } from './find.ts'
import type { PlayedStep } from './played-step.ts'

export interface BrokenPointPlan extends ShrinkPlan {
  /** Whether the clock of both servers can be set. */
  readonly controls: boolean
}

const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus', 'hal']
/** A day on which nothing changes but what a point changes. */
const CLOCK = '2026-05-18T00:00:00Z'

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
  const earlier = POINTS.slice(0, at).filter(({ area, isLimit }) => area === point.area && !isLimit)
  for (const [attempt, points] of [[point], [...earlier, point]].entries()) {
    const recorded = await recordedCalls(points, plan)
    if (recorded === null) continue
    const raw = await rawFind(recorded, `point-${at}-${attempt}`, plan)
    if (raw !== null) return shrunkFind(raw, plan)
  }
  return null
}

interface RecordedCalls {
  readonly steps: readonly PlayedStep[]
  readonly bots: readonly string[]
}

/** What points do on the reference; null if the last one cannot be checked there alone. */
async function recordedCalls(
  points: readonly Point[],
  { servers, sketchbook, serverSeed, controls }: BrokenPointPlan,
): Promise<RecordedCalls | null> {
  const clock = controls ? CLOCK : null
  const reference = await servers.reference(clock)
  const { now } = await clientOf(reference).getClock()
  const recorder = new Recorder({
    folder: 'drawings',
    startedAt: Date.parse(now),
    address: reference.baseUrl,
    world: null,
    now: 0,
  })
  const watched = watchedBy(recorder, reference)
  const { points: results } = await conform({
    target: { ...watched, isShared: false, controls },
    sketchbook,
    seed: serverSeed,
    write: true,
    controls,
    points,
  })
  await reference.close()
  if (results.at(-1)?.outcome !== 'passed') return null
  const { scenario } = recorder.finish('')
  const recorded = Object.keys(scenario.bots ?? {})
  // A recorded bot may be called like a default name, which nobody may choose.
  const named = new Map(recorded.map((bot, at) => [bot, NAMES[at] ?? `guest-${at}`]))
  const renamed = (step: PlayedStep) =>
    JSON.parse(
      JSON.stringify(step, (key, value) =>
        key === 'bot' || key === 'as' ? (named.get(value) ?? value) : value,
      ),
    ) as PlayedStep
  return { steps: scenario.steps.flatMap(playable).map(renamed), bots: [...named.values()] }
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

/** The difference of the calls of a point on both servers; null if there is none. */
async function rawFind(
  { steps, bots }: RecordedCalls,
  beginning: string,
  plan: BrokenPointPlan,
): Promise<RawFind | null> {
  const clock = plan.controls ? CLOCK : null
  const both = beginningOf(botsFor(bots, beginning, plan.servers), beginning, plan)
  const found = await firstDifference(steps, { ...both, clock })
  return found && { ...found, kind: kindIn(found), clock, players: bots, beginning }
}
