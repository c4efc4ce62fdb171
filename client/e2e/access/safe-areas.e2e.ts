import type { Locator } from '@playwright/test'
import { expect, test } from '../driver/fixtures.ts'
import { signUp } from '../driver/player.ts'

/** The height in CSS pixels that the home indicator of an upright phone covers. */
const INDICATOR = 34

/** The distance between the lower edges of an element and the screen. */
const roomBelow = (wanted: Locator): Promise<number> =>
  wanted.evaluate((element) => window.innerHeight - element.getBoundingClientRect().bottom)

test('no control is under the home indicator or beside a notch', async ({ person }) => {
  const { page, context } = await person()
  const cdp = await context.newCDPSession(page)
  const cover = (insets: { bottom?: number; left?: number; right?: number }) =>
    cdp.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await cover({ bottom: INDICATOR })
  const play = page.getByRole('link', { name: 'Play', exact: true })
  await expect.poll(() => roomBelow(play)).toBeGreaterThanOrEqual(INDICATOR)
  await play.click()
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  const submit = page.getByRole('button', { name: 'Submit Drawing' })
  await expect.poll(() => roomBelow(submit)).toBeGreaterThanOrEqual(INDICATOR)
  // The drawing screen still fits without scrolling.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBe(0)

  await page.setViewportSize({ width: 740, height: 360 })
  await cover({ bottom: 21, left: 47, right: 47 })
  const sheet = page.locator('canvas')
  await expect
    .poll(() => sheet.evaluate((one) => one.getBoundingClientRect().left))
    .toBeGreaterThanOrEqual(47)
  await expect
    .poll(() => submit.evaluate((one) => window.innerWidth - one.getBoundingClientRect().right))
    .toBeGreaterThanOrEqual(47)
})
