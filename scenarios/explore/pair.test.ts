import { expect, test } from 'vitest'
import { spellingSketchbook } from '../bots/sketchbook.fixture.ts'
import { inProcessTarget } from '../runner/targets/in-process-target.ts'
import { overFetch } from '../runner/targets/over-fetch.fixture.ts'
import { beginningOf, botsFor } from './explore.ts'
import { Pair, type Servers } from './pair.ts'
import type { CallStep, PlayedStep } from './played-step.ts'

const fresh = async (clock: string | null) => inProcessTarget({ seed: '1', ...(clock !== null && { clock }) })

/** A target that does the first of two changes of a name after the second. */
async function slowFirst(clock: string | null) {
  const target = await fresh(clock)
  let release = () => {}
  const second = new Promise<void>((resolve) => {
    release = resolve
  })
  return overFetch(target, (fetch) => async (input, init) => {
    const body = String(init?.body)
    if (body.includes('Annika')) await second
    const response = await fetch(input, init)
    if (body.includes('Annabel')) release()
    return response
  })
}

const rename = (username: string): CallStep => ({ bot: 'ann', do: 'update-profile', with: { username } })

test('the order of a race may show only later', async () => {
  const servers: Servers = { reference: fresh, target: slowFirst, isExact: true }
  const bots = botsFor(['ann'], 'beginning', servers)
  const plan = { servers, sketchbook: spellingSketchbook, serverSeed: '1' }
  const pair = await Pair.open({
    ...beginningOf(bots, 'beginning', plan),
    clock: '2026-03-07T12:00:00-05:00',
  })
  const difference = async (step: PlayedStep) => (await pair.perform(step))?.difference
  // biome-ignore lint/suspicious/noThenProperty: what is seen after a race
  const race = { parallel: [rename('Annika'), rename('Annabel')], then: [] }
  expect(await difference(race)).toBeNull()
  expect(await difference({ bot: 'ann', do: 'profile' })).toBeNull()
  expect(await difference({ bot: 'ann', do: 'today' })).toBeNull()
  await pair.close()
})
