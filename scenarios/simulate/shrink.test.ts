import { clientOf } from '@inkling/mock-server/contract/client/client'
import type { Fault } from '@inkling/mock-server/contract/schemas/control'
import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { loadScenario } from '../runner/language/files/load.ts'
import type { Step } from '../runner/language/steps.ts'
import { runScenario } from '../runner/run.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { withReplies } from '../runner/targets/over-fetch.fixture.ts'
import type { Target } from '../runner/targets/target.ts'
import { activeFaults } from './active-faults.ts'
import { shrink } from './shrink.ts'
import { shrunkScenario } from './shrunk-scenario.ts'
import { type SimulationPlan, simulate } from './simulate.ts'
import { Trace } from './trace.ts'

const clock = '2026-03-06T12:00:00-05:00'
const sketchbook = spellingSketchbook

/** Simulates one group, unless the plan says more. @returns the broken rules, and what a search for a small scenario needs */
async function simulated(target: Target, more: Partial<SimulationPlan>) {
  const trace = new Trace()
  const usual = { groups: 1, players: 2, days: 1, personas: ['steady'], invariants: true } as const
  const plan = { sketchbook, seed: 'sim', trace }
  const { violations } = await simulate({ ...usual, ...more, ...plan, target })
  return { ...plan, violations, clock, shrinkMs: 60_000 }
}

/** A server whose results assign the second entry of a chain to the first player. */
const brokenServer = async (): Promise<Target> =>
  withReplies(inProcessTarget({ seed: 'sim', clock }), /^GET \/api\/game\/[\w-]{22}$/, async (reply) => {
    if (!reply.ok) return reply
    const { chain, ...results } = await reply.json()
    if (chain[1]) chain[1].userId = chain[0].userId
    return Response.json({ ...results, chain })
  })

test('a broken rule is reduced to a scenario that breaks it again', async () => {
  const broken = await simulated(await brokenServer(), {
    groups: 2,
    days: 2,
    personas: ['steady', 'careless'],
  })
  expect(broken.violations).toContainEqual(
    expect.stringMatching(/^game \S+: the results show two entries of a player$/),
  )
  const { text, isRepeated } = await shrunkScenario({ ...broken, fresh: brokenServer })
  expect(isRepeated).toBe(true)
  expect(text).toContain('two entries of a player')
  const loaded = await loadScenario('shrunk.yaml', async () => text)
  expect(loaded.scenario.steps).toHaveLength(6)
  expect(Object.keys(loaded.bots)).toHaveLength(2)
  const onBroken = await runScenario(loaded, { target: await brokenServer(), sketchbook })
  expect(onBroken.outcome).toBe('failed')
  const onCorrect = await runScenario(loaded, {
    target: inProcessTarget({ seed: 'sim', clock }),
    sketchbook,
  })
  expect(onCorrect.outcome).toBe('passed')
  const fresh = async () => inProcessTarget({ seed: 'sim', clock })
  const whole = await shrunkScenario({ ...broken, fresh })
  expect(whole.isRepeated).toBe(false)
  expect(whole.text).toContain('# Running the steps again did not show it: these are all of them.')
  expect(whole.text).toContain('{ clock: { advance: 6m } }')
  const all = await loadScenario('whole.yaml', async () => whole.text)
  expect(all.scenario.steps).toHaveLength(broken.trace.entries.length)
})

test('an answer that a bot does not expect is a finding, and becomes a small scenario too', async () => {
  let days = 0
  /** A server that breaks on its second day. */
  const failing = async (): Promise<Target> => {
    days = 0
    const changed = /^POST \/(control\/clock|api\/game\/start-turn)$/
    return withReplies(inProcessTarget({ seed: 'sim', clock }), changed, (reply, call, init) => {
      if (String(init?.body).includes('midnight')) days++
      if (days === 0 || call.endsWith('/clock')) return reply
      return Response.json({ error: { code: 'INTERNAL', message: 'oops' } }, { status: 500 })
    })
  }
  const broken = await simulated(await failing(), { groups: 2, days: 3 })
  expect(broken.violations).toEqual([
    'g1p1 (steady) on day 2 gets an unexpected answer to play-turn: 500 INTERNAL: oops',
  ])
  const found = await shrunkScenario({ ...broken, fresh: failing })
  expect(found.isRepeated).toBe(true)
  const { scenario } = await loadScenario('shrunk.yaml', async () => found.text)
  expect(scenario.steps.length).toBeLessThanOrEqual(4)
})

