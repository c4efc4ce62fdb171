import { expect, test, WITHOUT_CONNECTION } from './fixtures.ts'
import { createGroup, onboard, signUp } from './player.ts'

test('a lost connection and its return are reported', async ({ person }) => {
  const { page, context } = await person({ expects: WITHOUT_CONNECTION })
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await expect(page.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Offline')).toBeVisible()
  await expect(page.getByText(/^\d+s$/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Connection restored!')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Connection restored!')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
})

test('the banners cover no timer, tool or button of a turn on a phone', async ({ person }) => {
  const { page, context } = await person({ expects: WITHOUT_CONNECTION })
  await signUp(page, 'Ann', { creates: 'Night Owls', at: '/' })
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  await expect(page.getByRole('button', { name: 'Submit Drawing' })).toBeVisible()
  const covered = (text: string) =>
    page
      .getByRole('status')
      .filter({ hasText: text })
      .evaluate((banner) => {
        const area = banner.getBoundingClientRect()
        return [
          ...document.querySelectorAll('main :is([role=timer], canvas, button, [role=radio], [role=slider])'),
        ]
          .filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return left < area.right && right > area.left && top < area.bottom && bottom > area.top
          })
          .map((element) => element.ariaLabel ?? element.textContent)
      })
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport)
    await context.setOffline(true)
    await expect(page.getByText('Offline')).toBeVisible()
    expect(await covered('Offline')).toEqual([])
    await context.setOffline(false)
    await expect(page.getByText('Connection restored!')).toBeVisible()
    expect(await covered('Connection restored!')).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('a player who is kicked while the group is open sees the screen without a group', async ({ person }) => {
  const { page: ann } = await person()
  const { page: ben } = await person({ expects: /40[034]/ })
  const code = await signUp(ann, 'Ann', { creates: 'Night Owls' })
  await expect(ann.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await signUp(ben, 'Ben', { joins: code })
  await expect(ben.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await expect(ann.getByText('Ben has joined the group!')).toBeVisible()
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
