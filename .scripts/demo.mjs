import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { checkNode, ensureInstalled } from './installed.mjs'
import { root, say } from './steps.mjs'

/* `npm run demo [-- --port 4173]`: serves the demo, which runs the whole game in the browser from static files. */

const { values } = parseArgs({ options: { port: { type: 'string', default: '4173' } } })
checkNode()
await ensureInstalled()
const { bundle } = await import('../cli/build.mjs')
// msw is a dependency of the client, not of the root.
const { resolve } = createRequire(join(root, 'client/package.json'))
const { build, preview } = await import(pathToFileURL(resolve('vite')).href)

const demo = join(root, '.cache/demo')
const publicDir = join(demo, 'public')
const configFile = join(root, 'client/demo/vite.config.ts')

say('Building the demo ...')
rmSync(publicDir, { recursive: true, force: true })
mkdirSync(publicDir, { recursive: true })
const ownPublic = join(root, 'client/public')
if (existsSync(ownPublic)) cpSync(ownPublic, publicDir, { recursive: true })
copyFileSync(resolve('msw/mockServiceWorker.js'), join(publicDir, 'mockServiceWorker.js'))
copyFileSync(join(root, 'mock-server/src/core/scoring/lexicon/lexicon.bin'), join(publicDir, 'lexicon.bin'))
await bundle({ entries: { 'build-world': join(root, 'client/demo/build-world.ts') }, outdir: demo })
const code = buildWorld(join(publicDir, 'demo-world.json'))
// Vite builds for development if a test has set another value.
process.env.NODE_ENV = 'production'
await build({ configFile, logLevel: 'error' })
const server = await preview({ configFile, preview: { port: Number(values.port), strictPort: true } })
const [url] = server.resolvedUrls.local
process.stdout.write(
  `The demo is at ${url} and stores its state in the browser. Join a group that is playing: ${url}?code=${code}\n`,
)

/** Writes the world for today. Returns the join code of its first group. */
function buildWorld(file) {
  const script = join(demo, 'build-world.mjs')
  return execFileSync(process.execPath, [script, file], { encoding: 'utf8' }).trim()
}
