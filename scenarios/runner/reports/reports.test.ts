import { expect, test } from 'vitest'
import type { RunReport, StepResult } from '../report.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'

const step: StepResult = {
  number: '1',
  who: 'ann',
  what: 'today',
  outcome: 'passed',
  detail: '<b>"game" & all</b>\u0007',
  problems: [],
  children: [],
  durationMs: 12,
}
const problem = { file: 'day.yaml', line: 4, column: 3, message: 'word: expected "a" & got <b>' }
const run: RunReport = {
  name: 'a <day>',
  file: 'day.yaml',
  target: 'in process',
  seed: '4',
  outcome: 'failed',
  steps: [
    step,
    { ...step, number: '2', outcome: 'failed', problems: [problem] },
    { ...step, outcome: 'skipped' },
  ],
  brokenThresholds: ['http.p95 is 3ms, which is not < 1ms'],
  timings: { calls: 3, errors: 0, p50: 1, p95: 2, p99: 2, max: 2 },
  durationMs: 40,
  chains: [
    {
      gameId: 'g',
      date: '2026-03-07',
      word: 'cat',
      finalGuess: '<dog>',
      similarityScore: 62,
      matchType: 'partial',
      matchedWord: null,
      totalAttempts: 1,
      chain: [
        {
          stepIndex: 0,
          type: 'drawing',
          userId: 'a',
          username: 'Ann',
          avatar: null,
          content: { drawing: 'iVBORw0=' },
          timeSpent: 4,
        },
        {
          stepIndex: 1,
          type: 'guessing',
          userId: 'b',
          username: 'Ben',
          avatar: null,
          content: { guess: '<dog>' },
          timeSpent: 2,
          similarityScore: 62,
        },
      ],
      guessAttempts: [],
      participants: [],
    },
  ],
}

test('JUnit: counts, failures with their place, and nothing that XML forbids', () => {
  const xml = junitReport([run])
  expect(xml).toContain(
    '<testsuites name="inkling" tests="4" failures="2" errors="0" skipped="1" time="0.040">',
  )
  expect(xml).toContain('<testsuite name="a &lt;day&gt;"')
  expect(xml).toContain(
    '<failure message="word: expected &quot;a&quot; &amp; got &lt;b&gt;" type="expectation">day.yaml:4:3: word',
  )
  expect(xml).toContain('<skipped/>')
  expect(xml).not.toContain('\u0007')
})

test('JSON: the report as it is', () => {
  expect(JSON.parse(jsonReport([run]))).toEqual({ runs: [run] })
})

test('HTML: one page without a link to anything, with the chain, and with what others wrote escaped', () => {
  const html = htmlReport([run])
  expect(html).toContain('1 of 1 scenario failed')
  expect(html).toContain('src="data:image/png;base64,iVBORw0="')
  expect(html).toContain('<q>&lt;dog&gt;</q><span>62%</span>')
  expect(html).toContain('inkling scenario run day.yaml --seed 4')
  expect(html).not.toMatch(/<script|https?:|<dog>|<day>/)
})
