import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { type Served, serve } from './server.ts'

/** A person with a separate browser context. Console errors and page errors fail the test. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
}

interface Fixtures {
  served: Served
  /** Starts a server with options of its own. It stops after the test has closed its browser contexts. */
  serveToo: typeof serve
  /** Opens a browser context, like another phone. */
  person: (options?: PersonOptions) => Promise<Person>
}

interface PersonOptions {
  /** The URL of the game; by default that of `served`. */
  at?: string
  colorScheme?: 'light' | 'dark'
  /** The language of the browser. */
  locale?: string
  wide?: boolean
  /** Whether the screen has motion. Most flows are the same without it, and need a fifth less CPU time. */
  motion?: boolean
  /** Whether the service worker is installed. That loads every file of the game, and is the same in most tests. */
  serviceWorker?: boolean
  /** Messages of failed loads that the test causes. */
  expects?: RegExp
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
  served: async ({}, use) => {
    const served = await serve('browser tests')
    await use(served)
    await served.stop()
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
  serveToo: async ({}, use) => {
    const servers: Served[] = []
    await use(async (seed, options) => {
      const server = await serve(seed, options)
      servers.push(server)
      return server
    })
    await Promise.all(servers.map((server) => server.stop()))
  },

  // Ends before the servers: a page that calls a stopped server logs an error.
  person: async ({ browser, served, serveToo: _ }, use) => {
    const problems: string[] = []
    const contexts: BrowserContext[] = []
    await use(
      async ({
        at = served.url,
        colorScheme = 'light',
        locale = 'en-US',
        wide = false,
        motion = false,
        serviceWorker = false,
        expects,
      } = {}) => {
        const context = await browser.newContext({
          baseURL: at,
          colorScheme,
          locale,
          serviceWorkers: serviceWorker ? 'allow' : 'block',
          reducedMotion: motion ? 'no-preference' : 'reduce',
          viewport: wide ? { width: 1280, height: 800 } : { width: 360, height: 740 },
          hasTouch: !wide,
          isMobile: !wide,
        })
        contexts.push(context)
        // Phones are asked for notifications once, which has tests of its own.
        await context.addInitScript(() => {
          if (location.protocol.startsWith('http')) localStorage.setItem('push_notification_asked', 'true')
        })
        await context.addInitScript(loadFonts)
        const page = await context.newPage()
        // On the context, to include tabs opened later.
        context.on('console', (message) => {
          if (!['error', 'warning'].includes(message.type()) || isRefusal(message)) return
          if (message.text() === 'Service Worker registration blocked by Playwright') return
          if (expects?.test(message.text()) && isFailedLoad(message)) return
          problems.push(`${message.text()} ${message.location().url}`)
        })
        context.on('weberror', (error) => problems.push(String(error.error())))
        return { page, context }
      },
    )
    for (const context of contexts) {
      // A request of the page may still be on its way through a route of the test.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
    expect(problems).toEqual([])
  },
})

/**
 * Loads the fonts of the screens with the page, which `goto` waits for: one that arrives during a press moves the button
 * away, and the press is lost.
 */
function loadFonts(): void {
  document.addEventListener('DOMContentLoaded', () => {
    // Without a connection there are none.
    for (const font of ['1em "Fredoka Variable"', '1em Nunito']) document.fonts.load(font).catch(() => {})
  })
}

/** Expected refusals: no game yesterday, no group today. Chromium logs each as an error. */
function isRefusal(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'about:blank')
  return (
    isFailedLoad(message) &&
    ((pathname === '/api/game/yesterday/results' && message.text().includes('404')) ||
      (pathname === '/api/game/today' && message.text().includes('400')))
  )
}

/** The second text is Chromium's message for the file of a service worker. */
const isFailedLoad = (message: ConsoleMessage): boolean =>
  /^Failed to load resource|^An unknown error occurred when fetching the script/.test(message.text())

/** The messages expected by a test that cuts the connection. */
export const WITHOUT_CONNECTION = /ERR_INTERNET_DISCONNECTED|fetching the script/

export { expect }
