import { COLOURS } from '@inkling/mock-server/picture/cards/look'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../driver/fixtures.ts'
import { signUp } from '../driver/player.ts'

/** Opens a drawing turn of a player in a group. */
async function inDrawingTurn(page: Page): Promise<void> {
  await signUp(page, 'Ann', { creates: 'Night Owls', at: '/' })
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  await expect(page.locator('canvas')).toBeVisible()
}

const SCREENS = ['/', '/game/ready', '/group', '/history', '/profile', '/how-to-play', '/game/results']

test('text at twice its size fits a narrow phone', async ({ person, served }) => {
  const { page, context } = await person({ expects: /404/ })
  // As the text size of a browser does, before the page is laid out.
  await context.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  /** How far the page is wider than the screen; controls whose text is cut off or outside; letters below each other. */
  const misfits = () =>
    page.evaluate(() => {
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
      const cut = [
        ...document.querySelectorAll<HTMLElement>('button:not([role=switch]), a, h1, h2, h3, [role=timer]'),
      ].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        if (width === 0 || element.closest('.visually-hidden, [aria-hidden=true]')) return false
        return left < -1 || right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 2
      })
      const tall = [...document.querySelectorAll('main p')].filter((element) => {
        if (element.closest('.visually-hidden, [aria-hidden=true]')) return false
        const { width, height } = element.getBoundingClientRect()
        return height > 3 * Math.max(width, Number.parseFloat(getComputedStyle(element).fontSize))
      })
      return [wide, ...[...cut, ...tall].map((element) => element.ariaLabel ?? element.textContent)]
    })
  const expectFits = (where: string) => expect.configure({ soft: true }).poll(misfits, where).toEqual([0])
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  await expectFits('welcome')
  await page.getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByRole('button', { name: 'Start Playing!' })).toBeVisible()
  await expectFits('profile')
  await inDrawingTurn(page)
  await expectFits('drawing')
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.locator('main h1, header').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectFits(path)
  }
  // The last page of the story, which has the most buttons.
  const { userId } = await page.evaluate(() => ({ userId: JSON.parse(localStorage.userData).id as string }))
  const { gameId } = await served.admin.createMockGame({ body: { userId, daysAgo: 3 } })
  await page.goto(`/game/results?gameId=${gameId}`)
  const end = page.getByRole('button', { name: 'See the chain' })
  while (!(await end.isVisible())) await page.getByRole('button', { name: 'Next' }).click()
  await expectFits('story')
  const date = page.getByLabel('The end').getByRole('time')
  const { height } = (await date.boundingBox()) ?? {}
  const line = await date.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(height).toBeLessThan(2 * line)
  await end.click()
  await page
    .getByRole('button', { name: /^Report/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'What is wrong?' })).toBeVisible()
  await expectFits('report sheet')
  await page.getByRole('radio', { name: 'It is mean or hateful' }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('You hid this').first()).toBeVisible()
  await expectFits('veiled')
  await page.goto('/profile')
  for (const title of ['Play on another device', 'Delete my account']) {
    await page.getByRole('button', { name: title }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectFits(title)
    await page.keyboard.press('Escape')
  }
})

/** Whether the button is within the screen. */
const isInSight = (button: Locator) =>
  button.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]

test('the next step is in sight without scrolling on every screen', async ({ person }) => {
  const { page } = await person({ expects: /40[04]/ })
  const next = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeVisible()
    expect(await page.evaluate(() => scrollY), name).toBe(0)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(() => isInSight(button), `${name} at ${size.width}x${size.height}`).toBe(true)
    }
    return button
  }
  await page.goto('/')
  await (await next('Get Started')).click()
  await next('Start Playing!')
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await (await next("Draw today's word")).click()
  await (await next("Let's Go!")).click()
  await next('Submit Drawing')
})

test('everything is reachable on a desktop zoomed in four times', async ({ person }) => {
  const { page } = await person({ expects: /40[04]/ })
  await page.setViewportSize({ width: 320, height: 200 })
  await page.goto('/')
  // A click fails if something covers the button.
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByRole('button', { name: 'Start Playing!' }).click()
  await expect(page.getByText('Please choose both a username and avatar')).toBeVisible()
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await page.getByRole('button', { name: "Draw today's word" }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  await page.getByRole('radio', { name: 'red' }).click()
  await page.getByRole('button', { name: 'Submit Drawing' }).click({ trial: true })
})

test('what is selected is visible with forced colours', async ({ person }) => {
  const { page } = await person()
  await page.emulateMedia({ forcedColors: 'active' })
  await inDrawingTurn(page)
  const outlines = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).outlineStyle))
  const selected = ['solid', 'none', 'none']
  expect(await outlines('label:has([name=tool])')).toEqual(selected)
  expect(await outlines('[aria-label$=" brush"]')).toEqual(selected)
  expect((await outlines('label:has([name=color])')).slice(0, 3)).toEqual(selected)
  const colour = await page
    .locator('[aria-label="Thin brush"] span')
    .evaluate((dot) => getComputedStyle(dot).backgroundColor)
  expect(colour).toBe('rgb(0, 0, 0)')
  await page.goto('/profile')
  await expect(page.getByRole('radio', { name: 'As device' })).toBeVisible()
  expect(await outlines('[role=radio]')).toEqual(['none', 'none', 'solid'])
  expect(await outlines('nav a')).toEqual(['none', 'none', 'none', 'solid'])
})

test('the automatic dark mode of a browser leaves the theme "Day" alone', async ({ person }) => {
  // Chromium has this mode only where the system is dark.
  const { page, context } = await person({ colorScheme: 'dark' })
  await signUp(page, 'Ann', { at: '/profile' })
  await page.getByRole('radio', { name: 'Day' }).click()
  const picture = () => page.screenshot({ clip: { x: 0, y: 0, width: 360, height: 60 } })
  const before = await picture()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setAutoDarkModeOverride', { enabled: true })
  expect((await picture()).equals(before)).toBe(true)
})

test('pictures of a chain have the light colours of the tokens', async ({ person }) => {
  const { page } = await person({ colorScheme: 'light' })
  await page.goto('/how-to-play')
  const paint = (colours: Readonly<Record<string, string>>) =>
    page.evaluate((colours) => {
      const context = document
        .createElement('canvas')
        .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
      const probe = document.body.appendChild(document.createElement('span'))
      return Object.entries(colours).map(([name, colour]) => {
        probe.style.color = colour
        context.clearRect(0, 0, 1, 1)
        context.fillStyle = getComputedStyle(probe).color
        context.fillRect(0, 0, 1, 1)
        return [name, ...context.getImageData(0, 0, 1, 1).data]
      })
    }, colours)
  const tokens = Object.fromEntries(Object.keys(COLOURS).map((name) => [name, `var(--${name})`]))
  expect(await paint(tokens)).toEqual(await paint(COLOURS))
})

/** Its digits and its calendar are not those of the game. A lint rule covers each single date. */
const LOCALE = 'fa-IR'

test('dates and times are in the language of the game', async ({ browser, served }) => {
  const context = await browser.newContext({ baseURL: served.url, locale: LOCALE, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signUp(page, 'Ann', { creates: 'Night Owls', at: '/' })
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await page.getByRole('button', { name: 'Pass' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pass' }).click()
  await expect(page.getByText('Next word in')).toBeVisible()
  for (const path of ['/', '/history']) {
    await page.goto(path)
    await expect(page.locator('nav')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('main').textContent()).toMatch(/^[\p{ASCII}\p{Emoji}\u202F\u2019…“”×·–]*$/u)
  }
  await context.close()
})
