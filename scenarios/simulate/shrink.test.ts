import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import type { Step } from '../runner/language/steps.ts'
import { runScenario } from '../runner/run.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch } from '../runner/targets/over-fetch.fixture.ts'
import type { Target } from '../runner/targets/target.ts'
import { shrink } from './shrink.ts'
import { shrunkScenario } from './shrunk-scenario.ts'
import { simulate } from './simulate.ts'
import { Trace } from './trace.ts'

const clock = '2026-03-06T12:00:00-05:00'

/** A server that assigns every second entry of a chain to the first player. */
async function brokenServer(): Promise<Target> {
  return overFetch(inProcessTarget({ seed: 'sim', clock }), (fetch) => async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).includes('/control/games')) return response
    const { items } = await response.json()
    for (const { entries } of items) if (entries[1]) entries[1].userId = entries[0].userId
    return Response.json({ items })
  })
}

test('a broken rule is reduced to a scenario that breaks it again', async () => {
  const trace = new Trace()
  const plan = { sketchbook: spellingSketchbook, seed: 'sim', personas: ['steady', 'careless'] as const }
  const { violations } = await simulate({
    ...plan,
    target: await brokenServer(),
    groups: 3,
    players: 4,
    days: 2,
    invariants: true,
    trace,
  })
  expect(violations).toContainEqual(
    expect.stringMatching(/^game \S+: a player has two entries in the chain$/),
  )
  const text = await shrunkScenario({ ...plan, trace, violations, clock, fresh: brokenServer })
  expect(text).toContain('two entries in the chain')
  const loaded = await loadScenario('shrunk.yaml', async () => text ?? '')
  expect(loaded.scenario.steps).toHaveLength(6)
  expect(Object.keys(loaded.bots)).toHaveLength(2)
  const onBroken = await runScenario(loaded, { target: await brokenServer(), sketchbook: plan.sketchbook })
  expect(onBroken.outcome).toBe('failed')
  const onCorrect = await runScenario(loaded, {
    target: inProcessTarget({ seed: 'sim', clock }),
    sketchbook: plan.sketchbook,
  })
  expect(onCorrect.outcome).toBe('passed')
})

test('steps that do not break the rule again give no scenario', async () => {
  const trace = new Trace()
  trace.note({ say: 'one' })
  expect(await shrink(trace, async () => false)).toBeNull()
})

test('unneeded steps are removed at any position', async () => {
  const trace = new Trace()
  for (let at = 0; at < 40; at++) trace.note({ say: String(at) })
  const said = (steps: readonly Step[]) => steps.map((step) => ('say' in step ? step.say : ''))
  const needed = ['3', '17', '39']
  const steps = await shrink(trace, async (all) => needed.every((each) => said(all).includes(each)))
  expect(said(steps ?? [])).toEqual(needed)
})
