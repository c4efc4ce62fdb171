import { COLOURS } from '@inkling/mock-server/picture/cards/look'
import { expect, type Page } from '@playwright/test'

/** Fails unless the pictures of a chain have the colours of the page's tokens. */
export async function expectColoursOfPictures(page: Page): Promise<void> {
  const tokens = Object.fromEntries(Object.keys(COLOURS).map((name) => [name, `var(--${name})`]))
  expect(await painted(page, tokens)).toEqual(await painted(page, COLOURS))
}

/** Names and pixels. */
const painted = (page: Page, colours: Readonly<Record<string, string>>) =>
  page.evaluate((colours) => {
    const context = document
      .createElement('canvas')
      .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const probe = document.body.appendChild(document.createElement('span'))
    const pixels = Object.entries(colours).map(([name, colour]) => {
      probe.style.color = colour
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = getComputedStyle(probe).color
      context.fillRect(0, 0, 1, 1)
      return [name, ...context.getImageData(0, 0, 1, 1).data]
    })
    probe.remove()
    return pixels
  }, colours)

/** Fails if the automatic dark mode of a browser changes the page, whose theme is "Day". */
export async function expectNoAutomaticDarkMode(page: Page): Promise<void> {
  // Chromium has this mode only where the system is dark.
  await page.emulateMedia({ colorScheme: 'dark' })
  const picture = () => page.screenshot({ clip: { x: 0, y: 0, width: 360, height: 60 } })
  const before = await picture()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setAutoDarkModeOverride', { enabled: true })
  expect((await picture()).equals(before)).toBe(true)
  await cdp.detach()
  await page.emulateMedia({ colorScheme: 'light' })
}
