import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureClientBuilt } from './client-build.mjs'
import { ensureEngines } from './engines.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, run, runQuietly, say } from './steps.mjs'

/* `npm test`: installs what is missing, runs every check and test, and closes with a count of all of them. */

const bin = (name) => join(root, 'node_modules/.bin', name)
const reports = join(root, '.cache/reports')

let passed = 0
let failed = 0
/** Full names of tests that this machine lacks something for. */
const skipped = []

checkNode()
await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// The package that the tests install holds it.
await ensureClientBuilt()

// The tests often wait: the checks use what they leave free of two cores.
const [checks] = await Promise.all([
  runChecks(),
  tests('Unit, server, console and component tests', 'vitest', unitArguments(), readVitest),
])
for (const { title, code, output } of checks) {
  say(`\n${title}: ${code === 0 ? 'passed' : `failed with exit code ${code}`}\n${output.trimEnd()}`)
}
const chromium = await ensureChromium()
const engines = await ensureEngines()
await tests(
  'Browser tests',
  'playwright',
  ['test', '--config', 'client/e2e/playwright.config.ts'],
  readPlaywright,
  {
    ...engines.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  },
)

for (const name of skipped) process.stdout.write(`Skipped: ${name}\n`)
for (const sentence of engines.missing) process.stdout.write(`${sentence}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

/** Checks that pass or fail as a whole, one after another; their output is held back while the tests print theirs. */
async function runChecks() {
  const results = []
  for (const [title, command, args] of [
    ['Format and lint', 'biome', ['check', '--error-on-warnings', '.']],
    ['Types', 'tsc', ['-b']],
    ['Unused code', 'knip', ['--config', '.config/knip.json']],
  ]) {
    const { code, output } = await runQuietly(bin(command), args)
    if (code === 0) passed++
    else failed++
    results.push({ title, code, output })
  }
  return results
}

/** A test runner, whose own report is counted; one that fails without a failed test counts as one. */
async function tests(title, command, args, read, env) {
  say(`\n${title} ...`)
  const code = await run(bin(command), args, { env })
  const counts = read()
  passed += counts.passed
  failed += code !== 0 ? Math.max(1, counts.failed) : counts.failed
}

function unitArguments() {
  const output = `--outputFile.json=${join(reports, 'vitest.json')}`
  return ['run', '--config', '.config/vitest.config.ts', '--reporter=default', '--reporter=json', output]
}

function readVitest() {
  const report = readReport('vitest.json')
  const results = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  skipped.push(...results.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName))
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

function readPlaywright() {
  const stats = readReport('playwright.json')?.stats
  return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) }
}

/** Undefined when the runner ended before it wrote one: its exit code then counts. */
function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return undefined
  }
}
