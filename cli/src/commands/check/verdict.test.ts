import { failedStart } from '@inkling/scenarios/runner/reports/broken-file'
import { htmlReport } from '@inkling/scenarios/runner/reports/html'
import { junitReport, junitStepsReport } from '@inkling/scenarios/runner/reports/junit'
import { expect, test } from 'vitest'
import { painter } from '../../output/style.ts'
import { NOT_STARTED } from '../scenarios/blocked-run.ts'
import { runEventText } from '../scenarios/scenario-text.ts'
import { checkText } from './check-text.ts'
import { pointVerdict, reportedRuns, scenarioVerdict, unlessUnstarted } from './verdict.ts'

const about = { name: 'the first day', file: 'first-day.yaml', target: 'http://closed.example', seed: '1' }
const at = { file: about.file, line: 1, column: 1 }

test('a scenario that could not start because no server answers says nothing about a rule', () => {
  const run = unlessUnstarted(failedStart(about, NOT_STARTED, [{ ...at, message: 'no server responds' }]))
  const verdict = scenarioVerdict(run)
  expect(verdict).toMatchObject({ outcome: 'skipped', detail: 'no server responds' })
  const reported = [...reportedRuns([verdict], run, [run]), run]
  const xml = junitReport(reported)
  expect(xml).toContain('tests="1" failures="0" errors="0"')
  expect(xml).toContain('<skipped message="no server responds"/>')
  expect(htmlReport(reported)).toContain('0 scenarios passed, 1 skipped')
  const page = { paint: painter(false), colors: 0, width: 100 } as const
  expect(runEventText({ type: 'run-ended', run }, page, { detail: 'files' })).not.toContain('✗')
  const failed = failedStart(about, 'the game is completed', [{ ...at, message: 'it is not' }])
  expect(scenarioVerdict(failed)).toMatchObject({ outcome: 'failed', detail: 'it is not' })
})

test('a broken rule without a small scenario says why there is none', () => {
  const point = {
    area: 'History',
    rule: 'a new player has no games',
    outcome: 'failed',
    detail: '403',
  } as const
  const reason = 'no small scenario: the same calls are answered like by the reference'
  const check = {
    ...({ target: about.target, seed: '1', verdict: 'broken', wallMs: 1 } as const),
    rules: [
      pointVerdict(point, { reason }),
      pointVerdict({ ...point, detail: '500' }, { command: 'npx inkling scenario run rule.yaml' }),
    ],
    players: { made: 0, isRestored: true, left: [], file: null },
  }
  const xml = junitStepsReport(reportedRuns(check.rules.slice(0, 1), failedStart(about, '', []), []))
  expect(xml).toContain('message="1 a new player has no games: 403"')
  const text = checkText(check, { paint: painter(false), colors: 0, width: 100 })
  expect(text).toContain(`403\n  ${reason}\n`)
  expect(text).toContain('500\n  npx inkling scenario run rule.yaml\n')
})

test('rules that are broken alike are one red point', () => {
  const rules = [1, 2, 3, 4, 5, 6, 7].map((number) =>
    pointVerdict(
      { area: 'Turns', rule: `rule ${number}`, outcome: 'failed', detail: '`word` is missing' },
      undefined,
    ),
  )
  const players = { made: 0, isRestored: true, left: [], file: null }
  const check = { target: about.target, seed: '1', verdict: 'broken', wallMs: 1, rules, players } as const
  const text = checkText(check, { paint: painter(false), colors: 0, width: 100 })
  expect(text).toContain(
    '✗ rule 5  Turns in API.md\n  and 2 more rules, which --report names\n  Each: `word` is missing\n',
  )
  expect(text).not.toContain('rule 6')
  expect(text).toContain('breaks 7 rules')
})
