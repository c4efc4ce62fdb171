import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../driver/fixtures.ts'
import { signUp } from '../driver/player.ts'

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  let element = await wanted.elementHandle()
  for (let steps = 0; steps < 60; steps++) {
    const state = await element?.evaluate((node) => [node.isConnected, node === document.activeElement])
    // Finding an element by its role takes longer than everything else.
    if (!state?.[0]) element = await wanted.elementHandle()
    else if (state[1]) return
    else await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${wanted}`)
}

async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.press('Enter')
}

test('a drawing turn and a guessing turn can be played without a pointer', async ({ person }) => {
  const { page: ann } = await person({ wide: true })
  const { page: ben } = await person({ wide: true })
  const code = await signUp(ann, 'Ann', { creates: 'Night Owls' })
  await signUp(ben, 'Ben', { joins: code, at: '/healthz' })

  await press(ann, 'link', 'Play')
  await press(ann, 'button', 'Start Group Game')
  await press(ann, 'button', "Let's Go!")
  await tabTo(ann, ann.getByLabel(/^Canvas to draw on/))
  const line = async (key: string) => {
    await ann.keyboard.press(' ')
    for (let times = 0; times < 6; times++) await ann.keyboard.press(key)
    await ann.keyboard.press(' ')
  }
  await line('ArrowRight')
  await line('ArrowDown')
  const submitted = ann.waitForRequest('**/api/game/submit-turn')
  await press(ann, 'button', 'Submit Drawing')
  expect((await submitted).postDataJSON().strokeCount).toBe(2)
  await expect(ann.getByText('Results will be revealed tomorrow!')).toBeVisible()

  await ben.goto('/')
  await press(ben, 'link', 'Start')
  await press(ben, 'button', "Let's Go!")
  await expect(ben.getByPlaceholder('Write your guess')).toBeFocused()
  await ben.keyboard.type('a corner')
  await ben.keyboard.press('Enter')
  await expect(ben.getByRole('radio', { name: /^a corner/ })).toBeVisible()
  await press(ben, 'button', 'Finalize Turn')
  await press(ben, 'button', 'Pass it on')
  await expect(ben.getByText('Game Complete!')).toBeVisible()
})
