import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import type { Device, Engine, Look, Point, Tab } from './engine.ts'

/** What a system says of itself, as Firefox's own preferences: BiDi has no call for it yet. */
const preferencesOf = ({ dark, still }: Look) => ({
  'ui.systemUsesDarkTheme': dark ? 1 : 0,
  'ui.prefersReducedMotion': still ? 1 : 0,
})

/** Firefox, headless, over WebDriver BiDi. The look is the browser's, so each device is a browser of its own. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const first = await launchFirefox(executablePath, { width: 390, height: 844 })
  const version = (await first.version()).replace('firefox/', 'Firefox ')
  await first.close()
  return {
    version,
    hand: 'touch',
    async open(look) {
      const browser = await launchFirefox(executablePath, look)
      return deviceOf(browser, look)
    },
    close: async () => undefined,
  }
}

const launchFirefox = (executablePath: string, look: Look) =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: preferencesOf(look),
  })

/** Chromium by the same calls, for comparison; the product's own browser tests drive it by Playwright. */
export async function openChromium(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox'] })
  return {
    version: (await browser.version()).replace('/', ' '),
    hand: 'touch',
    async open(look) {
      const context = await browser.createBrowserContext()
      return {
        openTab: async () => {
          const page = await context.newPage()
          await page.emulateMediaFeatures([
            { name: 'prefers-color-scheme', value: look.dark ? 'dark' : 'light' },
            { name: 'prefers-reduced-motion', value: look.still ? 'reduce' : 'no-preference' },
          ])
          return tabOf(page, look)
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

const deviceOf = (browser: Browser, look: Look): Device => ({
  openTab: async () => tabOf(await browser.newPage(), look),
  close: () => browser.close(),
})

async function tabOf(page: Page, { width, height }: Look): Promise<Tab> {
  await page.setViewport({ width, height })
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    run: (script, ...args) => page.evaluate(script as never, ...args) as never,
    async load(source) {
      await page.evaluate(source)
    },
    async stroke(points, hand) {
      if (hand === 'touch') await touch(page, points)
      else await drag(page, points)
    },
    type: (text) => page.keyboard.type(text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    kill: () => page.close({ runBeforeUnload: false }),
  }
}

async function drag({ mouse }: Page, [first, ...rest]: readonly Point[]): Promise<void> {
  await mouse.move(first?.x ?? 0, first?.y ?? 0)
  await mouse.down()
  for (const { x, y } of rest) await mouse.move(x, y)
  await mouse.up()
}

async function touch({ touchscreen }: Page, [first, ...rest]: readonly Point[]): Promise<void> {
  await touchscreen.touchStart(first?.x ?? 0, first?.y ?? 0)
  for (const { x, y } of rest) await touchscreen.touchMove(x, y)
  await touchscreen.touchEnd()
}
