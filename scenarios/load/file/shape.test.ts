import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Random } from '@inkling/fixtures/random'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Ledger } from '../players/ledger.ts'
import { loadReferencePage, readLoadExamples } from '../reference/page.ts'
import { loadJsonSchema } from './json-schema.ts'
import { parseLoad } from './parse.ts'
import { planOf } from './plan.ts'
import { arrivalsOf, PROFILE_NAMES, pointsOf } from './profile.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const BASE = {
  version: 1,
  name: 'x',
  players: 10,
  profile: 'steady',
  duration: '5m',
  limits: { calls: 9, duration: '10m' },
}

const problemsOf = (text: string): string => {
  try {
    parseLoad(text, 'my.yaml')
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['profile: evning', /^my\.yaml:1:\d+: .*evning/],
  ['warm-up: 5m', /'warm-up' is as long as the load or longer \(5m\)/],
  ['limits: { calls: 9, duration: 1m }', /'limits.duration' is shorter than the load \(5m\)/],
  ['limits: { calls: 9 }', /'duration' is missing/],
  [
    'thresholds: { calls.tody.p99: "<1s" }',
    /^my\.yaml:1:\d+: unknown key 'calls\.tody\.p99'; did you mean 'calls\.today\.p99'/,
  ],
  ['thresholds: { errors: "few" }', /write a threshold as "<80ms"/],
  ['playrs: 3', /unknown key 'playrs'; did you mean 'players'/],
  ['during: [{ at: 6m, clock: freeze }]', /after the end of the load/],
  ['profile: [{ at: 9s, rate: 1 }, { at: 3s, rate: 1 }]', /not in chronological order/],
])('%s is refused with its position', (text, message) => {
  expect(problemsOf(JSON.stringify({ ...BASE, ...(parse(text) as object) }))).toMatch(message)
})

test('limits are required', () => {
  const { limits: _, ...without } = BASE
  expect(problemsOf(JSON.stringify(without))).toContain("'limits' is missing")
})

test.each(PROFILE_NAMES)('the load file of the profile %s is valid', async (name) => {
  const shape = parseLoad(await readFile(`${folder}profiles/${name}.yaml`, 'utf8'), name)
  expect(shape.profile).toBe(name)
  expect(planOf(shape, '7').points.length).toBeGreaterThan(1)
})

test('arrivals follow the profile', () => {
  const within = (name: (typeof PROFILE_NAMES)[number], from: number, to: number) => {
    const random = new Random('7')
    const arrivals = arrivalsOf(pointsOf(name, 1000), 20_000, 1000, () => random.next())
    return arrivals.filter((at) => at >= from && at < to).length / 20_000
  }
  expect(within('steady', 0, 500)).toBeCloseTo(0.5, 1)
  expect(within('ramp', 0, 500)).toBeCloseTo(0.26, 1)
  expect(within('midnight', 0, 401)).toBe(1)
  expect(within('spike', 450, 500)).toBeCloseTo(0.345, 1)
  expect(within('evening', 500, 800)).toBeGreaterThan(within('evening', 0, 300) * 2)
})

test('two players who hold a turn at the same time break a rule, unless the first one has sent a call that ends it', () => {
  const ledger = new Ledger()
  ledger.started('g1', 1, 0)
  ledger.started('g1', 1, 10)
  ledger.ending('g1', 1)
  ledger.started('g1', 2, 20)
  expect(ledger.broken).toEqual([])
  ledger.started('g1', 3, 30)
  expect(ledger.broken).toEqual(['game g1: two players hold the turn at the same time'])
  const later = new Ledger()
  later.started('g1', 1, 0)
  later.started('g1', 2, 400_000)
  expect(later.broken).toEqual([])
})

test('every example of the reference is valid, and the generated files are up to date (vitest -u regenerates them)', async () => {
  const examples = readLoadExamples()
  for (const text of Object.values(examples).flatMap((words) => Object.values(words))) {
    expect(problemsOf(JSON.stringify({ ...BASE, ...(parse(text) as object) }))).toBe('')
  }
  const whole = Object.values(examples.file ?? {}).join('')
  expect(problemsOf(whole)).toBe('')
  await expect(loadReferencePage(examples)).toMatchFileSnapshot(`${folder}REFERENCE.md`)
  await expect(`${JSON.stringify(loadJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    `${folder}../load.schema.json`,
  )
  expect((await readdir(`${folder}profiles`)).sort()).toEqual(
    PROFILE_NAMES.map((name) => `${name}.yaml`).sort(),
  )
})
