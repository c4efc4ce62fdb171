import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshBundle } from '../cli/bin/fresh-bundle.mjs'
import { ensureChromium, missingChromium } from './browsers/chromium.mjs'
import { installBrowsers } from './browsers/debian.mjs'
import { findEngines, missingEngines } from './browsers/engines.mjs'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { missingProxies, untestedProxies } from './proxies.mjs'
import { root, runQuietly, say } from './steps.mjs'
import { readReport, runUnitSuite } from './unit-suite.mjs'

/* `npm test`: installs what is missing, runs every check and test, and prints the counts last. */

const bin = (name) => join(root, 'node_modules/.bin', name)
const reports = join(root, '.cache/reports')

const CHECKS = [
  { title: 'Format and lint', command: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
  { title: 'Types', command: process.execPath, args: [join(root, '.scripts/types.mjs')] },
  { title: 'Unused code', command: bin('knip'), args: ['--config', '.config/knip.json'] },
]

let passed = 0
let failed = 0

checkNode()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await Promise.all([
  installBrowsers([...missingChromium(), ...missingEngines(), ...missingProxies()]),
  installAndBuild(),
])
const chromium = await ensureChromium()
const engines = findEngines()

// The tests often wait, for processes or for browsers: side by side they keep two cores busy.
say('\nChecks, and unit, server, console and component tests, in parallel with the browser tests ...')
const [checks, unit, browsers] = await Promise.all([
  Promise.all(CHECKS.map(runCheck)),
  runUnitSuite(),
  runBrowserTests(),
])
for (const result of [...checks, unit, browsers]) count(result)
// The unit tests print theirs meanwhile.
say(browsers.output)
for (const { output } of checks) say(output)
// Again, below the long output of the tests.
for (const failure of unit.failures) say(`Failed: ${failure}\n`)
for (const name of unit.skipped) process.stdout.write(`Skipped: ${name}\n`)
for (const sentence of [...engines.missing, ...untestedProxies()]) process.stdout.write(`${sentence}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

/**
 * The tests install the package, which contains the client. Without a bundle, each of the first tests to start the
 * program would bundle it.
 */
async function installAndBuild() {
  await ensureInstalled()
  await Promise.all([ensureClientBuilt(), freshBundle()])
}

async function runCheck({ title, command, args }) {
  const { code, output } = await runQuietly(command, args)
  const hasPassed = code === 0
  const says = `${title}: ${hasPassed ? 'passed' : `failed with exit code ${code}`}\n${output.trimEnd()}`
  return { passed: Number(hasPassed), failed: Number(!hasPassed), output: says }
}

/** A run that fails without a failed test counts as one failure. */
async function runBrowserTests() {
  const args = ['test', '--config', 'client/e2e/playwright.config.ts']
  const { code, output } = await runQuietly(bin('playwright'), args, {
    ...engines.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  })
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport('playwright.json')?.stats ?? {}
  const failures = unexpected + flaky
  return { passed: expected, failed: code === 0 ? failures : Math.max(1, failures), output }
}

function count(result) {
  passed += result.passed
  failed += result.failed
}
