import type { Page } from '@playwright/test'
import { shownBriefly } from '../driver/briefly.ts'
import { expect, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { drawHouse, inDrawingTurn, signUp } from '../driver/player.ts'

const MINUTE_MS = 60_000

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

test('a tab killed while drawing is restored with pixels, undo and redo', async ({ person }) => {
  const { page, context } = await person({ expects: WITHOUT_CONNECTION })
  await inDrawingTurn(page)
  const sheet = await sheetOf(page)
  expect(sheet.isFilled).toBe(true)
  await drawHouse(page)
  // The connection banners must not move the sheet under the pen.
  await context.setOffline(true)
  await expect(page.getByText('Offline')).toBeVisible()
  expect(await sheetOf(page)).toEqual(sheet)
  await Promise.all([shownBriefly(page, 'Connection restored!'), context.setOffline(false)])
  expect(await sheetOf(page)).toEqual(sheet)
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
})

test('a drawing survives a session that expires during the turn', async ({ person }) => {
  const { page } = await person({ expects: /401/ })
  await inDrawingTurn(page)
  await drawHouse(page)
  let refusals = 0
  await page.route('**/api/game/submit-turn', async (route) => {
    if (refusals++ > 0) return route.continue()
    await route.fulfill({
      status: 401,
      json: { error: { code: 'AUTH_INVALID', message: 'This session has ended' } },
    })
  })
  const signIn = page.waitForRequest('**/api/auth/device')
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  await signIn
  await expect(page.getByText('The chain is complete!')).toBeVisible()
  expect(refusals).toBe(2)
})

test("a turn that expires by the server's clock is submitted automatically, once", async ({
  person,
  served,
}) => {
  const { page } = await person()
  let submissions = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/submit-turn')) submissions++
  })
  await served.admin.changeClock({ body: { freeze: true } })
  await inDrawingTurn(page)
  await drawHouse(page)
  // By this device's clock the turn has just started.
  await served.admin.changeClock({ body: { advanceMs: 5 * MINUTE_MS } })
  await expect(page.getByText('The chain is complete!')).toBeVisible({ timeout: 40_000 })
  expect(submissions).toBe(1)
})

test('a player who left is skipped', async ({ person, served }) => {
  const { page: ann } = await person()
  const { page: ben } = await person()
  const code = await signUp(ann, 'Ann', { creates: 'Night Owls', draws: true })
  await expect(ann.locator('canvas')).toBeVisible()
  await signUp(ben, 'Ben', { joins: code, at: '/healthz' })
  await ann.goto('about:blank')
  await served.admin.changeClock({ body: { advanceMs: 10 * MINUTE_MS } })
  await ben.goto('/')
  await expect(ben.getByText('Ready to Play!')).toBeVisible()
  await ann.goto('/')
  await expect(ann.getByText(/did not finish in time/)).toBeVisible()
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
