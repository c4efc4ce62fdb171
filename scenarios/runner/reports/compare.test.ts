import { expect, test } from 'vitest'
import { type ComparableReport, comparableReport, compareReports } from './compare.ts'
import { jsonReport } from './json.ts'
import type { RunReport, StepResult } from './report.ts'
import { passedRun, passedStep } from './run-report.fixture.ts'

const run = (name: string, isGood: boolean, durationMs = 100, seed = '1'): RunReport => {
  const problem = { file: `${name}.yaml`, line: 7, column: 3, message: 'word: expected 1, got 2' }
  const outcome = isGood ? 'passed' : 'failed'
  const step: StepResult = { ...passedStep, outcome, problems: isGood ? [] : [problem], durationMs }
  return { ...passedRun, name, file: problem.file, seed, outcome, steps: [step], durationMs }
}

const report = (...runs: RunReport[]): ComparableReport =>
  comparableReport.parse(JSON.parse(jsonReport(runs)))
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

test('scenarios that fail newly, that are fixed, that became slower, and that are in one report only', () => {
  const before = report(
    run('good', true),
    run('broken', true),
    run('mended', false),
    run('bad', false),
    run('slow', true, 400),
    run('quick', true, 10),
    run('gone', true),
  )
  const after = report(
    run('good', true, 140),
    run('broken', true),
    run('broken', false, 100, '7'),
    run('mended', true),
    run('bad', false),
    run('slow', true, 700),
    run('quick', true, 100),
    run('new', false),
  )
  const compared = compareReports(before, after)
  expect(compared.newlyFailing).toEqual([
    { name: 'broken', file: 'broken.yaml', problem: 'broken.yaml:7:3 word: expected 1, got 2', seeds: ['7'] },
    { name: 'new', file: 'new.yaml', problem: 'new.yaml:7:3 word: expected 1, got 2', seeds: ['1'] },
  ])
  expect(names(compared.fixed)).toEqual(['mended'])
  expect(names(compared.stillFailing)).toEqual(['bad'])
  expect(compared.slower).toEqual([{ name: 'slow', file: 'slow.yaml', beforeMs: 400, afterMs: 700 }])
  expect(names(compared.added)).toEqual(['new'])
  expect(names(compared.removed)).toEqual(['gone'])
})

test('a file that is not a report is refused', () => {
  expect(comparableReport.safeParse({ runs: [{ name: 'x' }] }).success).toBe(false)
})
