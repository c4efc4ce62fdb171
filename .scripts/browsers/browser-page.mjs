import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../steps.mjs'
import { ensureChromium } from './chromium.mjs'
import { findEngines } from './engines.mjs'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' }
const PAUSE_MS = 50

/** The names of the browsers on this machine, as client/e2e/engines calls them. */
export function browsers() {
  const { env } = findEngines()
  return ['chromium', ...(env.FIREFOX_PATH ? ['firefox'] : []), ...(env.WEBKIT_DRIVER_PATH ? ['webkit'] : [])]
}

/**
 * Opens a folder's `index.html` in a browser, and waits until the page sets its title.
 * @param {string} name of {@link browsers}
 * @param {string} folder
 * @param {number} timeout in milliseconds
 * @returns {Promise<string>} the title
 */
export async function pageTitle(name, folder, timeout) {
  const server = createServer(async ({ url }, response) => {
    const path = join(folder, url === '/' ? 'index.html' : url)
    const content = await readFile(path).catch(() => null)
    response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain' })
    response.end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  Object.assign(process.env, findEngines().env, { CHROMIUM_PATH: await ensureChromium() })
  const { openEngine } = await engineModule()
  const engine = await openEngine(name)
  try {
    const device = await engine.open({ width: 800, height: 600 })
    try {
      const tab = await device.openTab()
      await tab.goto(`http://localhost:${server.address().port}/`)
      return await titleOf(tab, timeout)
    } finally {
      await device.close()
    }
  } finally {
    await engine.close()
    server.closeAllConnections()
    server.close()
  }
}

async function titleOf(tab, timeout) {
  const end = Date.now() + timeout
  while (Date.now() < end) {
    const title = await tab.run(() => document.title)
    if (title !== '') return title
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`The page set no title in ${timeout / 1000} s.`)
}

let bundled

/** The drivers of the browser tests, which are in TypeScript. */
function engineModule() {
  bundled ??= (async () => {
    // Inside the checkout, where the drivers' packages are installed.
    const outfile = join(root, `.cache/engines-${process.pid}.mjs`)
    const entryPoints = [join(root, 'client/e2e/engines/open-engine.ts')]
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' })
    const module = await import(pathToFileURL(outfile).href)
    await rm(outfile)
    return module
  })()
  return bundled
}
