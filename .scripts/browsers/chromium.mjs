import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run, say } from '../steps.mjs'
import { installBrowsers, which } from './debian.mjs'

/**
 * Returns the path of a Chromium for the browser tests: from CHROMIUM_PATH, from the system, from Debian's package
 * (which it installs), or from Playwright's download.
 */
export async function ensureChromium() {
  return fromEnvironment() ?? installed() ?? (await fromDebian()) ?? (await fromPlaywright()) ?? noChromium()
}

function fromEnvironment() {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path))
    giveUp(`CHROMIUM_PATH names ${path}, which does not exist: correct or unset it.`)
  return path || undefined
}

const names = JSON.parse(readFileSync(join(root, 'cli/src/commands/diagnosis/chromium-names.json'), 'utf8'))

/** Chromium's name and Debian packages; empty if this machine has it. */
export const missingChromium = () =>
  (fromEnvironment() ?? installed())
    ? []
    : [{ name: 'Chromium', packages: ['chromium', 'fonts-noto-color-emoji'] }]

function installed() {
  for (const name of names) {
    const path = which(name)
    if (path) return path
  }
  return undefined
}

async function fromDebian() {
  await installBrowsers(missingChromium())
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
  giveUp('Chromium was not found and could not be installed: install it and set CHROMIUM_PATH.')
}
