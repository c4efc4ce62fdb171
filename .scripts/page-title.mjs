import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureChromium } from './chromium.mjs'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript' }

/**
 * Opens a folder's `index.html` in Chromium, and waits until the page sets its title.
 * @param {string} folder
 * @param {number} timeout in milliseconds
 * @returns {Promise<string>} the title. Rejects with the first error of the page.
 */
export async function pageTitle(folder, timeout) {
  const server = createServer(async ({ url }, response) => {
    const path = join(folder, url === '/' ? 'index.html' : url)
    const content = await readFile(path).catch(() => null)
    response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain' })
    response.end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const failed = new Promise((_, reject) => page.on('pageerror', reject))
      const shown = page
        .goto(`http://localhost:${server.address().port}/`)
        .then(() => page.waitForFunction(() => document.title !== '', null, { timeout }))
      await Promise.race([shown, failed])
      return await page.title()
    } finally {
      await browser.close()
    }
  } finally {
    server.close()
  }
}
