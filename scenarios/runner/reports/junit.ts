import { escapedXml } from './escaped-xml.ts'
import { leaves, type RunReport, type StepResult } from './report.ts'
import { placeOf } from './rerun.ts'

/** The reports as JUnit XML for build servers: a suite per scenario, a case per step. */
export function junitReport(runs: readonly RunReport[]): string {
  const counts = runs.map(countsOf)
  const total = (of: keyof (typeof counts)[number]) => counts.reduce((sum, count) => sum + count[of], 0)
  const time = runs.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="inkling" tests="${total('tests')}" failures="${total('failures')}" errors="0" skipped="${total('skipped')}" time="${seconds(time)}">`,
    ...runs.map(suite),
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(run: RunReport): string {
  const { tests, failures, skipped } = countsOf(run)
  const broken = run.brokenThresholds.map((message) =>
    testCase(run, 'thresholds', 0, failureOf(message, message)),
  )
  const open = `  <testsuite name="${escapedXml(run.name)}" file="${escapedXml(run.file)}" timestamp="${run.begunAt.slice(0, 19)}" tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(run.durationMs)}">`
  const properties = ['seed', 'target'].map(
    (name) =>
      `      <property name="${name}" value="${escapedXml(String(run[name as 'seed' | 'target']))}"/>`,
  )
  return [
    open,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...leaves(run.steps).map((step) => stepCase(run, step)),
    ...broken,
    '  </testsuite>',
  ].join('\n')
}

function stepCase(run: RunReport, step: StepResult): string {
  const name = [step.number, step.who, step.what].filter((part) => part !== '').join(' ')
  if (isSkipped(step)) {
    const reason = step.outcome === 'interrupted' ? 'interrupted' : step.detail
    return testCase(run, name, 0, `<skipped message="${escapedXml(reason)}"/>`)
  }
  if (step.outcome !== 'failed') return testCase(run, name, step.durationMs, '')
  const lines = step.problems.map((problem) => `${placeOf(problem)}: ${problem.message}`)
  const { exchange } = step
  if (exchange) lines.push('', exchange.curl, `${exchange.status} ${exchange.reply}`)
  return testCase(
    run,
    name,
    step.durationMs,
    failureOf(step.problems[0]?.message ?? 'failed', lines.join('\n')),
  )
}

const testCase = (run: RunReport, name: string, ms: number, inner: string): string =>
  `    <testcase classname="${escapedXml(run.file)}" name="${escapedXml(name)}" time="${seconds(ms)}"${inner === '' ? '/>' : `>${inner}</testcase>`}`

const failureOf = (message: string, text: string): string =>
  `<failure message="${escapedXml(message)}" type="expectation">${escapedXml(text)}</failure>`

const isSkipped = ({ outcome }: StepResult): boolean => outcome === 'skipped' || outcome === 'interrupted'

/** A broken threshold counts as a failed case. */
function countsOf({ steps, brokenThresholds }: RunReport) {
  const all = leaves(steps)
  const broken = brokenThresholds.length
  return {
    tests: all.length + broken,
    failures: all.filter(({ outcome }) => outcome === 'failed').length + broken,
    skipped: all.filter(isSkipped).length,
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
