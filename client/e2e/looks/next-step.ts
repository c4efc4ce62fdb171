import { expect, type Locator, type Page } from '@playwright/test'
import { expectInSight } from '../driver/in-sight.ts'
import { LAPTOP, LARGE_PHONE, PHONE, SIDEWAYS, SMALL_PHONE, ZOOMED } from './size.ts'

/**
 * Fails if the button of the next step is not in sight without scrolling, and if it is not reachable on a desktop
 * zoomed in four times.
 */
export async function expectNextStep(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeVisible()
  expect(await page.evaluate(() => scrollY), name).toBe(0)
  for (const size of [SMALL_PHONE, LARGE_PHONE, SIDEWAYS, LAPTOP]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await expectInSight(button)
  }
  await page.setViewportSize(ZOOMED)
  // A click fails if something covers the button.
  await button.click({ trial: true })
  await page.setViewportSize(PHONE)
  await page.evaluate(() => scrollTo(0, 0))
  return button
}
