import { reportOf } from '@inkling/scenarios/load/reports/load-report.fixture'
import { expect, test } from 'vitest'
import { burstRules } from './burst.ts'

const report = reportOf('burst')
const about = (unanswered: number, errorsByCode: Record<string, number>) => {
  const errors = Object.values(errorsByCode).reduce((sum, times) => sum + times, 0)
  const summary = { ...report.summary, errors, errorsByCode }
  return burstRules({ ...report, summary, unanswered }).find(({ rule }) => rule.startsWith('no call fails'))
}

test('a call that fails breaks a rule, and one that is still waiting at the end says nothing', () => {
  expect(about(0, {})).toMatchObject({ outcome: 'passed' })
  expect(about(28, {})).toMatchObject({
    outcome: 'skipped',
    detail: expect.stringMatching(/^too slow: 28 of/),
  })
  expect(about(28, { TIMEOUT: 2 })).toMatchObject({ outcome: 'failed', detail: 'TIMEOUT 2 times' })
})