test('faults that were active are in the scenario, which fails with them only', async () => {
  const faulty = async (faults: Fault[]): Promise<Target> => {
    const target = inProcessTarget({ seed: 'sim', clock })
    await clientOf(target).putFaults({ body: faults })
    return target
  }
  const faults: Fault[] = [
    { match: { path: '/api/game/start-turn' }, nth: 2, status: 503 },
    { match: { path: '/api/game/today' }, times: 1, fired: 1, drop: true },
  ]
  const broken = { ...(await simulated(await faulty(faults), { players: 3 })), fresh: () => faulty([]) }
  expect(broken.violations).toEqual([expect.stringContaining('gets an unexpected answer to play-turn: 503')])
  const { text, isRepeated } = await shrunkScenario({ ...broken, faults: activeFaults(faults) })
  expect(isRepeated).toBe(true)
  const loaded = await loadScenario('shrunk.yaml', async () => text)
  const [fault] = activeFaults(faults)
  expect(loaded.scenario.faults).toEqual([fault])
  const { outcome } = await runScenario(loaded, { target: await faulty([]), sketchbook })
  expect(outcome).toBe('failed')
  expect((await shrunkScenario(broken)).isRepeated).toBe(false)
  // A fault that would not come as far in the same steps affects every call.
  const late = await shrunkScenario({ ...broken, faults: [{ ...fault, match: {}, nth: 500 }] })
  expect(late.isRepeated).toBe(true)
  expect(late.text).toContain('faults:\n  - { match: {}, status: 503 }\n')
  // So does one by chance: the file fails in every run. Its name is what it shows.
  const match = { path: '/api/game/start-turn' }
  const byChance = await shrunkScenario({ ...broken, faults: [{ match, status: 503, probability: 0.3 }] })
  expect(byChance).toMatchObject({ isRepeated: true, isByChance: false })
  expect(byChance.text).not.toContain('probability')
  const { scenario } = await loadScenario('shrunk.yaml', async () => byChance.text)
  expect(scenario.name).toMatch(/^broken: unexpected answer to play-turn of \w+: 503/)
  expect(byChance.text).toMatch(new RegExp(`${/ of (\w+):/.exec(scenario.name)?.[1]}.*play-turn`))
})

test('a reply that is not as documented is a finding, over which the simulation does not stumble', async () => {
  /** Leaves out the players of the game. */
  const strange = async (): Promise<Target> =>
    withReplies(inProcessTarget({ seed: 'sim', clock }), /\/api\/game\/today$/, async (reply) => {
      const { participants: _, ...rest } = await reply.json()
      return Response.json(rest)
    })
  const broken = await simulated(await strange(), {})
  expect(broken.violations).toEqual([
    expect.stringContaining('GET /api/game/today: its reply is not as documented: participants'),
  ])
  const found = await shrunkScenario({ ...broken, fresh: strange })
  expect(found.isRepeated).toBe(true)
})

test('a scenario that fails only during the search is not called a reproduction', async () => {
  const trace = new Trace()
  trace.note({ check: 'rules' })
  const told: string[] = []
  const fresh = async () =>
    withReplies(inProcessTarget({ seed: 'sim', clock }), /\/control\/outbox$/, (reply) => {
      if (told.push('outbox') > 1) return reply
      return Response.json({ error: { code: 'CONFLICT', message: 'once' } }, { status: 409 })
    })
  const violations = ['g1p1 (steady) on day 1 gets an unexpected answer to play-turn: 409 CONFLICT: once']
  const plan = { sketchbook, seed: 'sim', clock, shrinkMs: 60_000 }
  const found = await shrunkScenario({ ...plan, trace, violations, fresh })
  expect(told.length).toBeGreaterThan(1)
  expect(found.isRepeated).toBe(false)
  expect(found.text).toContain('# Running the steps again did not show it')
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
