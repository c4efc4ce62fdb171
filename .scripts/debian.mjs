import { execFileSync } from 'node:child_process'
import { run } from './steps.mjs'

/** Tells whether this process can install packages: it runs as root, on a system with apt-get. */
export const mayInstall = () => process.getuid?.() === 0 && which('apt-get') !== undefined

/** Installs Debian packages. It prints failures and does not throw: callers check for the commands that they need. */
export async function installPackages(...packages) {
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}

/** The path of a command, or undefined. */
export function which(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
