import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { cachedSketchbook } from '../../../bots/cached-sketchbook.ts'
import { loadSketchbook } from '../../../bots/library-sketchbook.ts'
import { serverOptionsOf } from '../../own-server.ts'
import { leaves } from '../../reports/report.ts'
import { runScenario } from '../../run.ts'
import { inProcessTarget } from '../../targets/in-process-target.ts'
import { loadScenario } from '../files/load.ts'
import { scenarioJsonSchema } from '../json-schema.ts'
import { definitionOf, STEP_WORDS } from '../steps.ts'
import { readExamples } from './examples.ts'
import { referencePage } from './page.ts'

const folder = fileURLToPath(new URL('../../../', import.meta.url))
const examples = readExamples()
const sketchbook = cachedSketchbook(loadSketchbook())
const all = [
  ...STEP_WORDS.map((word) => ({ part: 'steps', word, text: definitionOf(word).example })),
  ...Object.entries(examples).flatMap(([part, words]) =>
    Object.entries(words).map(([word, text]) => ({ part, word, text })),
  ),
]

/** A complete file for an example: the example's keys, and its steps after a group has been created. */
function fileOf(text: string): string {
  const own = parse(text)
  const { steps = [{ say: 'done' }], ...keys } = Array.isArray(own) ? { steps: own } : own
  const group = { include: 'lib/group-of-three.yaml' }
  const usual = { version: 1, name: 'an example', config: { clock: '2026-03-07T12:00:00-05:00' } }
  return JSON.stringify({ ...usual, ...keys, steps: [group, ...steps] })
}

test.each(all)('the example of $part $word passes', async ({ text }) => {
  const file = `${folder}library/example.yaml`
  const read = (path: string) => (path === file ? Promise.resolve(fileOf(text)) : readFile(path, 'utf8'))
  const loaded = await loadScenario(file, read)
  const target = inProcessTarget({ clock: '2026-03-07T12:00:00-05:00', ...serverOptionsOf(loaded, '7') })
  const env = { HOME_TOWN: 'Graz', API_KEY: 'hush' }
  const run = await runScenario(loaded, { target, sketchbook, env })
  expect(leaves(run.steps).flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([])
  expect(run).toMatchObject({ outcome: 'passed', brokenThresholds: [] })
})

test('every key of the schema occurs in an example', () => {
  const keys = new Set(all.flatMap(({ text }) => keysIn(parse(text))))
  expect([...wordsIn(scenarioJsonSchema())].filter((word) => !keys.has(word))).toEqual([])
})

test('the published reference is up to date (vitest -u regenerates it)', async () => {
  await expect(referencePage(examples)).toMatchFileSnapshot(`${folder}REFERENCE.md`)
})

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
}

/** The names of all properties in a JSON Schema. */
function wordsIn(schema: object, words = new Set<string>()): Set<string> {
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'properties') for (const word of Object.keys(inner)) words.add(word)
    if (typeof inner === 'object' && inner !== null) wordsIn(inner, words)
  }
  return words
}
