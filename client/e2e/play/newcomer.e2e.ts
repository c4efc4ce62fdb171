import type { Locator } from '@playwright/test'
import { expectAccessible } from '../driver/accessibility.ts'
import { firstSight } from '../driver/briefly.ts'
import { expect, test } from '../driver/fixtures.ts'
import { drawHouse, onboard, signUp } from '../driver/player.ts'

test('an invited newcomer draws after five taps and a name', async ({ person }) => {
  const { page: host } = await person()
  const { code } = await signUp(host, 'Ann', { creates: 'Sunday Table' })
  await host.goto('/group')
  await expect(host.getByText('Now get somebody to pass it to')).toBeVisible()
  await expect(host.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(host)

  const { page } = await person()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(() => localStorage.removeItem('push_notification_asked'))
  let taps = 0
  const tap = async (target: Locator) => {
    taps++
    await target.tap()
  }
  const button = (name: string) => page.getByRole('button', { name })
  await page.goto(`/?code=${code}`)
  await expect(page.getByText('Sunday Table')).toBeVisible()
  await expect(page.getByText('You join when you have a name.')).toBeVisible()
  await expectAccessible(page)
  await tap(button('Get Started'))
  await expect(page.getByLabel('Username', { exact: true })).toBeFocused()
  await page.keyboard.type('Lena')
  // Covers nothing that the host needs.
  const news = firstSight(host, 'Lena has joined the group!', 'main :is(h1, li, button)')
  await tap(button('Start Playing!'))
  await tap(button('Maybe Later'))
  await expect(page.getByRole('status').filter({ hasText: 'You are in!' })).toContainText(
    '1 friend plays here',
  )
  await expect(page).toHaveURL(/\/group$/)
  await expectAccessible(page)
  await tap(button("Draw today's word"))
  await tap(button("Let's Go!"))
  await drawHouse(page)
  expect(taps).toBe(5)
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(page.getByText('Results will be revealed tomorrow!')).toBeVisible()

  expect(await news).toMatchObject({ covered: [] })
  // The host is not alone any more, and is told what to do next.
  await expect(host.getByText('Invite code')).toBeVisible({ timeout: 30_000 })
  await expect(host.getByRole('link', { name: "Guess today's drawing" })).toBeVisible({ timeout: 30_000 })
})

test('a player alone on an empty server sees a chain on the first day, and the own one the next', async ({
  person,
  serveToo,
}) => {
  const served = await serveToo('alone', { housePlayer: true })
  const { page } = await person({ expects: /40[04]/ })
  await onboard(page, 'Solo', served.url)
  await page.getByRole('link', { name: /Play Solo/ }).click()
  await expect(page.getByRole('img', { name: /^A mustache is drawn/ })).toBeVisible()
  await page.getByRole('button', { name: 'Watch a chain' }).click()
  const story = page.getByRole('dialog', { name: 'The story of this chain' })
  const status = story.getByRole('status')
  await expect(status).toContainText('1 of 6: Mia drew')
  await expectAccessible(page)
  for (let at = 2; at <= 6; at++) {
    await page.keyboard.press('ArrowRight')
    await expect(status).toContainText(`${at} of 6`)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(story).toHaveCount(0)

  await page.getByRole('button', { name: 'Start Playing' }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  await drawHouse(page)
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByText('It waits for the next stranger.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch a chain' })).toBeVisible()

  await served.admin.changeClock({ body: { to: 'midnight' } })
  await page.goto(served.url)
  await page.getByRole('link', { name: 'See Results' }).click()
  await expect(status).toContainText('Solo drew the word of the day')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(status).toContainText(/Inky, the house, (tried .+, and )?guessed/)
})
