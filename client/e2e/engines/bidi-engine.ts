import puppeteer, { type Page } from 'puppeteer-core'
import type { DeviceSettings, Engine, Point, Tab } from './engine.ts'

/** System settings as Firefox preferences, because BiDi has no command for them yet. */
const preferencesOf = ({ dark, reducedMotion }: DeviceSettings) => ({
  'ui.systemUsesDarkTheme': dark ? 1 : 0,
  'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
})

/** Headless Firefox over WebDriver BiDi. Each device is a separate browser, because preferences apply to all of it. */
export function openFirefox(executablePath: string): Engine {
  return {
    pointerType: 'touch',
    async open(settings) {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        extraPrefsFirefox: preferencesOf(settings),
      })
      return {
        version: await browser.version(),
        openTab: async () => tabOf(await browser.newPage(), settings),
        close: () => browser.close(),
      }
    },
    close: async () => undefined,
  }
}

/** Chromium through the same library, for comparison. The other browser tests use Playwright. */
export async function openChromium(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox'] })
  return {
    pointerType: 'touch',
    async open(settings) {
      const context = await browser.createBrowserContext()
      return {
        version: await browser.version(),
        openTab: async () => {
          const page = await context.newPage()
          await page.emulateMediaFeatures([
            { name: 'prefers-color-scheme', value: settings.dark ? 'dark' : 'light' },
            { name: 'prefers-reduced-motion', value: settings.reducedMotion ? 'reduce' : 'no-preference' },
          ])
          return tabOf(page, settings)
        },
        close: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

async function tabOf(page: Page, { width, height }: DeviceSettings): Promise<Tab> {
  await page.setViewport({ width, height }).catch((error: unknown) => {
    // Firefox ESR 140 knows no orientation of the screen, which the library sets together with the size.
    if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error
  })
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    run: (script, ...args) => page.evaluate(script as never, ...args) as never,
    async load(source) {
      await page.evaluate(source)
    },
    async stroke(points, pointerType) {
      if (pointerType === 'touch') await touch(page, points)
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
