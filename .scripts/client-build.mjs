import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../cli/bin/content-hash.mjs'
import { giveUp, root, run, say } from './steps.mjs'

const page = join(root, 'client/dist/index.html')
/** Contains the hash of the sources of the built client. */
const record = join(root, '.cache/client-build.txt')
const sources = [
  'client/index.html',
  'client/vite.config.ts',
  'client/packed-assets.ts',
  'client/public',
  'client/service-worker',
  'client/src',
  'fixtures/sample-chain.ts',
  'fixtures/drawings/data/sample.generated.json',
  'mock-server/src/core/contract',
  'mock-server/src/core/picture',
  'mock-server/src/core/rules',
  'package-lock.json',
]

/** Builds the client if its sources have changed since the last build. */
export async function ensureClientBuilt() {
  const hash = contentHash(root, sources)
  if (existsSync(page) && existsSync(record) && readFileSync(record, 'utf8') === hash) return
  say('Building the client ...')
  const build = ['run', '--silent', 'build', '--workspace', '@inkling/client', '--', '--logLevel', 'warn']
  // A test that builds the client has another NODE_ENV, with which Vite includes the debug menu and React's checks.
  const code = await run('npm', build, { env: { NODE_ENV: 'production' } })
  if (code !== 0) giveUp('the client could not be built: see the messages above.')
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(record, hash)
}
