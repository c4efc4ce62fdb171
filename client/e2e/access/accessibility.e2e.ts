import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../driver/accessibility.ts'
import { expect, test } from '../driver/fixtures.ts'
import { createGroup, drawHouse, onboard } from '../driver/player.ts'

/** Neighbours have different titles, so that the title tells when a screen has changed. */
const ROUTES = [
  ['/', 'Play'],
  ['/game/complete', 'Turn Complete'],
  ['/game/results', 'Results'],
  ['/game/submitted', 'Turn Complete'],
  ['/game/draw', 'Drawing'],
  ['/game/guess', 'Guessing'],
  ['/group', 'Group'],
  ['/group/create', 'Create Group'],
  ['/group/join', 'Join Group'],
  ['/history', 'History'],
  ['/profile', 'Profile'],
  ['/how-to-play', 'How to Play'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-use', 'Terms of Use'],
  ['/public/results/nothing', 'Results'],
] as const

/** Follows a link to a route: the page is not loaded again, and neither is axe. */
const openRoute = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('every route is accessible in both themes', async ({ person }) => {
  const { page } = await person({ expects: /404/ })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await onboard(page, 'Ann')
  await expectAccessibleInBothThemes(page)
  await createGroup(page, 'Night Owls')
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Start Group Game' }).click()
  await expect(page).toHaveTitle('Inkling - Get Ready')
  await expect(page.getByRole('button', { name: "Let's Go!" })).toBeEnabled()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: "Let's Go!" }).click()
  await drawHouse(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Submit Drawing' }).click()
  await expect(page.getByText('Players Completed')).toBeVisible()
  // Tall enough that nothing is behind the tabs: axe reports a covered target as too small even if it can be scrolled
  // into view.
  await page.setViewportSize({ width: 360, height: 2400 })
  for (const [path, title] of ROUTES) {
    await openRoute(page, path)
    await expect(page).toHaveTitle(`Inkling - ${title}`)
    // Wait for the screen itself, not the placeholder shown while it loads.
    await expect(page.getByText(/\.\.\.$/)).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
  }
  await openRoute(page, '/nowhere')
  await expect(page.getByRole('link', { name: 'Go to Home' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
