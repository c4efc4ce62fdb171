import type { Locator } from '@playwright/test'
import { expect, type Person, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { createGroup, drawHouse, onboard, signUp } from '../driver/player.ts'

test('a lost connection and its return are reported', async ({ person }) => {
  const { page, context } = await person({ expects: WITHOUT_CONNECTION })
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await expect(page.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Offline')).toBeVisible()
  await expect(page.getByText(/^\d+s$/)).toBeVisible()
  // It is shown for seconds: waits before it comes.
  const restored = page.getByRole('status').filter({ hasText: 'Connection restored!' })
  const retried = restored.getByRole('button', { name: 'Retry' }).click()
  await context.setOffline(false)
  await retried
  await expect(page.getByText('Connection restored!')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
})

test('the banners cover no timer, tool or button of a turn on a phone', async ({ person }) => {
  const ann = await person({ expects: WITHOUT_CONNECTION })
  const ben = await person({ expects: WITHOUT_CONNECTION })
  const code = await signUp(ann.page, 'Ann', { creates: 'Night Owls', at: '/' })
  await ann.page.getByRole('button', { name: 'Start Group Game' }).click()
  await expect(ann.page.getByRole('button', { name: "Let's Go!" })).toBeEnabled()
  await signUp(ben.page, 'Ben', { joins: code })
  await ann.page.getByRole('button', { name: "Let's Go!" }).click()
  await drawHouse(ann.page)
  for (const size of [
    { width: 360, height: 640 },
    { width: 740, height: 360 },
  ]) {
    await expectNothingCovered(ann, size)
  }
  await ann.page.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(ann.page.getByText('Players Completed')).toBeVisible()
  await ben.page.goto('/game/ready')
  await ben.page.getByRole('button', { name: "Let's Go!" }).click()
  await expect(ben.page.getByRole('button', { name: 'Finalize Turn' })).toBeVisible()
  // A phone whose keyboard is open.
  await expectNothingCovered(ben, { width: 360, height: 340 })
})

async function expectNothingCovered({ page, context }: Person, size: { width: number; height: number }) {
  const covered = (banner: Locator) =>
    coveredBy(banner, 'main :is([role=timer], canvas, img, button, [role=radio], [role=slider])')
  const told = (text: string) => page.getByRole('status').filter({ hasText: text })
  await page.setViewportSize(size)
  await context.setOffline(true)
  await expect(page.getByText('Offline')).toBeVisible()
  expect(await covered(told('Offline'))).toEqual([])
  // It is shown for two seconds: both questions wait for it, and are asked at once.
  const restored = told('Connection restored!')
  const seen = Promise.all([covered(restored), isWhole(restored)])
  await context.setOffline(false)
  expect(await seen).toEqual([[], true])
  await expect(restored).toBeHidden()
}

/** Whether an element is on the screen with all of its text. */
const isWhole = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const fits = element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight
    return fits && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  })

/** What a banner covers of the elements that a player needs. */
const coveredBy = (banner: Locator, needed: string): Promise<(string | null)[]> =>
  banner.evaluate((banner, needed) => {
    const area = banner.getBoundingClientRect()
    return [...document.querySelectorAll(needed)]
      .filter((element) => {
        if (banner.contains(element)) return false
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < area.right && right > area.left && top < area.bottom && bottom > area.top
      })
      .map((element) => element.ariaLabel ?? element.textContent)
  }, needed)

test('a player who is kicked while the group is open sees the screen without a group', async ({ person }) => {
  const { page: ann } = await person()
  const { page: ben } = await person({ expects: /40[034]/ })
  const code = await signUp(ann, 'Ann', { creates: 'Night Owls' })
  await expect(ann.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await signUp(ben, 'Ben', { joins: code })
  await expect(ben.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  const news = ann.getByRole('status').filter({ hasText: 'Ben has joined the group!' })
  expect(await coveredBy(news, 'main :is(h1, li, button)')).toEqual([])
  await ann.getByRole('button', { name: 'Kick Ben' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Kick' }).click()
  await expect(ann.getByRole('button', { name: 'Kick Ben' })).toBeHidden()
  await expect(ben.getByRole('link', { name: 'Join Existing Group' })).toBeVisible()
})

test('the game works on a slow network', async ({ person }) => {
  const { page, context } = await person()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 100_000,
    uploadThroughput: 50_000,
  })
  await onboard(page, 'Ann')
  await createGroup(page, 'Night Owls')
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Start Group Game' })).toBeVisible()
})
