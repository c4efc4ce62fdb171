import type { Page } from '@playwright/test'
import { expect } from '../../driver/fixtures.ts'
import { expectInSight } from '../../driver/in-sight.ts'
import { expectTranslated } from '../../driver/translation.ts'
import { expectFitsLargeText, withLargeText } from '../../looks/large-text.ts'
import { DESKTOP, expectTaps, PHONE, SMALL_PHONE, sizeOf } from '../../looks/size.ts'

/** The end of a story, which has the most buttons, and then the chain with its reactions and a report. */
export async function lookAtStory(page: Page): Promise<void> {
  const end = page.getByRole('button', { name: 'See the chain' })
  while (!(await end.isVisible())) await page.getByRole('button', { name: 'Next' }).click()
  const last = page.getByLabel('The end')
  const stage = last.locator('xpath=ancestor::*[contains(@class, "stage")][1]')
  for (const size of [DESKTOP, SMALL_PHONE]) {
    await page.setViewportSize(size)
    const hidden = () => stage.evaluate((node) => node.scrollHeight - node.clientHeight)
    await expect.poll(hidden, `${size.width} wide`).toBe(0)
  }
  await page.setViewportSize(PHONE)
  await expectFitsLargeText(page, 'end of the story')
  await withLargeText(page, async () => {
    const date = last.getByRole('time')
    const line = await date.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    expect((await sizeOf(date)).height).toBeLessThan(2 * line)
  })
  await end.click()

  const reactions = page.getByRole('group', { name: 'Reactions' }).first()
  await expectTaps(reactions.locator('button'), 4)
  await reactions.getByRole('button', { name: 'More reactions' }).click()
  await expectTaps(reactions.locator('button'), 5)

  await page
    .getByRole('button', { name: /^Report/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'What is wrong?' })).toBeVisible()
  await expectFitsLargeText(page, 'report')
  await page.setViewportSize(SMALL_PHONE)
  await expectInSight(page.getByRole('button', { name: /^Block/ }))
  await page.setViewportSize(PHONE)
  await page.getByRole('radio', { name: 'It is mean or hateful' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('You hid this').first()).toBeVisible()
  await expectFitsLargeText(page, 'veiled drawing')
  await expectTranslated(page)
}
