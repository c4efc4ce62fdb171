import type { Page } from '@playwright/test'

/**
 * Waits for a text that is shown only for seconds. Call it before the action that shows the text. It looks in every
 * frame; a locator looks every half second.
 */
export async function shownBriefly(page: Page, text: string): Promise<void> {
  await page.waitForFunction((text) => document.body.textContent?.includes(text), text)
}

/**
 * What a banner covers of the elements that a player needs, and whether it is on the screen with all of its text. Call
 * it before the banner appears, which may be shown for seconds only: it looks in every frame.
 */
export async function firstSight(page: Page, text: string, needed: string) {
  const seen = await page.waitForFunction(
    ({ text, needed }) => {
      const banner = [...document.querySelectorAll('[role=status]')].find((one) =>
        one.textContent?.includes(text),
      )
      if (!banner) return null
      const area = banner.getBoundingClientRect()
      const covered = [...document.querySelectorAll(needed)].filter((element) => {
        if (banner.contains(element)) return false
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < area.right && right > area.left && top < area.bottom && bottom > area.top
      })
      const fits = banner.scrollWidth <= banner.clientWidth && banner.scrollHeight <= banner.clientHeight
      const { left, right, top, bottom } = area
      return {
        covered: covered.map((element) => element.ariaLabel ?? element.textContent),
        isWhole: fits && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      }
    },
    { text, needed },
  )
  return seen.jsonValue()
}
