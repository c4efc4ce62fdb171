import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run, say } from './steps.mjs'

const page = join(root, 'client/dist/index.html')
/** What the built client is made from. */
const sources = [
  'client/index.html',
  'client/vite.config.ts',
  'client/packed-assets.ts',
  'client/public',
  'client/service-worker',
  'client/src',
  'mock-server/src/contract',
  'mock-server/src/rules',
  'package-lock.json',
]

/** Builds the client unless it is newer than all it is made from. */
export async function ensureClientBuilt() {
  if (existsSync(page) && newest(sources.map((path) => join(root, path))) < statSync(page).mtimeMs) return
  say('Building the client ...')
  const code = await run('npm', [
    'run',
    '--silent',
    'build',
    '--workspace',
    '@inkling/client',
    '--',
    '--logLevel',
    'warn',
  ])
  if (code !== 0) giveUp('the client could not be built: see the messages above.')
}

function newest(paths) {
  let latest = 0
  for (const path of paths.filter(existsSync)) {
    const { mtimeMs } = statSync(path)
    const inside = statSync(path).isDirectory()
      ? newest(readdirSync(path).map((name) => join(path, name)))
      : 0
    latest = Math.max(latest, mtimeMs, inside)
  }
  return latest
}
