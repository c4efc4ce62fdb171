import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root, run } from './steps.mjs'

const reports = join(root, '.cache/reports')

/**
 * Runs every Vitest test.
 * @param {{ node?: string }} options the Node to run on; its folder comes first in PATH, for commands that tests start
 * @returns {Promise<{ passed: number, failed: number, failures: string[], skipped: string[] }>} `failures` contains files,
 * full names and messages, `skipped` full names; a run that fails without a failed test counts as one failure
 */
export async function runUnitSuite({ node = process.execPath } = {}) {
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const config = ['--config', '.config/vitest.config.ts']
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...config, ...output], {
    env: { PATH: `${dirname(node)}:${process.env.PATH}` },
  })
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport('vitest.json') ?? {}
  return {
    passed: numPassedTests,
    failed: code !== 0 ? Math.max(1, numFailedTests) : numFailedTests,
    failures: testResults.flatMap(failuresOf),
    skipped: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'skipped')
      .map(({ fullName }) => fullName),
  }
}

/** A file that cannot be loaded fails without a failed test. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(root, name)
  if (status === 'failed' && failed.length === 0) return [`${file}\n${message}`]
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`)
}

/** The JSON report of a test runner, or undefined if it wrote none. */
export function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return undefined
  }
}
