import { expect, type Locator, type Page } from '@playwright/test'

interface Insets {
  bottom?: number
  left?: number
  right?: number
}

/** The height in CSS pixels that the home indicator of an upright phone covers. */
export const INDICATOR = 34

/** Looks at a page on a screen whose edges are covered: by a home indicator below, or a notch beside. */
export async function withSafeAreas(page: Page, insets: Insets, look: () => Promise<void>): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await look()
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await cdp.detach()
}

/** Fails if an element ends closer to an edge of the screen. */
export const expectRoom = (wanted: Locator, edge: keyof Insets, room: number): Promise<void> =>
  expect
    .poll(() =>
      wanted.evaluate((element, edge) => {
        const { left, right, bottom } = element.getBoundingClientRect()
        return { left, right: innerWidth - right, bottom: innerHeight - bottom }[edge]
      }, edge),
    )
    .toBeGreaterThanOrEqual(room)
