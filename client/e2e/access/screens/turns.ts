import type { Page } from '@playwright/test'
import { expect } from '../../driver/fixtures.ts'
import { expectInSight } from '../../driver/in-sight.ts'
import { drawHouse } from '../../driver/player.ts'
import { expectTranslated } from '../../driver/translation.ts'
import { expectBannersBesideTurn } from '../../looks/banners.ts'
import { outlines, withForcedColours } from '../../looks/forced-colours.ts'
import { look } from '../../looks/look.ts'
import { expectNextStep } from '../../looks/next-step.ts'
import { expectRoom, INDICATOR, withSafeAreas } from '../../looks/safe-areas.ts'
import { PHONE, SMALL_PHONE, sizeOf, TABLET, ZOOMED } from '../../looks/size.ts'

export async function lookAtDrawingTurn(page: Page): Promise<void> {
  const submit = await expectNextStep(page, 'Submit Drawing')
  const sheet = page.locator('canvas')
  await withForcedColours(page, async () => {
    const selected = ['solid', 'none', 'none']
    expect(await outlines(page, 'label:has([name=tool])')).toEqual(selected)
    expect(await outlines(page, '[aria-label$=" brush"]')).toEqual(selected)
    expect((await outlines(page, 'label:has([name=color])')).slice(0, 3)).toEqual(selected)
    const dot = page.locator('[aria-label="Thin brush"] span')
    const colour = await dot.evaluate((dot) => getComputedStyle(dot).backgroundColor)
    expect(colour).toBe('rgb(0, 0, 0)')
  })
  await withSafeAreas(page, { bottom: INDICATOR }, async () => {
    await expectRoom(submit, 'bottom', INDICATOR)
    // The screen still fits without scrolling.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  })
  await page.setViewportSize({ width: 740, height: 360 })
  await withSafeAreas(page, { bottom: 21, left: 47, right: 47 }, async () => {
    await expectRoom(sheet, 'left', 47)
    await expectRoom(submit, 'right', 47)
  })
  await page.setViewportSize(TABLET)
  await expect.poll(async () => (await sizeOf(sheet)).width).toBeGreaterThanOrEqual(600)
  const crayons = page.getByRole('group', { name: 'Colour' }).locator('svg')
  await expect(crayons).toHaveCount(10)
  const widths = await crayons.evaluateAll((all) => all.map((crayon) => crayon.getBoundingClientRect().width))
  expect(Math.round(Math.min(...widths))).toBeGreaterThanOrEqual(36)
  await expectInSight(submit)
  await page.setViewportSize(ZOOMED)
  await page.getByRole('radio', { name: 'red' }).click()
  await page.setViewportSize(PHONE)
  await drawHouse(page)
  const clock = page.getByRole('timer')
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')
  await look(page, 'drawing')
}

/** On a small phone, the drawing keeps its size, and its results their shape. */
export async function lookAtGuessingTurn(page: Page): Promise<void> {
  await page.setViewportSize(SMALL_PHONE)
  await page.getByRole('link', { name: 'Start' }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  const drawing = page.getByRole('img', { name: 'The drawing to guess' })
  await expect.poll(async () => (await sizeOf(drawing)).width).toBeGreaterThan(200)
  // A phone whose keyboard is open.
  await page.setViewportSize({ width: 360, height: 340 })
  await expect(page.getByRole('button', { name: 'Finalize Turn' })).toBeVisible()
  await expectBannersBesideTurn(page)
  await page.setViewportSize(SMALL_PHONE)
  await expect.poll(async () => (await sizeOf(drawing)).width).toBeGreaterThan(200)
  const before = await sizeOf(drawing)
  const corners = cornersOfResult(page)
  // With motion, the result counts up.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const [text, left] of [
    ['spoon', '4 attempts left'],
    ['bridge', '3 attempts left'],
    ['quokka', '2 attempts left'],
    ['a very long guess of many words', 'This is your last attempt'],
  ] as const) {
    await page.getByPlaceholder('Write your guess').fill(text)
    await page.keyboard.press('Enter')
    await expect(page.getByText(left)).toBeVisible()
    await expect(page.getByRole('radio', { name: new RegExp(`^${text}`) })).toBeVisible()
  }
  const { result, submit } = await corners
  expect(result).toEqual(submit)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => sizeOf(drawing)).toEqual(before)
  for (const attempt of await page.getByRole('radio').all()) await expectInSight(attempt)
  await expectInSight(page.getByRole('button', { name: 'Finalize Turn' }))
  await expectTranslated(page)
  await page.getByRole('button', { name: 'Finalize Turn' }).click()
  await page.getByRole('button', { name: 'Pass it on' }).click()
}

/** The corners of the first result of a guess, which is shown for seconds only, and those of its button. */
async function cornersOfResult(page: Page): Promise<{ result: string; submit: string }> {
  const seen = await page.waitForFunction(() => {
    const submit = document.querySelector('button[type=submit]')
    const result = submit?.querySelector(':scope > span > span')
    if (!submit || !result) return null
    return { result: getComputedStyle(result).borderRadius, submit: getComputedStyle(submit).borderRadius }
  })
  return seen.jsonValue() as Promise<{ result: string; submit: string }>
}
