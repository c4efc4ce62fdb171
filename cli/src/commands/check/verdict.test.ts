import { failedStart } from '@inkling/scenarios/runner/reports/broken-file'
import { expect, test } from 'vitest'
import { NOT_STARTED } from '../scenarios/blocked-run.ts'
import { scenarioVerdict } from './verdict.ts'

const about = { name: 'the first day', file: 'first-day.yaml', target: 'http://closed.example', seed: '1' }
const at = { file: about.file, line: 1, column: 1 }

test('a scenario that could not start because no server answers says nothing about a rule', () => {
  const run = failedStart(about, NOT_STARTED, [{ ...at, message: 'no server responds' }])
  expect(scenarioVerdict(run)).toMatchObject({ outcome: 'skipped', detail: 'no server responds' })
  const failed = failedStart(about, 'the game is completed', [{ ...at, message: 'it is not' }])
  expect(scenarioVerdict(failed)).toMatchObject({ outcome: 'failed', detail: 'it is not' })
})
