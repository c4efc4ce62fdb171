import type { Page } from '@playwright/test'
import { invitedBot } from '../driver/bots.ts'
import { expect, test } from '../driver/fixtures.ts'
import { drawHouse } from '../driver/player.ts'
import { lostTexts, translatePages } from '../driver/translation.ts'

/** Fails if a text of the page could not be changed, or a screen failed. */
async function check(page: Page): Promise<void> {
  expect(await lostTexts(page)).toEqual([])
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}

test('every screen works in a page that the browser translates', async ({ person, served }) => {
  const { page, context } = await person({ motion: true })
  await translatePages(context)
  page.setDefaultTimeout(60_000)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })

  await page.goto('/')
  await button('Get Started').click()
  await page.getByLabel('Username').fill('Ann')
  await page.getByRole('radio').first().click()
  await button('Start Playing!').click()
  await link(/Create Group/).click()
  await page.getByLabel('Group name').fill('Night Owls')
  await button('Create Group').click()
  const code = (await page.getByText(/^[A-Z0-9]{6}$/).textContent()) ?? ''
  const ben = await invitedBot(served.url, 'Ben', '\u{1F989}', code)
  await expect(page.getByText('Ben', { exact: true })).toBeVisible({ timeout: 30_000 })
  await check(page)

  // A drawing turn. The translated texts are in elements of their own, so names of buttons contain more.
  await button("Draw today's word").click()
  await button("Let's Go!").click()
  await drawHouse(page)
  const clock = page.getByRole('timer')
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')
  await button('Submit Drawing').click()
  await expect(page.getByText('Turn Complete')).toBeVisible()
  await expect(page.getByText('Players Pending')).toBeVisible()
  await check(page)
  await link('Back to Home').click()
  await expect(page.getByText('1/2 players')).toBeVisible()
  await button(/^Waiting/).click()
  await button('Close').click()
  await ben.playTurn()
  await expect(page.getByText('Game Complete!')).toBeVisible({ timeout: 30_000 })
  await check(page)

  // The results, with the story.
  await link(/Results/).click()
  await button('Next').click()
  await button('Pause').click()
  await button('Skip').click()
  await page.getByText(/All guess attempts/).click()
  await check(page)
  for (const tab of ['History', 'Profile']) {
    await page.goto('/')
    await link(tab).click()
    await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible()
    await check(page)
  }
  await page.getByRole('radio', { name: /Night/ }).click()
  await button('Edit username').click()
  await page.getByLabel('Username').fill('An')
  await button('Save').click()
  await expect(page.getByRole('heading', { name: 'An', exact: true })).toBeVisible()
  await check(page)

  // A guessing turn, the next day.
  await served.admin.changeClock({ body: { to: 'midnight' } })
  await served.admin.changeClock({ body: { advanceMs: 60_000 } })
  await ben.playTurn()
  await page.goto('/')
  await link(/^.?Start.?$/).click()
  await button("Let's Go!").click()
  const guess = page.getByPlaceholder('Write your guess')
  for (const [text, left] of [
    ['spoon', '4 attempts left'],
    ['bridge', '3 attempts left'],
  ] as const) {
    await guess.fill(text)
    await guess.press('Enter')
    await expect(page.getByText(left)).toBeVisible()
    await expect(page.getByRole('radio', { name: new RegExp(`^${text}`) })).toBeVisible()
  }
  await check(page)
  await button('Finalize Turn').click()
  await button('Pass it on').click()
  await expect(page.getByText(/Turn Complete|Game Complete/).first()).toBeVisible()
  await check(page)
})
