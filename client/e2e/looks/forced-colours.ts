import type { Page } from '@playwright/test'

/** Looks at a page with the colours of a system in high contrast. */
export async function withForcedColours(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await look()
  await page.emulateMedia({ forcedColors: 'none' })
}

/** The styles of the outlines of all elements of a selector. */
export const outlines = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).outlineStyle))
