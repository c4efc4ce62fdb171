import type { Page } from '@playwright/test'

/**
 * Waits for a text that is shown only for seconds. Call it before the action that shows the text. It looks in every
 * frame; a locator looks every half second.
 */
export async function shownBriefly(page: Page, text: string): Promise<void> {
  await page.waitForFunction((text) => document.body.textContent?.includes(text), text)
}
