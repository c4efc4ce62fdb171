import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshBundle } from '../cli/bin/fresh-bundle.mjs'
import { ensureChromium, missingChromium } from './chromium.mjs'
import { ensureClientBuilt } from './client-build.mjs'
import { installBrowsers } from './debian.mjs'
import { findEngines, missingEngines } from './engines.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, runQuietly, say } from './steps.mjs'
import { readReport, runUnitSuite } from './unit-suite.mjs'

/* `npm test`: installs what is missing, runs every check and test, and prints the counts last. */

const bin = (name) => join(root, 'node_modules/.bin', name)
const reports = join(root, '.cache/reports')

let passed = 0
let failed = 0

checkNode()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await Promise.all([installBrowsers([...missingChromium(), ...missingEngines()]), installAndBuild()])
const chromium = await ensureChromium()
const engines = findEngines()

// The tests often wait, for processes or for browsers: side by side they keep two cores busy.
say('\nUnit, server, console and component tests, beside the checks and the browser tests ...')
const [unit, rest] = await Promise.all([runUnitSuite(), runChecksAndBrowserTests()])
passed += unit.passed
failed += unit.failed
for (const { title, code, output } of rest)
  say(`\n${title}: ${code === 0 ? 'passed' : `failed with exit code ${code}`}\n${output.trimEnd()}`)

for (const name of unit.skipped) process.stdout.write(`Skipped: ${name}\n`)
for (const sentence of engines.missing) process.stdout.write(`${sentence}\n`)
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

/** Runs them one after another. Their output is printed later, because the unit tests print theirs meanwhile. */
async function runChecksAndBrowserTests() {
  const results = []
  for (const [title, command, args] of [
    ['Format and lint', 'biome', ['check', '--error-on-warnings', '.']],
    // More threads take twice the processor time, and are no faster on two cores.
    ['Types', 'tsc', ['-b', '--singleThreaded']],
    ['Unused code', 'knip', ['--config', '.config/knip.json']],
  ]) {
    const { code, output } = await runQuietly(bin(command), args)
    if (code === 0) passed++
    else failed++
    results.push({ title, code, output })
  }
  return [...results, await runBrowserTests()]
}

async function runBrowserTests() {
  const args = ['test', '--config', 'client/e2e/playwright.config.ts']
  const { code, output } = await runQuietly(bin('playwright'), args, {
    ...engines.env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  })
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport('playwright.json')?.stats ?? {}
  passed += expected
  // A run that fails without a failed test counts as one failure.
  failed += code !== 0 ? Math.max(1, unexpected + flaky) : unexpected + flaky
  return { title: 'Browser tests', code, output }
}
