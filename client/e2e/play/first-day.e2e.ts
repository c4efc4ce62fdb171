import { createHash } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { decode } from 'fast-png'
import { expectAccessible } from '../driver/accessibility.ts'
import { invitedBot } from '../driver/bots.ts'
import { expect, test } from '../driver/fixtures.ts'
import { press, tabTo } from '../driver/keyboard.ts'
import { picture } from '../driver/picture.ts'
import { drawHouse, joinGroup, onboard, signUp, skipStory, startTurn } from '../driver/player.ts'

test('three people and a bot play a day, two without a pointer, from onboarding to the results after midnight', async ({
  person,
  served,
}) => {
  const { page: ann } = await person()
  const { page: ben } = await person({ wide: true, colorScheme: 'dark' })
  const { page: cleo } = await person()

  const { code } = await signUp(ann, 'Ann', { creates: 'Kitchen Table' })
  await onboard(ben, 'Ben')
  await joinGroup(ben, code)
  await signUp(cleo, 'Cleo', { joins: code })
  const dora = await invitedBot(served.url, 'Dora', '🦉', code)
  await served.admin.triggerDailyGames()

  await ann.goto('/group')
  await expect(ann.getByRole('listitem').filter({ hasText: 'Dora' })).toBeVisible()
  await picture(ann, 'group')
  // With four members, the tabs may partly cover the last button until the page is scrolled.
  await ann
    .getByRole('button', { name: 'Leave Group' })
    .evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expectAccessible(ann)
  await ann.getByRole('link', { name: 'Play', exact: true }).click()
  await expect(ann.getByText('Ready to Play!')).toBeVisible()
  await picture(ann, 'home')
  await expectAccessible(ann)
  await startTurn(ann)
  await expect(ann).toHaveTitle('Inkling - Drawing')
  await expect(ann.getByText('Draw the word').locator('..')).toHaveText(/^Draw the word\S/)
  await drawHouse(ann)
  await picture(ann, 'drawing')
  const submitted = ann.waitForRequest('**/api/game/submit-turn')
  await ann.getByRole('button', { name: 'Submit Drawing' }).click()
  const { content, strokeCount } = (await submitted).postDataJSON()
  expect(strokeCount).toBe(4)
  await expect(ann.getByText('Results will be revealed tomorrow!')).toBeVisible()
  await expect(ann.getByText('Players Pending')).toBeVisible()
  await ann.getByRole('link', { name: 'Back to Home' }).click()
  await expect(ann.getByText('Turn Complete')).toBeVisible()

  // Ben and Cleo play without a pointer.
  await press(ben, 'link', 'Play')
  await press(ben, 'link', 'Start')
  await press(ben, 'button', "Let's Go!")
  const drawn = decode(Buffer.from(content.drawing, 'base64'))
  expect([drawn.width, drawn.height]).toEqual([350, 350])
  const rgb = drawn.data.filter((_, index) => index % drawn.channels < 3)
  const seen = await digestOf(ben.getByAltText('The drawing to guess'))
  expect(seen).toBe(createHash('sha256').update(rgb).digest('hex'))
  await picture(ben, 'guessing')
  await expectAccessible(ben)
  await expect(ben.getByPlaceholder('Write your guess')).toBeFocused()
  await ben.keyboard.type('a kettle with a hat')
  await ben.keyboard.press('Enter')
  const attempt = ben.getByRole('radio', { name: /^a kettle with a hat/ })
  await expect(attempt).toBeVisible()
  // The dots of its score are shown on a phone, too.
  for (const width of [360, 1280]) {
    await ben.setViewportSize({ width, height: 800 })
    await expect(attempt.locator('[data-filled]').nth(4)).toBeVisible()
  }
  await press(ben, 'button', 'Finalize Turn')
  await press(ben, 'button', 'Pass it on')
  await expect(ben).toHaveURL(`${served.url}/`)
  await expect(ben.getByText('Turn Complete')).toBeVisible()

  await cleo.goto('/')
  await press(cleo, 'link', 'Start')
  await press(cleo, 'button', "Let's Go!")
  await expect(cleo.getByText('a kettle with a hat')).toBeVisible()
  await tabTo(cleo, cleo.getByLabel(/^Canvas to draw on/))
  for (const key of ['ArrowRight', 'ArrowDown']) {
    await cleo.keyboard.press(' ')
    for (let times = 0; times < 6; times++) await cleo.keyboard.press(key)
    await cleo.keyboard.press(' ')
  }
  const drawnByKeys = cleo.waitForRequest('**/api/game/submit-turn')
  await press(cleo, 'button', 'Submit Drawing')
  expect((await drawnByKeys).postDataJSON().strokeCount).toBe(2)
  await expect(cleo.getByText('Players Pending')).toBeVisible()
  expect((await dora.playTurn()).type).toBe('guess')

  for (const page of [ann, ben]) {
    await page.getByRole('link', { name: 'Results', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Game Results' })).toBeVisible()
    await skipStory(page)
    const steps = page.getByRole('list', { name: 'The chain' }).locator(':scope > li')
    await expect(steps).toHaveCount(4)
    await expect(steps.nth(0)).toContainText('Ann')
    await expect(steps.nth(1)).toContainText('a kettle with a hat')
    await expect(steps.nth(3)).toContainText('Dora')
    await picture(page, page === ann ? 'results' : 'results-wide')
    await expectAccessible(page)
  }
  await ben.getByRole('button', { name: 'Love' }).first().click()
  await expect(ann.getByRole('button', { name: /^Love/ }).first()).toContainText('1')

  await served.admin.changeClock({ body: { to: 'midnight' } })
  await cleo.goto('/')
  await cleo.getByRole('link', { name: 'See Results' }).click()
  const steps = cleo.getByRole('list', { name: 'The chain' }).locator(':scope > li')
  await expect(steps).toHaveCount(4)
  await expect(steps.nth(2)).toContainText('Cleo')
  await ann.goto('/history')
  await expect(ann.getByText('Completed')).toBeVisible()
  await expect(ann.getByRole('link', { name: 'View Full Results' })).toBeVisible()
})

/** The SHA-256 of the red, green and blue bytes of an image, decoded by the browser. */
async function digestOf(image: Locator): Promise<string> {
  await expect(image).toBeVisible()
  return image.evaluate(async (element) => {
    const picture = element as HTMLImageElement
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas')
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const rgb = data.filter((_, index) => index % 4 < 3)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', rgb))
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}
