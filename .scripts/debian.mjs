import { execFileSync } from 'node:child_process'
import { run } from './steps.mjs'

/** Whether packages can be installed here: this is Debian or its like, and we may. */
export const mayInstall = () => process.getuid?.() === 0 && which('apt-get') !== undefined

/** Installs packages of the distribution. What fails is written to the terminal; look afterwards for what you need. */
export async function installPackages(...packages) {
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}

/** The path of a command; undefined when there is none. */
export function which(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
