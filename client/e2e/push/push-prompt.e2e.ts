import { startPushService } from '@inkling/mock-server/push-service-fixture'
import { test as base, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../driver/accessibility.ts'
import { signUp } from '../driver/player.ts'
import { type Served, serve } from '../driver/server.ts'
import { clickOnNotification, notifications, pushService, workerOf } from './worker-scope.ts'

type Pushes = Awaited<ReturnType<typeof startPushService>>

/* A server that sends notifications to browsers, with a push service on this machine. */
const test = base.extend<{ pushes: Pushes; server: Served }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
  server: async ({}, use) => {
    const isPushService = ({ hostname }: URL) => hostname === '127.0.0.1'
    const server = await serve('push prompt', { contact: 'ops@inkling.example', isPushService })
    await use(server)
    await server.stop()
  },
  pushes: async ({ server }, use) => {
    const { vapidKey } = await server.admin.getExtensions()
    const pushes = await startPushService(vapidKey ?? '')
    await use(pushes)
    await pushes.close()
  },
  baseURL: async ({ server }, use) => use(server.url),
})

test.use({ viewport: { width: 360, height: 740 }, timezoneId: 'Europe/Berlin' })

/** Signs a new player in, up to the push prompt. A visit that gets the server's key too late does not ask; the next one does. */
async function newcomer(page: Page): Promise<void> {
  await signUp(page, 'Ann')
  await expect(async () => {
    await page.goto('/')
    await expect(prompt(page)).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

const prompt = (page: Page) => page.getByRole('heading', { name: 'Stay in the Game!' })
const home = (page: Page) => page.getByRole('button', { name: 'Start Playing' })
const button = (page: Page) => page.getByRole('button', { name: 'Enable Notifications' })
const toggle = (page: Page) => page.getByRole('switch', { name: 'Notifications' })

/** The push tokens that the server stores for this page's player. */
const registered = (page: Page): Promise<{ token: string; platform: string }[]> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` }
    const { tokens } = await (await fetch('/api/notifications/tokens', { headers })).json()
    return tokens
  })

/** Grants the permission when the page requests it. A headless browser denies it without a prompt. */
async function sayYes(page: Page): Promise<void> {
  await page.exposeFunction('allow', () => page.context().grantPermissions(['notifications']))
  await page.addInitScript(() => {
    Notification.requestPermission = async () => {
      await (window as unknown as { allow: () => Promise<void> }).allow()
      return Notification.permission
    }
  })
}

/** Lets the browser subscribe to the push service. Chromium has none in the incognito contexts of tests. */
async function acceptSubscriptions(page: Page, pushes: Pushes): Promise<void> {
  await page.addInitScript(
    (subscription) => {
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as PushSubscription
    },
    JSON.parse(pushes.subscribe('phone')),
  )
}

test('a player who accepts gets the results in the morning, and a tap opens them', async ({
  page,
  context,
  server,
  pushes,
}) => {
  await sayYes(page)
  await acceptSubscriptions(page, pushes)
  await newcomer(page)
  await expectAccessible(page)
  await button(page).click()
  await expect(home(page)).toBeVisible()
  await expect.poll(() => registered(page)).toMatchObject([{ platform: 'web' }])

  await home(page).click()
  await expect(page.getByRole('button', { name: "Let's Go!" })).toBeVisible()
  await server.admin.changeClock({ body: { to: 'midnight' } })
  await server.admin.triggerDailyGames()
  await server.admin.getOutbox()
  expect(pushes.received).toEqual([])
  // In Berlin it is 9:00.
  await server.admin.changeClock({ body: { set: '2026-03-08T04:00:00-04:00' } })
  await server.admin.getOutbox()
  expect(pushes.problems).toEqual([])
  expect(pushes.received).toMatchObject([{ device: 'phone', topic: 'results' }])
  const { push, thrown } = await pushService(context, page)
  await push(JSON.stringify(pushes.received[0]?.payload))
  const worker = await workerOf(page)
  expect(await notifications(worker)).toEqual([
    { title: 'The results are in!', body: "See what became of yesterday's word." },
  ])
  await clickOnNotification(worker)
  await expect(page).toHaveURL(/\/game\/results\?gameId=./)
  expect(thrown).toEqual([])

  await page.goto('/profile')
  await expect(toggle(page)).toBeChecked()
  await toggle(page).click()
  await expect(toggle(page)).not.toBeChecked()
  await expect.poll(() => registered(page)).toEqual([])
})
