import { execFileSync } from 'node:child_process'
import { run, say } from '../steps.mjs'

/**
 * Installs the Debian packages of browsers if this process runs as root on a system with apt-get. It prints failures
 * and does not throw: callers check for the commands that they need.
 * @param {{ name: string, packages: string[] }[]} browsers
 */
export async function installBrowsers(browsers) {
  const mayInstall = process.getuid?.() === 0 && which('apt-get') !== undefined
  if (browsers.length === 0 || !mayInstall) return
  say(`Installing ${browsers.map(({ name }) => name).join(', ')} from Debian packages ...`)
  const packages = browsers.flatMap((browser) => browser.packages)
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
