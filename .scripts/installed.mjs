import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeProblem } from '../cli/bin/node-version.mjs'
import { giveUp, root, run, say } from './steps.mjs'

const stamp = join(root, 'node_modules', '.inkling-installed')

/** Ends the process with an error if this Node is too old. */
export function checkNode() {
  const problem = nodeProblem()
  if (problem) giveUp(problem)
}

/** One of the packages that only tests and checks need. */
const tool = join(root, 'node_modules', 'vitest')

/**
 * Installs the dependencies if the lock file has changed since the last install.
 * @param options.tools whether those of tests and checks are needed, which are as many again; once installed, they stay
 */
export async function ensureInstalled({ tools = true } = {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const hasTools = existsSync(tool)
  if ((hasTools || !tools) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const isAll = tools || hasTools
  say(isAll ? 'Installing dependencies ...' : 'Installing the dependencies of the game ...')
  // Not `npm ci`, which installs everything again after each change of the lock file.
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...(isAll ? [] : ['--omit=dev'])]
  const code = await run('npm', args)
  if (code !== 0)
    giveUp(
      'npm could not install the dependencies. See its messages above, fix the cause and run this again.',
    )
  const lock = readFileSync(join(root, 'package-lock.json'))
  writeFileSync(stamp, createHash('sha256').update(lock).digest('hex'))
}
