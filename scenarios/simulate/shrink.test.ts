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
  const broken = { ...plan, trace, violations, clock, shrinkMs: 60_000 }
  const { text, isRepeated } = await shrunkScenario({ ...broken, fresh: brokenServer })
  expect(isRepeated).toBe(true)
  expect(text).toContain('two entries in the chain')
  const loaded = await loadScenario('shrunk.yaml', async () => text)
  expect(loaded.scenario.steps).toHaveLength(6)
  expect(Object.keys(loaded.bots)).toHaveLength(2)
  const onBroken = await runScenario(loaded, { target: await brokenServer(), sketchbook: plan.sketchbook })
  expect(onBroken.outcome).toBe('failed')
  const onCorrect = await runScenario(loaded, {
    target: inProcessTarget({ seed: 'sim', clock }),
    sketchbook: plan.sketchbook,
  })
  expect(onCorrect.outcome).toBe('passed')
  const fresh = async () => inProcessTarget({ seed: 'sim', clock })
  const whole = await shrunkScenario({ ...broken, fresh })
  expect(whole.isRepeated).toBe(false)
  expect(whole.text).toContain('# Running the steps again did not show it: these are all of them.')
  expect(whole.text).toContain('{ clock: { advance: 6m } }')
  const all = await loadScenario('whole.yaml', async () => whole.text)
  expect(all.scenario.steps).toHaveLength(trace.entries.length)
})

test('an answer that a bot does not expect is a finding, and becomes a small scenario too', async () => {
  let days = 0
  /** A server that breaks on its second day. */
  const failing = async (): Promise<Target> => {
    days = 0
    return overFetch(inProcessTarget({ seed: 'sim', clock }), (fetch) => async (input, init) => {
      if (String(init?.body).includes('midnight')) days++
      if (days === 0 || !String(input).endsWith('/start-turn')) return fetch(input, init)
      return Response.json({ error: { code: 'INTERNAL', message: 'oops' } }, { status: 500 })
    })
  }
  const trace = new Trace()
  const plan = { sketchbook: spellingSketchbook, seed: 'sim', personas: ['steady'] as const }
  const amount = { groups: 2, players: 3, days: 3, invariants: true }
  const { violations } = await simulate({ ...plan, ...amount, target: await failing(), trace })
  expect(violations).toEqual(['g1p1 (steady) on day 2 gets an unexpected answer: 500 INTERNAL: oops'])
  const found = await shrunkScenario({ ...plan, trace, violations, clock, shrinkMs: 60_000, fresh: failing })
  expect(found.isRepeated).toBe(true)
  const { scenario } = await loadScenario('shrunk.yaml', async () => found.text)
  expect(scenario.steps.length).toBeLessThanOrEqual(4)
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
