import { excerpt } from './excerpt.ts'
import { type RunReport, reportedSteps, type StepResult } from './report.ts'
import { decisive, failedSteps, type Program, placeOf, rerunCommand } from './rerun.ts'
import { runName } from './run-name.ts'

/** The reports as JUnit XML for build servers: a suite and a case per scenario. */
export const junitReport = (runs: readonly RunReport[], program?: Program): string =>
  report(runs, (run) => [scenarioCase(run, program)])

/** The same with a case per step. A broken threshold counts as a failed case. */
export const junitStepsReport = (runs: readonly RunReport[], program?: Program): string =>
  report(runs, (run) => stepCases(run, program))

/** A suite of test cases. */
interface JunitSuite extends Pick<RunReport, 'name' | 'begunAt' | 'durationMs' | 'seed' | 'target'> {
  readonly file?: string
  readonly classname: string
  readonly cases: readonly JunitCase[]
}

export interface JunitCase {
  readonly name: string
  readonly ms?: number
  readonly failure: Failure | null
  /** Why earlier attempts failed. */
  readonly earlier?: readonly Failure[]
  /** Why it did not run; null if it did. */
  readonly skipped?: string | null
}

interface Failure {
  readonly message: string
  readonly text: string
  readonly type?: string
  /** Whether nothing could be checked. */
  readonly isError?: boolean
}

function report(runs: readonly RunReport[], casesOf: (run: RunReport) => JunitCase[]): string {
  const suites = runs.map((run) => {
    const name = runName(run, runs)
    const suffix = name.slice(run.name.length)
    const cases = casesOf(run).map((each) => ({ ...each, name: each.name + suffix }))
    return { ...run, name, classname: run.file, cases }
  })
  return junit('inkling', suites)
}

/** Suites as JUnit XML. */
export function junit(name: string, suites: readonly JunitSuite[]): string {
  const { tests, failures, errors } = countsOf(suites.flatMap(({ cases }) => cases))
  const time = suites.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Without the number of skipped ones, which the schema of Jenkins' xUnit plugin does not allow here.
    `<testsuites name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" time="${seconds(time)}">`,
    ...suites.map(suiteElement),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteElement({
  name,
  file,
  begunAt,
  durationMs,
  seed,
  target,
  classname,
  cases,
}: JunitSuite): string {
  const { tests, failures, errors, skipped } = countsOf(cases)
  const place = file === undefined ? '' : ` file="${escapedXml(file)}"`
  return [
    `  <testsuite name="${escapedXml(name)}"${place} timestamp="${begunAt.slice(0, 19)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(durationMs)}">`,
    '    <properties>',
    `      <property name="seed" value="${escapedXml(seed)}"/>`,
    `      <property name="target" value="${escapedXml(target)}"/>`,
    '    </properties>',
    ...cases.map((each) => caseElement(classname, each)),
    '  </testsuite>',
  ].join('\n')
}

function scenarioCase(run: RunReport, program?: Program): JunitCase {
  const { name, durationMs: ms, outcome, steps } = run
  const failure = runFailure(run, program)
  const earlier = (run.failedAttempts ?? []).flatMap((attempt) => runFailure(attempt, program) ?? [])
  const notRun = outcome === 'interrupted' ? 'interrupted' : outcome === 'skipped' ? reasonOf(steps) : null
  return { name, ms, failure, earlier, skipped: failure ? null : notRun }
}

function runFailure(run: RunReport, program?: Program): Failure | null {
  const { brokenThresholds, steps } = run
  const thresholds = brokenThresholds.map((message) => thresholdFailure(message, run, program))
  const ofSteps = (failed: readonly StepResult[]) =>
    failed.flatMap((step) => failureOf(step, run, program) ?? [])
  const failed = [...ofSteps(failedSteps(run)), ...thresholds]
  const [first] = [...ofSteps(steps.flatMap(decisive)), ...thresholds]
  const text = failed.map((each) => each.text).join('\n\n')
  return first ? { ...first, text } : null
}

const reasonOf = (steps: readonly StepResult[]): string => steps[0]?.detail ?? 'skipped'

function stepCases(run: RunReport, program?: Program): JunitCase[] {
  const { steps, brokenThresholds, failedAttempts = [] } = run
  const cases = reportedSteps(steps).map((step): JunitCase => {
    const { outcome, durationMs } = step
    const skipped = outcome === 'interrupted' ? 'interrupted' : outcome === 'skipped' ? step.detail : null
    const ms = skipped === null ? durationMs : 0
    return { name: stepName(step), ms, failure: failureOf(step, run, program), skipped }
  })
  const broken = brokenThresholds.map(
    (message): JunitCase => ({ name: 'thresholds', failure: thresholdFailure(message, run, program) }),
  )
  // A case of its own, because a step of an earlier attempt need not be in the last one.
  const repeated = failedAttempts.flatMap((attempt, at): JunitCase[] => {
    const failure = runFailure(attempt, program)
    const name = `attempt ${at + 1}`
    return failure ? [{ name, ms: attempt.durationMs, failure: null, earlier: [failure] }] : []
  })
  return [...cases, ...broken, ...repeated]
}

/** Such as `7 ann today`. */
const stepName = ({ number, who, what }: StepResult): string =>
  [number, who, what].filter((part) => part !== '').join(' ')

const thresholdFailure = (message: string, run: RunReport, program?: Program): Failure => ({
  message,
  text: `${message}\n\n${rerunCommand(run, undefined, program)}`,
})

/** The step, its problems, its last call, and the command that repeats the run up to it. */
function failureOf(step: StepResult, run: RunReport, program?: Program): Failure | null {
  const { outcome, problems, exchange, stack } = step
  if (outcome !== 'failed') return null
  const lines = [stepName(step), ...problems.map((problem) => `${placeOf(problem)}: ${problem.message}`)]
  if (stack !== undefined) lines.push('', stack)
  if (exchange) lines.push('', exchange.curl, `${exchange.status} ${excerpt(step).join('\n')}`)
  lines.push('', rerunCommand(run, step, program))
  const text = lines.join('\n')
  const message = `${stepName(step)}: ${problems[0]?.message ?? 'failed'}`
  return run.isUnreadable ? { message, text, type: 'invalid', isError: true } : { message, text }
}

function caseElement(
  classname: string,
  { name, ms = 0, failure, earlier = [], skipped = null }: JunitCase,
): string {
  const inner = [
    ...(failure ? [failureElement(failure.isError ? 'error' : 'failure', failure)] : []),
    // The elements of Maven Surefire, which build servers know.
    ...earlier.map((each) => failureElement(failure ? 'rerunFailure' : 'flakyFailure', each)),
    ...(skipped === null ? [] : [`<skipped message="${escapedXml(skipped)}"/>`]),
  ].join('')
  return `    <testcase classname="${escapedXml(classname)}" name="${escapedXml(name)}" time="${seconds(ms)}"${inner === '' ? '/>' : `>${inner}</testcase>`}`
}

const failureElement = (element: string, { message, text, type = 'expectation' }: Failure): string =>
  `<${element} message="${escapedXml(message)}" type="${type}">${escapedXml(text)}</${element}>`

const countsOf = (cases: readonly JunitCase[]) => ({
  tests: cases.length,
  failures: cases.filter(({ failure }) => failure !== null && !failure.isError).length,
  errors: cases.filter(({ failure }) => failure?.isError).length,
  skipped: cases.filter(({ skipped = null }) => skipped !== null).length,
})

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** Escapes a text for XML 1.0. Removes control characters, which XML 1.0 does not allow even escaped. */
const escapedXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
