import type { Locator, Page } from '@playwright/test'
import { decode } from 'fast-png'
import { invitedBot } from '../driver/bots.ts'
import { expect, test } from '../driver/fixtures.ts'
import { expectInSight } from '../driver/in-sight.ts'
import { createGroup, drawHouse, signUp } from '../driver/player.ts'

const SMALL_PHONE = { width: 360, height: 640 }
const PHONE = { width: 390, height: 844 }
const SIDEWAYS = { width: 844, height: 390 }
const TABLET = { width: 820, height: 1180 }
const DESKTOP = { width: 1440, height: 900 }

/** What can be pressed of the finger's 44 px. */
const TAP = 44

const sizeOf = async (wanted: Locator) => {
  const box = await wanted.boundingBox()
  if (!box) throw new Error(`${wanted} is not displayed`)
  return { width: Math.round(box.width), height: Math.round(box.height) }
}

const isInFirstView = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return scrollY === 0 && top >= 0 && bottom <= innerHeight
  })

test('a guessing turn on a small phone: its drawing keeps its size, its results their shape', async ({
  person,
  served,
}) => {
  const { page } = await person()
  await page.setViewportSize(SMALL_PHONE)
  const code = await signUp(page, 'Ann', { creates: 'Night Owls' })
  const bot = await invitedBot(served.url, 'Dora', '🦉', code)
  await served.admin.triggerDailyGames()
  expect((await bot.playTurn()).type).toBe('drawing')
  await page.goto('/game/ready')
  await page.getByRole('button', { name: "Let's Go!" }).click()
  const drawing = page.getByRole('img', { name: 'The drawing to guess' })
  await expect.poll(async () => (await sizeOf(drawing)).width).toBeGreaterThan(200)
  const before = await sizeOf(drawing)

  const guess = async (text: string) => {
    await page.getByPlaceholder('Write your guess').fill(text)
    await page.keyboard.press('Enter')
  }
  await guess('zeppelin')
  const button = page.locator('button[type=submit]')
  const result = button.locator(':scope > span > span')
  await expect(result).toBeVisible()
  const corners = (element: Locator) =>
    element.evaluate((node) => {
      const { borderTopLeftRadius, borderTopRightRadius, borderBottomLeftRadius, borderBottomRightRadius } =
        getComputedStyle(node)
      return [borderTopLeftRadius, borderTopRightRadius, borderBottomLeftRadius, borderBottomRightRadius]
    })
  expect(await corners(result)).toEqual(await corners(button))

  // The page learns of the others, as if they had been made in another tab.
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}`
  for (const text of ['xylophone', 'quokka', 'a very long guess of many words'])
    await page.request.post('/api/game/submit-guess', { headers: { authorization }, data: { guess: text } })
  await page.reload()
  const attempts = page.getByRole('radio')
  await expect(attempts).toHaveCount(4)
  await expect.poll(() => sizeOf(drawing)).toEqual(before)
  for (const attempt of await attempts.all()) await expectInSight(attempt)
  await expectInSight(page.getByRole('button', { name: 'Finalize Turn' }))
})

test('a drawing turn on a tablet held upright has a large sheet and large crayons', async ({ person }) => {
  const { page } = await person()
  await page.setViewportSize(TABLET)
  await inDrawingTurn(page)
  await expect.poll(async () => (await sizeOf(page.locator('canvas'))).width).toBeGreaterThanOrEqual(600)
  const crayons = page.getByRole('group', { name: 'Colour' }).locator('svg')
  await expect(crayons).toHaveCount(10)
  for (const crayon of await crayons.all()) expect((await sizeOf(crayon)).width).toBeGreaterThanOrEqual(36)
  await expectInSight(page.getByRole('button', { name: 'Submit Drawing' }))
})

test('the gloss of a button lies under its label', async ({ person }) => {
  const { page } = await person()
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Get Started' })
  await expect(button).toBeVisible()
  // A gloss over all of the button, in a colour of its own, would hide the label.
  await button.evaluate((element) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      'button::after { inset: 0 !important; height: auto !important; background: #f0f !important }',
    )
    document.adoptedStyleSheets = [sheet]
    element.style.fontSize = '40px'
  })
  const { data, channels, width, height } = decode(await button.screenshot({ animations: 'disabled' }))
  const seen = { gloss: 0, label: 0 }
  // Not the outline, which is as dark as the label.
  const edge = 16
  for (let y = edge; y < height - edge; y++) {
    for (let x = edge; x < width - edge; x++) {
      const at = (y * width + x) * channels
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (red > 240 && green < 20 && blue > 240) seen.gloss++
      if (red < 60 && green < 60 && blue < 60) seen.label++
    }
  }
  expect(seen.gloss).toBeGreaterThan(1000)
  expect(seen.label).toBeGreaterThan(1000)
})

test('after a turn, the way home is in the first view, and the counts have a line each', async ({
  person,
}) => {
  const { page } = await person()
  await page.setViewportSize(PHONE)
  await inDrawingTurn(page)
  await drawHouse(page)
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  const home = page.getByRole('link', { name: 'Back to Home' })
  await expect(home).toBeVisible()
  for (const size of [SMALL_PHONE, PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.reload()
    await expect(home).toBeVisible()
    await expect.poll(() => isInFirstView(home), `${size.width} wide`).toBe(true)
    for (const label of ['Players Completed', 'Players Pending']) {
      const text = page.getByText(label)
      const line = await text.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
      expect((await sizeOf(text)).height, label).toBeLessThan(1.5 * line)
    }
  }
  // On a desktop, home is not half empty.
  await home.click()
  const today = page.getByLabel("Today's game", { exact: true })
  await expect(today).toBeVisible()
  await expect.poll(async () => (await sizeOf(today)).height).toBeGreaterThan(DESKTOP.height * 0.7)
})

test('a refused name stays in sight above the names that are suggested instead', async ({ person }) => {
  const { page } = await person()
  await page.setViewportSize(SMALL_PHONE)
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started' }).click()
  const name = page.getByLabel('Username', { exact: true })
  await name.fill('admin')
  await expect(page.getByText('Try these instead:')).toBeVisible()
  // To look at the avatars.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Start Playing!' }).click()
  await expectInSight(name, page.getByText('Username contains inappropriate content'))
})

test('the story ends with its whole stamp in sight, and reactions have the size of a finger', async ({
  person,
  served,
}) => {
  const { page } = await person()
  await page.setViewportSize(SMALL_PHONE)
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  const { userId } = await page.evaluate(() => ({ userId: JSON.parse(localStorage.userData).id as string }))
  const { gameId } = await served.admin.createMockGame({ body: { userId, daysAgo: 1 } })
  for (const size of [SMALL_PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.goto(`/game/results?gameId=${gameId}`)
    const again = page.getByRole('button', { name: 'Watch again' })
    const end = page.getByRole('button', { name: 'See the chain' })
    await expect(again.or(page.getByRole('dialog')).first()).toBeVisible()
    if (!(await page.getByRole('dialog').isVisible())) await again.click()
    while (!(await end.isVisible())) await page.getByRole('button', { name: 'Next' }).click()
    const poster = page.getByLabel('The end')
    const stage = poster.locator('xpath=ancestor::*[contains(@class, "stage")][1]')
    await expect
      .poll(() => stage.evaluate((node) => node.scrollHeight - node.clientHeight), `${size.width} wide`)
      .toBe(0)
    await end.click()
  }
  await page.setViewportSize(SMALL_PHONE)
  const reactions = page.getByRole('group', { name: 'Reactions' }).first()
  const expectTaps = async (count: number) => {
    const buttons = reactions.locator('button')
    await expect(buttons).toHaveCount(count)
    for (const each of await buttons.all()) {
      const { width, height } = await sizeOf(each)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(TAP)
    }
  }
  await expectTaps(4)
  await reactions.getByRole('button', { name: 'More reactions' }).click()
  await expectTaps(5)
})

test('a new group on a phone held sideways is shown from its top', async ({ person }) => {
  const { page } = await person()
  await page.setViewportSize(SIDEWAYS)
  await signUp(page, 'Ann', { at: '/group' })
  await createGroup(page, 'Night Owls')
  await expect.poll(() => page.evaluate(() => history.state.idx)).toBe(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

async function inDrawingTurn(page: Page): Promise<void> {
  await signUp(page, 'Ann', { creates: 'Night Owls', at: '/' })
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  await expect(page.locator('canvas')).toBeVisible()
}
