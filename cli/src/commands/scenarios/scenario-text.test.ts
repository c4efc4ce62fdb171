import type { RunReport, StepResult } from '@inkling/scenarios/runner/reports/report'
import { passedRun, passedStep } from '@inkling/scenarios/runner/reports/run-report.fixture'
import { beforeEach, expect, test, vi } from 'vitest'
import { painter } from '../../output/style.ts'
import type { ScenarioRuns } from './scenario-run.ts'
import { type Detail, runEventText, runsText, seedsText } from './scenario-text.ts'

const page = { paint: painter(false), colors: 0, width: 100 }
const step: StepResult = { ...passedStep, detail: 'no game' }
const wrong: StepResult = {
  ...step,
  number: '2',
  outcome: 'failed',
  detail: '',
  problems: [{ file: 'day.yaml', line: 7, column: 9, message: "word: expected 'cat', got null" }],
  exchange: { curl: "curl 'http://localhost/api/game/today'", status: 200, reply: '{\n  "word": null\n}' },
}
const passed: RunReport = { ...passedRun, steps: [step] }
const failed: RunReport = { ...passed, name: 'a bad day', outcome: 'failed', steps: [step, wrong] }
const skipped: RunReport = { ...passed, outcome: 'skipped', steps: [{ ...step, detail: 'another zone' }] }

const ended = (run: RunReport, detail: Detail) => runEventText({ type: 'run-ended', run }, page, { detail })
const runs = (...all: RunReport[]) => ({ runs: all }) as unknown as ScenarioRuns

// The commands of npm set it.
beforeEach(() => vi.stubEnv('npm_command', 'exec'))

test('a failed step shows its call, and the lines of the reply around the field that failed', () => {
  expect(runEventText({ type: 'step-ended', step: wrong }, page)).toBe(
    [
      '     2 ✗ ann            today',
      "         word: expected 'cat', got null  day.yaml:7:9",
      "         $ curl 'http://localhost/api/game/today'",
      '         200 { "word": null }',
    ].join('\n'),
  )
  const reply = JSON.stringify({ ...Array(40).fill(0), word: null, ...{ zebra: 1 } }, null, 2)
  const long: StepResult = {
    ...wrong,
    problems: wrong.problems.map((problem) => ({ ...problem, at: ['word'] })),
    exchange: { curl: 'curl', status: 200, reply },
  }
  const text = runEventText({ type: 'step-ended', step: long }, page)
  expect(text).toContain('"word": null')
  expect(text.split('\n')).toHaveLength(11)
  const whole = runEventText({ type: 'step-ended', step: long }, page, { isWhole: true })
  expect(whole.split('\n')).toHaveLength(47)
})

test('a step that fails by a fault of the program shows the stack', () => {
  const crashed: StepResult = { ...wrong, stack: 'TypeError: no\n    at play (bot.ts:1:1)' }
  const text = runEventText({ type: 'step-ended', step: crashed }, page)
  expect(text).toContain('         TypeError: no\n             at play (bot.ts:1:1)\n')
})

test('one line per file, with its failed steps', () => {
  expect(runEventText({ type: 'step-ended', step }, page, { detail: 'files' })).toBe('')
  expect(ended(passed, 'files')).toBe('✓ a day  day.yaml · 1 of 1 step passed · seed 4')
  expect(ended(skipped, 'files')).toBe('– a day  day.yaml · skipped · seed 4\n     another zone')
  expect(ended(failed, 'files').split('\n').slice(0, 3)).toEqual([
    '✗ a bad day  day.yaml · 1 of 2 steps passed · seed 4',
    '     2 ✗ ann            today',
    "         word: expected 'cat', got null  day.yaml:7:9",
  ])
})

test('failed files only', () => {
  expect([passed, skipped].map((run) => ended(run, 'failed'))).toEqual(['', ''])
  expect(ended(failed, 'failed')).toContain('✗ a bad day')
})

test('the summary lists every failure with its position and the command that repeats it', () => {
  expect(runsText(runs(passed, failed, skipped), page, 'files')).toBe(
    [
      '',
      '1 failure',
      "  day.yaml:7:9  word: expected 'cat', got null",
      '    npx inkling scenario run day.yaml --seed 4 --target in-process --to-step 2',
      '',
      '1 passed, 1 failed, 1 skipped',
    ].join('\n'),
  )
  expect(runsText(runs(passed), page)).not.toContain('failure')
})

test('a file that is not valid has neither passed steps nor a seed', () => {
  const read: StepResult = { ...wrong, number: '1', who: '', what: 'read the file' }
  const name = 'day.yaml'
  const broken: RunReport = { ...failed, name, target: 'none', seed: '', isUnreadable: true, steps: [read] }
  expect(ended(broken, 'files').split('\n')[0]).toBe('✗ day.yaml  day.yaml · not valid')
  expect(runEventText({ type: 'run-begun', name, file: name, target: 'none', seed: '' }, page)).toBe(name)
  expect(runsText(runs(broken), page)).toContain('✗  day.yaml  not valid')
  expect(seedsText(runs(broken, failed))).toBe('1 of 1 seed failed: 4')
})

test('of several files, the line of the seeds names those that failed', () => {
  const other: RunReport = { ...passed, file: 'night.yaml', seed: '9' }
  expect(seedsText(runs(failed, other))).toBe('1 of 2 seeds failed in day.yaml: 4')
  expect(seedsText(runs(failed, { ...failed, seed: '5' }))).toBe('2 of 2 seeds failed: 4, 5')
})

test('runs of one scenario with several seeds have them in the table', () => {
  const text = runsText(runs(failed, { ...failed, seed: '5' }), page)
  expect(text).toMatch(/✗ {2}a bad day \(seed 4\) {2}1 of 2 steps passed\n✗ {2}a bad day \(seed 5\)/)
})
