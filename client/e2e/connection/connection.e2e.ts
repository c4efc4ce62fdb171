import type { Page } from '@playwright/test'
import { expect, type Person, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { createGroup, drawHouse, onboard, signUp } from '../driver/player.ts'

test('a lost connection and its return are reported', async ({ person }) => {
  const { page, context } = await person({ expects: WITHOUT_CONNECTION })
  await page.clock.install()
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await expect(page.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Offline')).toBeVisible()
  await expect(page.getByText(/^\d+s$/)).toBeVisible()
  // Otherwise the next banner hides itself, perhaps before the click.
  await page.clock.pauseAt(Date.now() + 60_000)
  await context.setOffline(false)
  const restored = page.getByRole('status').filter({ hasText: 'Connection restored!' })
  await restored.getByRole('button', { name: 'Retry' }).click()
  await expect(restored).toBeHidden()
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
  const needed = 'main :is([role=timer], canvas, img, button, [role=radio], [role=slider])'
  await page.setViewportSize(size)
  await context.setOffline(true)
  expect(await firstSight(page, 'Offline', needed)).toMatchObject({ covered: [] })
  const [seen] = await Promise.all([
    firstSight(page, 'Connection restored!', needed),
    context.setOffline(false),
  ])
  expect(seen).toEqual({ covered: [], isWhole: true })
  await expect(page.getByText('Connection restored!')).toBeHidden()
}

/**
 * What a banner covers of the elements that a player needs, and whether it is on the screen with all of its text. Call
 * it before the banner appears, which may be shown for seconds only: it looks in every frame.
 */
async function firstSight(page: Page, text: string, needed: string) {
  const seen = await page.waitForFunction(
    ({ text, needed }) => {
      const banner = [...document.querySelectorAll('[role=status]')].find((one) =>
        one.textContent?.includes(text),
      )
      if (!banner) return null
      const area = banner.getBoundingClientRect()
      const covered = [...document.querySelectorAll(needed)].filter((element) => {
        if (banner.contains(element)) return false
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < area.right && right > area.left && top < area.bottom && bottom > area.top
      })
      const fits = banner.scrollWidth <= banner.clientWidth && banner.scrollHeight <= banner.clientHeight
      const { left, right, top, bottom } = area
      return {
        covered: covered.map((element) => element.ariaLabel ?? element.textContent),
        isWhole: fits && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      }
    },
    { text, needed },
  )
  return seen.jsonValue()
}

test('a player who is kicked while the group is open sees the screen without a group', async ({ person }) => {
  const { page: ann } = await person()
  const { page: ben } = await person({ expects: /40[034]/ })
  const code = await signUp(ann, 'Ann', { creates: 'Night Owls' })
  await expect(ann.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  const [news] = await Promise.all([
    firstSight(ann, 'Ben has joined the group!', 'main :is(h1, li, button)'),
    signUp(ben, 'Ben', { joins: code }),
  ])
  expect(news).toMatchObject({ covered: [] })
  await expect(ben.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
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
