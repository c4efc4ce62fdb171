import type { Page } from '@playwright/test'
import { expect, test } from '../driver/fixtures.ts'
import { expectInSight } from '../driver/in-sight.ts'
import { openRoute, signUp } from '../driver/player.ts'

/** A phone, and what a keyboard leaves of it. */
const PHONE = { width: 360, height: 640 }
const WITH_KEYBOARD = { width: 360, height: 380 }

/** At once, unlike a turn of the wheel, which may still scroll after the next click. */
const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(() => scrollTo(0, document.body.scrollHeight))

/** Makes calls to a path fail. */
async function fail(page: Page, path: string, code = 'INTERNAL', message = 'The ink ran out') {
  const status = code === 'UNAVAILABLE' ? 503 : 500
  await page.route(path, (route) => route.fulfill({ status, json: { error: { code, message } } }))
}

test('what is wrong in a form, and its button, are in sight above a keyboard', async ({ person }) => {
  const { page } = await person({ expects: /40[04]|500/ })
  await page.setViewportSize(PHONE)
  const notice = page.getByRole('alert')
  const press = (name: string) => page.getByRole('button', { name, exact: true })

  await page.goto('/')
  await press('Get Started').click()
  const start = press('Start Playing!')
  const name = page.getByLabel('Username', { exact: true })
  await name.fill('admin')
  await expect(page.getByText('Try these instead:')).toBeVisible()
  // To look at the avatars.
  await scrollToEnd(page)
  await start.click()
  await expectInSight(name, page.getByText('Username contains inappropriate content'))
  await name.fill('')
  await page.setViewportSize(WITH_KEYBOARD)
  await scrollToEnd(page)
  await start.click()
  await expectInSight(
    notice.filter({ hasText: 'both a username' }),
    notice.filter({ hasText: 'Username is required' }),
    page.getByRole('link', { name: 'Terms of Use' }),
    start,
  )
  await name.fill('Ann')
  await fail(page, '**/api/user/profile')
  await scrollToEnd(page)
  await start.click()
  await expectInSight(notice.filter({ hasText: 'Failed to save your profile' }), start)
  await page.unroute('**/api/user/profile')
  await start.click()
  await expect(page.getByRole('link', { name: /Play Solo/ })).toBeVisible()

  await openRoute(page, '/group/create')
  const create = press('Create Group')
  // The second time, the error is known already.
  for (let times = 0; times < 2; times++) {
    await scrollToEnd(page)
    await create.click()
    await expectInSight(notice.filter({ hasText: 'Please enter a group name' }), create)
  }
  await page.getByLabel('Group name').fill('Night Owls')
  await fail(page, '**/api/groups/create')
  await scrollToEnd(page)
  await create.click()
  await expectInSight(notice, create)

  await openRoute(page, '/group/join')
  await page.getByLabel('Group code').fill('AAAAAA')
  await press('Join Group').click()
  await expectInSight(notice.filter({ hasText: 'Group not found' }), press('Join Group'))

  await openRoute(page, '/profile')
  await fail(page, '**/api/user/profile')
  await press('Edit username').click()
  await name.fill('Anna')
  await press('Save').click()
  await expectInSight(notice.filter({ hasText: 'Failed to update profile' }), press('Save'))
  await press('Cancel').click()
  await page
    .getByRole('button', { name: /avatar/ })
    .first()
    .click()
  // One that the player does not have yet: the game chooses one beforehand.
  await page.getByRole('dialog').getByRole('radio', { checked: false }).first().click()
  await press('Save').click()
  await expectInSight(notice.filter({ hasText: 'Failed to update avatar' }), press('Save'))
})

test('why a screen or a turn does not start, and its way out, are in sight', async ({ person }) => {
  const { page } = await person({ expects: /40[04]|50[03]/ })
  await page.setViewportSize(PHONE)
  await signUp(page, 'Ann', { creates: 'Night Owls' })
  await page.goto('/')
  await fail(page, '**/api/game/jump-in')
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await expectInSight(
    page.getByText('You could not join a game.'),
    page.getByRole('button', { name: 'Start Group Game' }),
  )
  await page.unroute('**/api/game/jump-in')
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  const go = page.getByRole('button', { name: "Let's Go!" })
  await expect(go).toBeEnabled()
  await fail(page, '**/api/game/start-turn', 'UNAVAILABLE', 'Back at three.')
  await go.click()
  await expectInSight(
    page.getByText('A short pause'),
    page.getByText('Back at three.'),
    go,
    page.getByRole('button', { name: 'Not now' }),
  )
  await fail(page, '**/api/game/today')
  await page.route('**/api/groups/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  for (const [path, title] of [
    ['/', 'Play'],
    ['/game/submitted', 'Turn Complete'],
    ['/game/draw', 'Drawing'],
    ['/game/results?gameId=none', 'Results'],
  ] as const) {
    await openRoute(page, path)
    await expect(page).toHaveTitle(`Inkling - ${title}`)
    await expectInSight(page.getByRole('alert'), page.getByRole('button', { name: 'Try Again' }))
  }
  await openRoute(page, '/group')
  await expect(page).toHaveTitle('Inkling - Group')
  await expectInSight(page.getByRole('button', { name: 'Try Again' }))
})
