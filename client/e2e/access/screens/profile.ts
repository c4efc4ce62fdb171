import type { Page } from '@playwright/test'
import { expect } from '../../driver/fixtures.ts'
import { expectTranslated } from '../../driver/translation.ts'
import { expectNoAutomaticDarkMode } from '../../looks/colours.ts'
import { outlines, withForcedColours } from '../../looks/forced-colours.ts'
import { expectFitsLargeText } from '../../looks/large-text.ts'
import { LAPTOP, PHONE, sizeOf } from '../../looks/size.ts'

export async function lookAtProfile(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  await withForcedColours(page, async () => {
    expect(await outlines(page, '[role=radio]')).toEqual(['none', 'none', 'solid'])
    expect(await outlines(page, 'nav a')).toEqual(['none', 'none', 'none', 'solid'])
  })
  for (const title of ['Play on another device', 'Delete my account']) {
    await page.getByRole('button', { name: title }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectFitsLargeText(page, title)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('radio', { name: 'Day' }).click()
  await expectNoAutomaticDarkMode(page)
  await page.getByRole('radio', { name: 'Night' }).click()
  await page.getByRole('radio', { name: 'As device' }).click()
  await page.getByRole('button', { name: 'Edit username' }).click()
  await page.getByLabel('Username').fill('An')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'An', exact: true })).toBeVisible()
  await avatars(page)
  await expectTranslated(page)
}

/** Five in a row, of 80 px each where there is room. */
async function avatars(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change avatar' }).click()
  const images = page.getByRole('dialog').getByRole('radio').locator('img')
  await expect(images).toHaveCount(20)
  const perRow = () =>
    images.evaluateAll((all) => {
      const tops = all.map((image) => image.getBoundingClientRect().top)
      return tops.filter((top) => top === tops[0]).length
    })
  await expect.poll(perRow).toBe(5)
  await page.setViewportSize(LAPTOP)
  await expect.poll(() => sizeOf(images.first())).toEqual({ width: 80, height: 80 })
  await expect.poll(perRow).toBe(5)
  await page.keyboard.press('Escape')
}
