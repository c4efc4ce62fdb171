import type { Page } from '@playwright/test'
import type { PATHS } from '../../src/paths.ts'
import { invitedBot } from '../driver/bots.ts'
import { expect, test, WITHOUT_CONNECTION } from '../driver/fixtures.ts'
import { expectInSight } from '../driver/in-sight.ts'
import { openRoute } from '../driver/player.ts'
import { expectTranslated, translatePages } from '../driver/translation.ts'
import { expectColoursOfPictures } from '../looks/colours.ts'
import { expectLabelAboveGloss } from '../looks/gloss.ts'
import { look } from '../looks/look.ts'
import { expectNextStep } from '../looks/next-step.ts'
import { expectRoom, INDICATOR, withSafeAreas } from '../looks/safe-areas.ts'
import { DESKTOP, LARGE_PHONE, PHONE, SIDEWAYS, SMALL_PHONE, sizeOf } from '../looks/size.ts'
import { lookAtProfile } from './screens/profile.ts'
import { lookAtStory } from './screens/story.ts'
import { lookAtDrawingTurn, lookAtGuessingTurn } from './screens/turns.ts'

/* One player's walk through all screens, each of which is looked at in several ways. */

type Route = (typeof PATHS)[keyof typeof PATHS]
/** All routes, without two that the walk passes anyway, and public results of a game that does not exist. */
type Opened =
  | Exclude<Route, '/onboarding' | '/game/ready' | '/public/results/:gameId?'>
  | '/public/results/nothing'

/** Neighbours have different titles, so that the title tells when a screen has changed. */
const TITLES = {
  '/game/complete': 'Turn Complete',
  '/': 'Play',
  '/game/results': 'Results',
  '/game/submitted': 'Turn Complete',
  '/game/draw': 'Drawing',
  '/game/guess': 'Guessing',
  '/group': 'Group',
  '/group/create': 'Create Group',
  '/group/join': 'Join Group',
  '/history': 'History',
  '/profile': 'Profile',
  '/how-to-play': 'How to Play',
  '/privacy-policy': 'Privacy Policy',
  '/terms-of-use': 'Terms of Use',
  '/public/results/nothing': 'Results',
} satisfies Record<Opened, string>

/**
 * Tall enough that nothing is behind the tabs: axe reports a covered target as too small even if it can be scrolled into
 * view.
 */
const WHOLE_PAGE = { width: 360, height: 2400 }

/** Its digits and its calendar are not those of the game. A lint rule covers each single date. */
const LOCALE = 'fa-IR'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

