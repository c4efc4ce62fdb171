import { TURN } from '@inkling/mock-server/contract/constants'
import type { Page } from '@playwright/test'
import { shownBriefly } from '../driver/briefly.ts'
import { expect, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { drawHouse, inDrawingTurn } from '../driver/player.ts'
import { expectBannersBesideTurn } from '../looks/banners.ts'
import { PHONE, SMALL_PHONE } from '../looks/size.ts'

/** The canvas content, including the last stroke, which is painted in the next frame. */
const pixels = (page: Page): Promise<string> =>
  page.locator('canvas').evaluate(async (canvas) => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    return (canvas as HTMLCanvasElement).toDataURL()
  })

/** The position of the sheet, and whether the canvas fills it. */
const sheetOf = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => {
    const paper = canvas.parentElement?.parentElement
    const { x, y, width, height } = canvas.getBoundingClientRect()
    return { x, y, width, height, isFilled: paper?.clientWidth === Math.round(width) }
  })

/** The number of places of the sheet, at all times that the clock can show. */
const placesOfSheet = (page: Page) =>
  page.getByRole('timer').evaluate((timer, limitS) => {
    const time = timer.querySelector('span')
    if (!time) throw new Error('The clock shows no time')
    const before = time.textContent
    const places = new Set<string>()
    for (let left = limitS; left >= 0; left--) {
      time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
      places.add(JSON.stringify(document.querySelector('canvas')?.getBoundingClientRect()))
    }
    time.textContent = before
    return places.size
  }, TURN.limitMs / 1000)

test('a tab killed while drawing is restored with pixels, undo and redo', async ({ person }) => {
  const { page, context } = await person({ expects: WITHOUT_CONNECTION })
  await inDrawingTurn(page)
  await drawHouse(page)
  const four = await pixels(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => pixels(page)).not.toBe(four)
  const three = await pixels(page)
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto('/game/draw')
  await expect(again.locator('canvas')).toBeVisible()
  await expect.poll(() => pixels(again)).toBe(three)
  await again.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => pixels(again)).toBe(four)
  for (let times = 0; times < 4; times++) await again.getByRole('button', { name: 'Undo' }).click()
  await expect(again.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')

  await test.step('neither banners nor the clock move the sheet under the pen, and banners cover no timer, tool or button', async () => {
    const sheet = await sheetOf(again)
    expect(sheet.isFilled).toBe(true)
    for (const size of [SMALL_PHONE, { width: 740, height: 360 }]) {
      await again.setViewportSize(size)
      await expectBannersBesideTurn(again)
      expect(await placesOfSheet(again)).toBe(1)
    }
    await again.setViewportSize(PHONE)
    await expectBannersBesideTurn(again, async () => expect(await sheetOf(again)).toEqual(sheet))
  })
})

test('a drawing whose page is left right after Submit is submitted at the next visit', async ({ person }) => {
  const { page } = await person()
  await inDrawingTurn(page)
  await drawHouse(page)
  let questions = 0
  page.on('dialog', (dialog) => {
    questions++
    void dialog.accept()
  })
  // However long it takes to leave, nothing is submitted before.
  await page.route('**/api/game/submit-turn', () => {})
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(page.getByText('Submitting drawing...')).toBeVisible()
  await page.goto('about:blank')
  expect(questions).toBe(1)
  await page.unroute('**/api/game/submit-turn')
  await page.goto('/')
  await expect(page.getByText('The chain is complete!')).toBeVisible()
})

test('a turn open in two tabs is submitted once', async ({ person }) => {
  const { page: one, context } = await person()
  await inDrawingTurn(one)
  await drawHouse(one)
  const other = await context.newPage()
  await other.goto('/game/draw')
  await expect(other.locator('canvas')).toBeVisible()
  await Promise.all([
    shownBriefly(other, 'Drawing Submitted!'),
    one.getByRole('button', { name: 'Submit Drawing' }).click(),
  ])
  await expect(one.getByText('The chain is complete!')).toBeVisible()
  await expect(other).toHaveURL(/\/$/)
})
