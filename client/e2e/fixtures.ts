import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Served, serve } from './server.ts'

/** Someone in a browser context of their own. Console errors and page errors fail the test. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
}

interface Fixtures {
  served: Served
  /** Opens a browser context, like another phone. */
  person: (options?: { colorScheme?: 'light' | 'dark'; wide?: boolean }) => Promise<Person>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
  served: async ({}, use) => {
    const served = await serve('--seed', 'browser tests')
    await use(served)
    await served.stop()
  },

  person: async ({ browser, served }, use) => {
    const problems: string[] = []
    const contexts: BrowserContext[] = []
    await use(async ({ colorScheme = 'light', wide = false } = {}) => {
      const context = await browser.newContext({
        baseURL: served.url,
        colorScheme,
        viewport: wide ? { width: 1280, height: 800 } : { width: 360, height: 740 },
        hasTouch: !wide,
        isMobile: !wide,
      })
      contexts.push(context)
      const page = await context.newPage()
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      return { page, context }
    })
    for (const context of contexts) await context.close()
    expect(problems).toEqual([])
  },
})

export { expect }
