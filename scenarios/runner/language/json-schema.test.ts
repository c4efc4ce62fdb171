import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scenarioJsonSchema } from './json-schema.ts'
import { STEP_WORDS } from './steps.ts'

test('the published schema is up to date (vitest -u regenerates it)', async () => {
  await expect(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL('../../scenario.schema.json', import.meta.url)),
  )
})

test('it contains and describes every kind of step', () => {
  const text = JSON.stringify(scenarioJsonSchema())
  for (const word of STEP_WORDS) expect(text).toContain(`"${word}":{`)
  expect(text).toContain('trigger-daily-games')
  expect(text).toContain("resumes the server's clock")
})

test('its definitions have names and descriptions', () => {
  const { $defs } = scenarioJsonSchema() as { $defs: Record<string, { description?: string }> }
  const undescribed = Object.entries($defs).filter(
    ([name, { description }]) => name.startsWith('__') || !description,
  )
  expect(undescribed).toEqual([])
})
