import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../driver/fixtures.ts'

const GAME = 'game.inkling.example'
const SIBLING = 'blog.inkling.example'

/** Serves the game at a host name with the given protocol, and an empty page at a sibling of it. */
async function host(context: BrowserContext, url: string): Promise<void> {
  await context.route(`*://${GAME}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await route.fetch({ url: url + pathname + search })
    // Without the server's other headers, of which Chromium warns without TLS.
    const { 'content-type': contentType = '' } = response.headers()
    await route.fulfill({ status: response.status(), contentType, body: await response.body() })
  })
  await context.route(`*://${SIBLING}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>A blog</h1>' }),
  )
}

/** Opens the game, and returns the device id after its start. */
const deviceOf = async (page: Page, url: string): Promise<string | null> => {
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => localStorage.getItem('deviceId'))
}

for (const protocol of ['https', 'http']) {
  test(`a sibling subdomain cannot make a newcomer another player (${protocol})`, async ({
    person,
    served,
  }) => {
    const { page, context } = await person()
    await host(context, served.url)
    await page.goto(`${protocol}://${SIBLING}/`)
    const planted = await page.evaluate(() => {
      for (const name of ['inkling_device', '__Host-inkling_device']) {
        // biome-ignore lint/suspicious/noDocumentCookie: this is how an attacker does it.
        document.cookie = `${name}=device_of_an_attacker; domain=inkling.example; path=/; secure`
        // biome-ignore lint/suspicious/noDocumentCookie: as above.
        document.cookie = `${name}=device_of_an_attacker; domain=inkling.example; path=/`
      }
      return document.cookie
    })
    expect(planted).toBe('inkling_device=device_of_an_attacker')
    const device = await deviceOf(page, `${protocol}://${GAME}/`)
    expect(device).toMatch(/^device_\d+_/)
    if (protocol === 'http') return
    // Over TLS, the own cookie restores it.
    expect(await page.evaluate(() => document.cookie)).toContain(`__Host-inkling_device=${device}`)
    await page.evaluate(() => {
      localStorage.clear()
      indexedDB.deleteDatabase('inkling')
    })
    expect(await deviceOf(page, `https://${GAME}/`)).toBe(device)
  })
}
