import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { giveUp, run, say } from './steps.mjs'

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, one of the system's, Debian's package installed now,
 * or Playwright's own download.
 */
export async function ensureChromium() {
  return fromEnvironment() ?? installed() ?? (await fromDebian()) ?? (await fromPlaywright()) ?? noChromium()
}

function fromEnvironment() {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path))
    giveUp(`CHROMIUM_PATH names ${path}, which is not there: correct or unset it.`)
  return path || undefined
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function installed() {
  for (const name of names) {
    const path = which(name)
    if (path) return path
  }
  return undefined
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !which('apt-get')) return undefined
  say('Installing Chromium from the Debian package ...')
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'],
    quiet,
  )
  return installed()
}

async function fromPlaywright() {
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  say("Downloading Playwright's Chromium ...")
  await run('npx', ['playwright', 'install', 'chromium'])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function noChromium() {
  giveUp('no Chromium was found or could be installed: install one and name it in CHROMIUM_PATH.')
}

function which(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
