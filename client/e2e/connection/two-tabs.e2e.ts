import type { Page } from '@playwright/test'
import { expect, test } from '../driver/fixtures.ts'
import { inDrawingTurn } from '../driver/player.ts'

/** A tab that asks just before it learns of the other player still has the token of the one whom this device gave up. */
const WITH_ENDED_TOKEN = { expects: /401/ }

/** A code of Ben, who plays on another phone. */
async function codeOfBen(page: Page): Promise<string> {
  const signedIn = await page.request.post('/api/auth/device', {
    data: { deviceId: 'device_of_ben_0123456789' },
  })
  const headers = { authorization: `Bearer ${(await signedIn.json()).token}` }
  const data = { username: 'Ben', avatar: '🦉', finishedOnboarding: true }
  await page.request.put('/api/user/profile', { headers, data })
  const made = await page.request.post('/api/user/move-code', { headers })
  return (await made.json()).code
}

/** Makes this device one of Ben in another tab. */
async function becomeBen(tab: Page, code: string): Promise<void> {
  await tab.goto(`/#move=${code}`)
  await expect(tab.getByText('You become Ben on this device.')).toBeVisible()
  await expect(tab.getByText('You give up Ann here')).toBeVisible()
  await tab.getByRole('button', { name: 'Replace' }).click()
  await expect(tab.getByText('You gave up Ann here')).toBeVisible()
}

test('tabs follow the one in which this device becomes another player, and a turn is not lost in silence', async ({
  person,
}) => {
  const { page, context } = await person(WITH_ENDED_TOKEN)
  await inDrawingTurn(page)
  const other = await context.newPage()
  await becomeBen(other, await codeOfBen(page))
  // A player in mid-turn is told before the tab follows.
  const message = page.getByRole('alertdialog')
  await expect(message).toContainText('This device plays as Ben now. Ann cannot finish this turn here.')
  await expect(page.locator('canvas')).toBeVisible()
  await message.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('Ben', { exact: true }).first()).toBeVisible()

  // Ann comes back by her code. Without a touch, the first tab shows her and renames nobody.
  const code = (await other.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? ''
  await other.goto(`/#move=${code.replace('-', '')}`)
  await expect(other.getByText('You become Ann on this device.')).toBeVisible()
  await other.getByRole('button', { name: 'Replace' }).click()
  await expect(other.getByText('You gave up Ben here')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Play', exact: true })).toBeAttached()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('Ann', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Ben', { exact: true })).toHaveCount(0)
})