test('every screen: accessible, with large text, translated, in any size', async ({ person, served }) => {
  const { page, context } = await person({
    expects: RegExp(`40[04]|${WITHOUT_CONNECTION.source}`),
    locale: LOCALE,
  })
  await translatePages(context)
  // The content of games follows from the ids of devices: with this one, the end of a story is as high as it gets.
  await context.addInitScript(() => localStorage.setItem('deviceId', 'device_of_hal_in_a_browser'))
  await page.goto('/')
  await test.step('onboarding', () => onboarding(page))
  await link(page, 'Create Group').click()
  await page.getByLabel('Group name').fill('Night Owls')
  await test.step('a new group', () => newGroup(page))
  const code = (await page.getByText(/^[A-Z0-9]{6}$/).textContent()) ?? ''
  const ben = await invitedBot(served.url, 'Ben', '🦉', code)
  await expect(page.getByText('Ben', { exact: true })).toBeVisible()
  await look(page, 'group')
  await button(page, "Draw today's word").click()

  const go = await expectNextStep(page, "Let's Go!")
  await look(page, 'ready')
  await go.click()
  await test.step('a drawing turn', () => lookAtDrawingTurn(page))
  await button(page, 'Submit Drawing').click()
  await test.step('after the turn', () => afterTurn(page))
  await expect(page.getByText('1/2 players')).toBeVisible()
  await button(page, /^Waiting/).click()
  await button(page, 'Close').click()
  await ben.playTurn()
  await expect(page.getByText('Game Complete!')).toBeVisible()
  await expectTranslated(page)

  // With motion, the story goes on by itself.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await link(page, /Results/).click()
  await button(page, 'Next').click()
  await button(page, 'Pause').click()
  await button(page, 'Skip').click()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByText(/All guess attempts/).click()
  await look(page, 'results')

  for (const [path, title] of Object.entries(TITLES)) {
    await test.step(path, async () => {
      await page.setViewportSize(WHOLE_PAGE)
      await openRoute(page, path)
      await expect(page).toHaveTitle(`Inkling - ${title}`)
      // Wait for the screen itself, not the placeholder shown while it loads.
      await expect(page.getByText(/\.\.\.$/)).toHaveCount(0)
      await look(page, path)
      if (path === '/') await expect(page.getByText('Next word in')).toBeVisible()
      if (path === '/' || path === '/history') await expectLanguageOfTheGame(page)
      if (path === '/how-to-play') await expectColoursOfPictures(page)
      if (path === '/profile') await lookAtProfile(page)
    })
  }
  await openRoute(page, '/nowhere')
  await expect(link(page, 'Go to Home')).toBeVisible()
  await look(page, 'a page that does not exist')

  await page.setViewportSize(SMALL_PHONE)
  const { id: userId } = await page.evaluate(() => JSON.parse(localStorage.userData) as { id: string })
  const { gameId } = await served.admin.createMockGame({ body: { userId } })
  await openRoute(page, `/game/results?gameId=${gameId}`)
  await test.step('the end of a story, and a report', () => lookAtStory(page))

  await served.admin.changeClock({ body: { to: 'midnight' } })
  await served.admin.changeClock({ body: { advanceMs: 60_000 } })
  await ben.playTurn()
  await page.goto('/')
  await test.step('a guessing turn', () => lookAtGuessingTurn(page))
  await expect(page.getByText(/Turn Complete|Game Complete/).first()).toBeVisible()
  await expectTranslated(page)
})

async function onboarding(page: Page): Promise<void> {
  const start = await expectNextStep(page, 'Get Started')
  await look(page, 'welcome')
  await expectLabelAboveGloss(start)
  await start.click()
  await (await expectNextStep(page, 'Start Playing!')).click()
  await expect(page.getByText('Please choose both a username and avatar')).toBeVisible()
  await look(page, 'profile of a newcomer')
  await page.getByLabel('Username').fill('Ann')
  await page.getByRole('radio').first().click()
  await button(page, 'Start Playing!').click()
  await expect(link(page, /Play Solo/)).toBeVisible()
  await look(page, 'ways to play')
}

async function newGroup(page: Page): Promise<void> {
  // On a phone held sideways, the form is scrolled, and the group is shown from its top.
  await page.setViewportSize(SIDEWAYS)
  await button(page, 'Create Group').click()
  await expect(page.getByRole('heading', { name: 'Night Owls' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state.idx)).toBe(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.setViewportSize(PHONE)
  await expectNextStep(page, "Draw today's word")
  await withSafeAreas(page, { bottom: INDICATOR }, () =>
    expectRoom(page.getByRole('link', { name: 'Play', exact: true }), 'bottom', INDICATOR),
  )
  await look(page, 'new group')
}

/** Ends at home, on a phone. */
async function afterTurn(page: Page): Promise<void> {
  await expect(page.getByText('Turn Complete')).toBeVisible()
  const home = link(page, 'Back to Home')
  for (const size of [SMALL_PHONE, LARGE_PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await expectInSight(home)
    for (const label of ['Players Completed', 'Players Pending']) {
      const text = page.getByText(label)
      const line = await text.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
      expect((await sizeOf(text)).height, label).toBeLessThan(1.5 * line)
    }
  }
  await expectTranslated(page)
  // On a desktop, home is not half empty.
  await home.click()
  const today = page.getByLabel("Today's game", { exact: true })
  await expect(today).toBeVisible()
  await expect.poll(async () => (await sizeOf(today)).height).toBeGreaterThan(DESKTOP.height * 0.7)
  await page.setViewportSize(PHONE)
}

async function expectLanguageOfTheGame(page: Page): Promise<void> {
  await expect(page.locator('nav')).toBeVisible()
  expect(await page.locator('main').textContent()).toMatch(/^[\p{ASCII}\p{Emoji}\u202F\u2019…“”×·–]*$/u)
}
